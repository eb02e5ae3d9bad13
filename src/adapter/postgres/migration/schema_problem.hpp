#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "adapter/postgres/protocol/call_error.hpp"
#include "base/words.hpp"

namespace onsale::postgres {

// Why a database is not migrated, or does not serve this program.
enum class SchemaCause : std::uint8_t {
    kUnreachable,    // No primary answers.
    kStandby,        // Only standbys answer.
    kLogin,          // The server refuses the login, or has no such database.
    kOldServer,      // Older than PostgreSQL 14.
    kForeignTables,  // Something else lives in the database.
    kChanged,        // An applied migration has another text than ours.
    kHole,           // The applied numbers have a gap.
    kTooNew,         // The database does not serve a program as old as this one.
    kBehind,         // A migration is missing.
    kPermission,     // The user lacks a right.
    kLocked,         // Somebody else migrates.
    kInUse,          // Others keep locks on tables that a migration changes.
    kFailed,         // The server refuses a statement, or the migration takes too long.
};

constexpr auto words_of(SchemaCause) {
    return std::to_array<std::string_view>({"unreachable", "standby", "login", "old_server",
                                            "foreign_tables", "changed", "hole", "too_new",
                                            "behind", "permission", "locked", "in_use", "failed"});
}

struct SchemaProblem {
    SchemaCause cause{};
    std::string words{};  // What is wrong and what to do, for an operator.
};

// The problem that a failed read of the schema means.
SchemaProblem problem_of(const CallError& error);
// The problem that a failed statement of the migration means, such as "3 add_colour".
SchemaProblem problem_of(const CallError& error, const std::string& migration);

}  // namespace onsale::postgres
