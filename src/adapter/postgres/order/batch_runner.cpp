#include "adapter/postgres/order/batch_runner.hpp"

#include <algorithm>
#include <utility>

#include "adapter/postgres/order/order_writes.hpp"
#include "adapter/postgres/order/wanted_rows.hpp"
#include "adapter/postgres/protocol/refusal.hpp"

namespace onsale::postgres {

using boost::asio::awaitable;

namespace {

std::vector<SeenOrder> unchanged(const StoredRows& rows, const Decided& decided) {
    std::vector<SeenOrder> seen;
    for (const StoredOrder& one : rows.orders) {
        const bool is_changed = std::ranges::any_of(
            decided.changed,
            [&](const StoredOrder& changed) { return changed.order.id == one.order.id; });
        if (!is_changed) seen.push_back({static_cast<std::int64_t>(one.order.id.value), one.facts});
    }
    return seen;
}

std::uint64_t orders_to_open(std::span<const OrderCommand> commands) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(commands, [](const OrderCommand& command) {
            return std::holds_alternative<sale::command::RequestPayment>(command);
        }));
}

}  // namespace

bool is_conflict(const CallError& error) {
    if (error.outcome == CallOutcome::kOutcomeUnknown) return false;
    switch (error.cause) {
        case CallCause::kConflict:
        case CallCause::kLockTimeout:
        case CallCause::kUniqueViolation:
        // Of one command, which must not fail the others.
        case CallCause::kConstraint:
        case CallCause::kBadAnswer:
            return true;
        case CallCause::kClosed:
        case CallCause::kTooManyCalls:
        case CallCause::kNotConnected:
        case CallCause::kAuthentication:
        case CallCause::kTooManyConnections:
        case CallCause::kConnectionLost:
        case CallCause::kDeadline:
        case CallCause::kNotReplicated:
        case CallCause::kReadOnly:
        case CallCause::kDiskFull:
        case CallCause::kPermission:
        case CallCause::kSchema:
        case CallCause::kCancelled:
        case CallCause::kRefused:
            break;
    }
    return false;
}

bool BatchRunner::remembers(const OrderCommand& command) const {
    const Subject subject = subject_of(command);
    const auto* const code = std::get_if<payment::OrderCode>(&subject);
    const StoredOrder* const known = code == nullptr ? nullptr : cache_.find(*code);
    return known != nullptr && !needs_more_than(known->order, command);
}

awaitable<BatchRunner::Outcomes> BatchRunner::run(std::vector<OrderCommand> commands,
                                                  bool from_memory) {
    const Deadline deadline = context_.deadline();
    ++context_.counters["order_batches"];
    context_.counters["order_members"] += commands.size();
    Attempt attempt = from_memory ? co_await run_from_memory(commands, deadline)
                                  : co_await run_locked(commands, deadline);
    if (from_memory && !attempt && is_conflict(attempt.error())) {
        ++context_.counters["order_conflicts"];
        attempt = co_await run_locked(commands, deadline);
    }
    if (!attempt && is_conflict(attempt.error())) {
        ++context_.counters["order_conflicts"];
        co_return co_await run_one_by_one(commands, deadline);
    }
    if (attempt) co_return *std::move(attempt);
    co_return Outcomes(commands.size(), refused<sale::OrderOutcome>(attempt.error()));
}

awaitable<BatchRunner::Outcomes> BatchRunner::run_one_by_one(Commands commands, Deadline deadline) {
    Outcomes outcomes;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        auto attempt = co_await run_alone(commands.subspan(i, 1), deadline);
        outcomes.push_back(attempt ? std::move(attempt->front())
                                   : refused<sale::OrderOutcome>(attempt.error()));
    }
    co_return outcomes;
}

awaitable<BatchRunner::Attempt> BatchRunner::run_alone(Commands command, Deadline deadline) {
    ++context_.counters["order_batches_alone"];
    Attempt attempt = co_await run_locked(command, deadline);
    for (int tries = 1; tries < context_.config.tries_max; ++tries) {
        if (attempt || !is_conflict(attempt.error())) break;
        ++context_.counters["order_retries"];
        attempt = co_await run_locked(command, deadline);
    }
    co_return attempt;
}

