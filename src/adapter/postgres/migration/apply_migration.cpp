#include "adapter/postgres/migration/apply_migration.hpp"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "adapter/postgres/migration/schema_plan.hpp"
#include "adapter/postgres/migration/sql_statements.hpp"

namespace onsale::postgres {

using boost::asio::awaitable;
using Kind = ApplyStep::Kind;

namespace {

constexpr std::string_view kTryLock = R"(
    SELECT pg_try_advisory_xact_lock($1),
           coalesce((SELECT format('process %s (%s)', a.pid, a.application_name)
                     FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
                     WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database()
                       AND (l.classid::bigint << 32 | l.objid::bigint) = $1 AND l.objsubid = 1
                     LIMIT 1), 'another process'))";

constexpr std::string_view kRecord = R"(
    INSERT INTO schema_version (version, name, digest, oldest_binary, applied_by)
    VALUES ($1, $2, $3, $4, $5))";

using Stop = std::optional<ApplyStep>;  // None: go on.

ApplyStep failed(CallError error) {
    return {Kind::kFailed, 0, {}, std::move(error)};
}

Command record_of(const Migration& migration, const ApplyRules& rules) {
    return {Statement::unprepared(kRecord),
            {migration.version, migration.name, Bytea{std::string{as_bytes(migration.digest)}},
             migration.oldest_binary.text(), rules.applied_by}};
}

std::vector<Command> commands_of(const Migration& migration, std::string_view set_lock_timeout) {
    std::vector<Command> commands{{Statement::unprepared(set_lock_timeout)}};
    for (const std::string_view statement : sql_statements(migration.sql))
        commands.push_back({Statement::unprepared(statement)});
    return commands;
}

awaitable<Stop> lock(Transaction& transaction) {
    const auto answers =
        co_await transaction.run({{Statement::unprepared(kTryLock), {kMigrationLock}}});
    if (!answers) co_return failed(answers.error());
    const auto [taken, holder] = answers->front().row<bool, std::string>(0);
    if (!taken) co_return ApplyStep{Kind::kLocked, 0, holder};
    co_return std::nullopt;
}

awaitable<Stop> look_again(Transaction& transaction, const Migration& migration,
                           const ApplyRules& rules) {
    const auto state = co_await read_schema(transaction);
    if (!state) co_return failed(state.error());
    const auto pending = pending_migrations(*state, rules.migrations, rules.ours);
    const bool is_next =
        pending && !pending->empty() && pending->front().version == migration.version;
    if (!is_next)
        co_return ApplyStep{
            Kind::kMoved,
            0,
            {},
            CallError::unavailable(CallCause::kConflict, "somebody else was faster")};
    co_return std::nullopt;
}

}  // namespace

awaitable<ApplyStep> apply_migration(Client& client, Migration migration, ApplyRules rules,
                                     std::uint64_t full_part) {
    const std::string set_lock_timeout =
        fmt::format("SET LOCAL lock_timeout = {}", rules.lock_timeout.count());
    auto transaction = co_await client.begin(
        Access::kReadWrite, std::chrono::steady_clock::now() + rules.transaction_max);
    if (!transaction) co_return failed(transaction.error());
    if (auto stop = co_await lock(*transaction)) co_return *std::move(stop);
    if (auto stop = co_await look_again(*transaction, migration, rules)) co_return *std::move(stop);

    std::vector<Command> commands = commands_of(migration, set_lock_timeout);
    if (migration.repeats) {
        const auto part = co_await transaction->run(std::exchange(commands, {}));
        if (!part) co_return failed(part.error());
        const std::uint64_t changed = part->back().changed();
        if (changed > 0 && changed >= full_part) {
            const auto kept = co_await transaction->commit();
            co_return kept ? ApplyStep{Kind::kPart, changed} : failed(kept.error());
        }
    }
    commands.push_back(record_of(migration, rules));
    const auto done = co_await transaction->commit(std::move(commands));
    co_return done ? ApplyStep{Kind::kApplied} : failed(done.error());
}

}  // namespace onsale::postgres
