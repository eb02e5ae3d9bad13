#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>

#include "base/sha256.hpp"

namespace onsale::program {

// Commands on a data folder without a server. Each takes the folder's lock and reports when a
// server holds it. Each returns the exit code and throws std::runtime_error when it cannot start.

int journal_verify(const std::filesystem::path& data, std::ostream& out);

struct AuditVerifyOptions {
    std::filesystem::path data;
    // A head that was kept elsewhere and must be found in the log.
    std::optional<Sha256Digest> head;
};
// This command also works while a server runs.
int audit_verify(const AuditVerifyOptions& options, std::ostream& out);

struct RestoreOptions {
    std::filesystem::path file;
    std::filesystem::path data;
    bool verify = false;  // Replays the restored journal to its end before reporting success.
};
int restore(const RestoreOptions& options, std::ostream& out);

struct TokenVerifyOptions {
    std::filesystem::path data;
    std::string token;
};
int token_verify(const TokenVerifyOptions& options, std::ostream& out);

}  // namespace onsale::program
