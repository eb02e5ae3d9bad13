#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>

#include "base/sha256.hpp"

namespace onsale::program {

// What works on a data folder without a server. Each takes the folder's lock and says so when a
// server holds it; each answers the exit code and throws std::runtime_error for what it cannot
// even begin.

int journal_verify(const std::filesystem::path& data, std::ostream& out);

struct AuditVerifyOptions {
    std::filesystem::path data;
    std::optional<Sha256Digest> head;  // Kept elsewhere, and to be found in the log.
};
// This one also works beside a running server.
int audit_verify(const AuditVerifyOptions& options, std::ostream& out);

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

}  // namespace onsale::program
