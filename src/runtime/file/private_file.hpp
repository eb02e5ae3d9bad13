#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace onsale::runtime {

// Files that contain a secret: only the owner may read them. All functions throw std::runtime_error
// with a message that names the file and the fix.

// Returns std::nullopt when the file does not exist. Rejects a file that others may read or that is
// larger than 4 KiB.
std::optional<std::string> read_private_file(const std::filesystem::path& path);

// For a secret made by another program: throws when every user of the machine may read or write the
// file. Group access is allowed, because some machines have a group for programs that serve TLS.
// Does nothing when the file does not exist.
void refuse_public_file(const std::filesystem::path& path);

// Replaces the whole file durably: after a crash the file has either the old or the new content.
void write_private_file(const std::filesystem::path& path, std::string_view content);

}  // namespace onsale::runtime
