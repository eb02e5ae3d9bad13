#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "adapter/postgres/client/client.hpp"
#include "adapter/postgres/migration/migration.hpp"

namespace onsale::postgres {

struct ApplyRules {
    std::span<const Migration> migrations;
    BinaryVersion ours{};
    std::string applied_by{};  // For schema_version: "onsale 1.2.3 on web-1".
    std::chrono::milliseconds transaction_max{600'000};
    // Sessions of a running sale wait behind a migration that waits for a table, so it gives up
    // sooner than they do (Config::lock_timeout).
    std::chrono::milliseconds lock_timeout{500};
};

// The result of one try to apply a migration.
struct ApplyStep {
    enum class Kind : std::uint8_t {
        kApplied,
        kPart,    // It repeats, and there may be more to change.
        kLocked,  // Somebody else migrates.
        kMoved,   // The database is not as it was planned for.
        kFailed,
    };

    Kind kind{};
    std::uint64_t changed = 0;  // Rows of a part.
    std::string words{};        // Who migrates, if somebody else does.
    CallError error{};          // Why it is to be tried again, or not.
};

// Suspends for one transaction: takes the advisory lock of migrations without waiting, looks
// whether this migration is the next one, and applies it with its row in schema_version.
// `full_part`: the most rows that a part of it has changed so far, or 0. A part that changes fewer
// is the last one. Programs of before may add rows all the time, so it need not change none.
boost::asio::awaitable<ApplyStep> apply_migration(Client& client, Migration migration,
                                                  ApplyRules rules, std::uint64_t full_part);

// The advisory lock, for which other programs of the same database need another number.
inline constexpr std::int64_t kMigrationLock = 0x6f6e'7361'6c65;  // "onsale"

}  // namespace onsale::postgres
