#include "adapter/postgres/migration/schema_problem.hpp"

#include <fmt/format.h>

namespace onsale::postgres {
namespace {

constexpr std::string_view kNoDatabase = "3D000";
// A server before 14 does not know a setting with which our sessions begin.
constexpr std::string_view kUnknownSetting = "42704";

std::string about(const CallError& error) {
    return error.words.empty() ? std::string{to_word(error.cause)} : error.words;
}

}  // namespace

SchemaProblem problem_of(const CallError& error) {
    const std::string words = about(error);
    if (error.sqlstate == kUnknownSetting)
        return {SchemaCause::kOldServer,
                fmt::format("PostgreSQL 14 or later is needed, 15 is recommended: {}", words)};
    if (error.sqlstate == kNoDatabase)
        return {SchemaCause::kLogin,
                fmt::format("the database is missing: {}; make it as a superuser of PostgreSQL, "
                            "like CREATE DATABASE onsale OWNER onsale, or name another one in "
                            "postgres.database",
                            words)};
    switch (error.cause) {
        case CallCause::kAuthentication:
            return {SchemaCause::kLogin, fmt::format("PostgreSQL refuses the login: {}; check "
                                                     "postgres.user and postgres.password_file",
                                                     words)};
        case CallCause::kPermission:
            return {SchemaCause::kPermission,
                    fmt::format("PostgreSQL refuses: {}; use the user that made the tables, or "
                                "GRANT the right to this one",
                                words)};
        default:  // A connection has many ways to fail.
            return {SchemaCause::kUnreachable,
                    fmt::format("no PostgreSQL primary answers: {}; check postgres.hosts, the TLS "
                                "keys of [postgres], and that it runs",
                                words)};
    }
}

SchemaProblem problem_of(const CallError& error, const std::string& migration) {
    const std::string words = about(error);
    switch (error.cause) {
        case CallCause::kPermission:
            return {SchemaCause::kPermission,
                    fmt::format("migration {}: {}; nothing of it was applied. Use the user that "
                                "owns the tables, or GRANT the right to this one",
                                migration, words)};
        case CallCause::kLockTimeout:
        case CallCause::kConflict:
            return {SchemaCause::kInUse,
                    fmt::format("migration {}: others keep locks on its tables: {}; nothing of it "
                                "was applied. Try again; pg_stat_activity shows transactions that "
                                "take long",
                                migration, words)};
        case CallCause::kDeadline:
            return {SchemaCause::kFailed,
                    fmt::format("migration {}: took too long and was given up; `onsale store "
                                "migrate --plan` shows whether it was applied",
                                migration)};
        default:  // The words of the server tell most.
            break;
    }
    const bool unknown = error.outcome == CallOutcome::kOutcomeUnknown;
    return {SchemaCause::kFailed,
            fmt::format("migration {}: {}; {}", migration, words,
                        unknown ? "`onsale store migrate --plan` shows whether it was applied"
                                : "nothing of it was applied")};
}

}  // namespace onsale::postgres
