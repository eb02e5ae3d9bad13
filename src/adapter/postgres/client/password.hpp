#pragma once

#include <filesystem>
#include <string>

#include "base/result.hpp"

namespace onsale::postgres {

// The first line of the file; empty without a file. The error names the key and the fix. Every user
// of the machine being able to read the file is an error, too.
Result<std::string, std::string> read_password(const std::filesystem::path& file);

}  // namespace onsale::postgres
