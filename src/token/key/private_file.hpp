#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace onsale::token {

// A file with a secret in it: its owner alone may read it. Both throw std::runtime_error with a
// message that names the file and the fix.

// Nothing when there is no such file. Refuses a file that others may read, or one above 4 KiB.
std::optional<std::string> read_private_file(const std::filesystem::path& path);

// For a secret that another program made: throws where every user of the machine may read or write
// the file. A group may: some machines have one for the programs that serve TLS. Says nothing of a
// file that is not there.
void refuse_public_file(const std::filesystem::path& path);

// Replaces the file as a whole, durably: after a crash there is the old content or the new.
void write_private_file(const std::filesystem::path& path, std::string_view content);

}  // namespace onsale::token
