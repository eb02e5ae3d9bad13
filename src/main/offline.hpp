#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

namespace onsale {

// What works on a data folder without a server. Each takes the folder's lock and says so when a
// server holds it; each answers the exit code and throws std::runtime_error for what it cannot
// even begin.

int journal_verify(const std::filesystem::path& data, std::ostream& out);

struct RestoreOptions {
    std::filesystem::path file;
    std::filesystem::path data;
    bool verify = false;  // Replay the restored journal to its end before saying that it is good.
};
int restore(const RestoreOptions& options, std::ostream& out);

struct TokenVerifyOptions {
    std::filesystem::path data;
    std::string token;
};
int token_verify(const TokenVerifyOptions& options, std::ostream& out);

}  // namespace onsale
