#include "adapter/postgres/migration/migrator.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

namespace onsale::postgres {

using boost::asio::awaitable;
using Clock = std::chrono::steady_clock;

namespace {

std::string title_of(const Migration& migration) {
    return fmt::format("{} {}", migration.version, migration.name);
}

// A further try may help. It begins with a look at what has been applied, so it does no harm after
// an unknown outcome.
bool may_pass(const CallError& error) {
    switch (error.cause) {
        case CallCause::kNotConnected:
        case CallCause::kTooManyConnections:
        case CallCause::kConnectionLost:
        case CallCause::kNotReplicated:
        case CallCause::kConflict:
        case CallCause::kLockTimeout:
        case CallCause::kReadOnly:
            return true;
        default:  // The same would happen again.
            return false;
    }
}

SchemaProblem endless(const std::string& title, int parts) {
    return {SchemaCause::kFailed,
            fmt::format("migration {}: is not done after {} repetitions", title, parts)};
}

SchemaProblem locked(const std::string& holder) {
    return {SchemaCause::kLocked,
            fmt::format("{} is migrating this database and does not end; see pg_stat_activity, "
                        "then try again",
                        holder)};
}

}  // namespace

struct Migrator::Progress {
    Clock::time_point others_until;
    int applied = 0;
    int parts = 0;  // Of the present migration.
    std::uint64_t full_part = 0;
    int failures = 0;  // In a row.
    bool rests = false;
    std::string told{};
};

Migrator::Migrator(boost::asio::io_context& loop, Config config, MigratorOptions options)
    : loop_(loop),
      config_(config),
      options_(std::move(options)),
      client_(loop, std::move(config)) {}

awaitable<Result<SchemaPlan, SchemaProblem>> Migrator::plan() {
    auto plan = co_await look();
    if (!plan || plan->pending.empty()) co_return plan;
    if (auto problem = missing_right(plan->state)) co_return fail(*std::move(problem));
    co_return plan;
}

awaitable<std::optional<SchemaProblem>> Migrator::check() {
    const auto plan = co_await look();
    if (!plan) co_return plan.error();
    if (plan->pending.empty()) co_return std::nullopt;
    co_return SchemaProblem{
        SchemaCause::kBehind,
        fmt::format("the database {} lacks migration {}; run `onsale store migrate` with this "
                    "configuration, then start again",
                    plan->state.database, title_of(plan->pending.front()))};
}

awaitable<Result<SchemaPlan, SchemaProblem>> Migrator::look() {
    auto reading = co_await client_.begin(Access::kReadOnly, Clock::now() + options_.answer_within);
    Result<SchemaState, CallError> state = fail(reading ? CallError{} : reading.error());
    if (reading) state = co_await read_schema(*reading);
    if (!state) {
        SchemaProblem problem = problem_of(state.error());
        if (problem.cause == SchemaCause::kUnreachable && co_await a_standby_answers())
            problem = {SchemaCause::kStandby,
                       "only standbys of postgres.hosts answer, and only a primary can be "
                       "migrated; name the primary, too, or promote a standby"};
        co_return fail(std::move(problem));
    }
    const auto pending = pending_migrations(*state, options_.rules.migrations, options_.rules.ours);
    if (!pending) co_return fail(pending.error());
    co_return SchemaPlan{*std::move(state), *pending};
}

awaitable<bool> Migrator::a_standby_answers() {
    Config config = config_;
    config.role = Role::kStandby;
    Client standby{loop_, std::move(config)};
    const auto answer = co_await standby.read({{Statement::unprepared("SELECT 1")}},
                                              Clock::now() + options_.answer_within);
    co_return answer.has_value();
}

awaitable<Result<int, SchemaProblem>> Migrator::migrate() {
    Progress progress{.others_until = Clock::now() + options_.others_within};
    for (;;) {
        const auto planned = co_await plan();
        if (!planned) co_return fail(planned.error());
        if (planned->pending.empty()) co_return progress.applied;
        const Migration& next = planned->pending.front();
        const ApplyStep step =
            co_await apply_migration(client_, next, options_.rules, progress.full_part);
        if (auto problem = judge(step, next, progress)) co_return fail(*std::move(problem));
        if (progress.rests) co_await rest();
    }
}

// None: go on, after a rest if the progress says so.
std::optional<SchemaProblem> Migrator::judge(const ApplyStep& step, const Migration& migration,
                                             Progress& progress) const {
    const std::string title = title_of(migration);
    const int failures = std::exchange(progress.failures, 0) + 1;
    progress.rests = false;
    switch (step.kind) {
        case ApplyStep::Kind::kApplied:
            ++progress.applied;
            progress.parts = 0;
            progress.full_part = 0;
            tell("applied " + title);
            return std::nullopt;
        case ApplyStep::Kind::kPart:
            progress.full_part = std::max(progress.full_part, step.changed);
            if (++progress.parts == options_.parts_max) return endless(title, progress.parts);
            return std::nullopt;
        case ApplyStep::Kind::kLocked:
            if (Clock::now() >= progress.others_until) return locked(step.words);
            wait(progress, fmt::format("waiting: {} is migrating this database", step.words));
            return std::nullopt;
        case ApplyStep::Kind::kMoved:
        case ApplyStep::Kind::kFailed:
            progress.failures = failures;
            if (failures >= options_.tries_max || !may_pass(step.error))
                return problem_of(step.error, title);
            wait(progress, fmt::format("trying {} again: {}", title, step.error.words));
            return std::nullopt;
    }
    return std::nullopt;
}

void Migrator::wait(Progress& progress, const std::string& why) const {
    progress.rests = true;
    if (std::exchange(progress.told, why) != why) tell(why);
}

awaitable<void> Migrator::rest() {
    boost::asio::steady_timer timer{loop_, options_.pause};
    co_await timer.async_wait(boost::asio::use_awaitable);
}

void Migrator::tell(const std::string& sentence) const {
    if (options_.tell) options_.tell(sentence);
}

}  // namespace onsale::postgres
