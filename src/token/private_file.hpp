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

// Replaces the file as a whole, durably: after a crash there is the old content or the new.
void write_private_file(const std::filesystem::path& path, std::string_view content);

}  // namespace onsale::token