awaitable<BatchRunner::Attempt> BatchRunner::run_from_memory(Commands commands, Deadline deadline) {
    ++context_.counters["order_batches_cached"];
    StoredRows rows;
    for (const OrderCommand& command : commands) {
        const StoredOrder* const known =
            cache_.find(std::get<payment::OrderCode>(subject_of(command)));
        if (known == nullptr)
            co_return fail(CallError::unavailable(CallCause::kConflict, "not remembered"));
        rows.orders.push_back(*known);
    }
    Outcomes outcomes;
    Decided decided = decide(commands, rows, outcomes);
    std::vector<Command> writes = write_commands(decided.rows);
    // A refusal must not rest on an order as it was, either.
    if (const auto seen = unchanged(rows, decided); !seen.empty())
        writes.push_back(expect_unchanged(seen));
    const auto answers = co_await context_.client.run(std::move(writes), deadline);
    if (!answers) {
        forget(commands);
        co_return fail(answers.error());
    }
    publish(decided);
    co_return outcomes;
}

awaitable<BatchRunner::Attempt> BatchRunner::run_locked(Commands commands, Deadline deadline) {
    ++context_.counters["order_batches_locked"];
    if (const auto error = co_await have_ids(commands, deadline)) co_return fail(*error);
    auto transaction = co_await context_.client.begin(Access::kReadWrite, deadline);
    if (!transaction) co_return fail(transaction.error());
    StoredRows rows;
    if (const auto error = co_await read(*transaction, commands, rows)) co_return fail(*error);
    if (ids_.left() < orders_to_open(commands))
        co_return fail(CallError::unavailable(CallCause::kConflict, "others took the ids"));
    Outcomes outcomes;
    Decided decided = decide(commands, rows, outcomes);
    const auto answers = co_await transaction->commit(write_commands(decided.rows));
    if (!answers) {
        forget(commands);
        co_return fail(answers.error());
    }
    publish(decided);
    co_return outcomes;
}

awaitable<std::optional<CallError>> BatchRunner::read(Transaction& transaction, Commands commands,
                                                      StoredRows& rows) {
    Wanted wanted = wanted_by(commands, context_.events.state());
    std::vector<Command> reads = read_commands(wanted);
    reads.push_back(context_.events.news());
    auto answers = co_await transaction.run(std::move(reads));
    if (!answers) co_return answers.error();
    if (auto error = learn(answers->back())) co_return error;
    if (auto error = add_rows(wanted, *answers, rows)) co_return error;
    wanted = wanted_after(commands, rows);
    if (!wanted.empty()) {
        answers = co_await transaction.run(read_commands(wanted));
        if (!answers) co_return answers.error();
        if (auto error = add_rows(wanted, *answers, rows)) co_return error;
    }
    if (!BatchDecision::knows_all(context_.events.state(), rows))
        co_return CallError::unavailable(CallCause::kBadAnswer,
                                         "an order belongs to no event of the database");
    co_return std::nullopt;
}

std::optional<CallError> BatchRunner::learn(const Rows& news) {
    switch (context_.events.apply(news)) {
        case EventReplica::Applied::kAll:
            return std::nullopt;
        case EventReplica::Applied::kMore:
            return CallError::unavailable(CallCause::kConflict, "the events have more news");
        case EventReplica::Applied::kUnreadable:
            break;
    }
    return CallError::unavailable(CallCause::kSchema, "an event has facts of a newer version");
}

awaitable<std::optional<CallError>> BatchRunner::have_ids(Commands commands, Deadline deadline) {
    // Other batches that are under way take theirs meanwhile.
    const std::uint64_t enough = context_.config.batch_max * context_.config.transactions_max;
    if (orders_to_open(commands) == 0 || ids_.left() >= enough) co_return std::nullopt;
    co_return co_await ids_.take_block(context_.client, deadline);
}

Decided BatchRunner::decide(Commands commands, const StoredRows& rows, Outcomes& outcomes) {
    BatchDecision decision{context_.events.state(), rows,          ids_.next(), context_.stamp(),
                           context_.random,         context_.zones};
    for (const OrderCommand& command : commands)
        outcomes.push_back(decision.decide(command));
    Decided decided = std::move(decision).finish();
    ids_.use(decided.rows.opened.size());
    return decided;
}

void BatchRunner::publish(Decided& decided) {
    ++context_.counters["order_commits"];
    for (StoredOrder& order : decided.changed)
        cache_.put(std::move(order));
    if (!decided.facts.empty()) context_.committed(decided.facts);
}

void BatchRunner::forget(Commands commands) {
    for (const OrderCommand& command : commands) {
        const Subject subject = subject_of(command);
        if (const auto* const code = std::get_if<payment::OrderCode>(&subject))
            cache_.forget(*code);
    }
}

}  // namespace onsale::postgres
