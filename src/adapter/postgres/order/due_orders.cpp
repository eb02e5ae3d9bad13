#include "adapter/postgres/order/due_orders.hpp"

#include <utility>

#include "adapter/postgres/order/batch_decision.hpp"
#include "adapter/postgres/order/order_writes.hpp"

namespace onsale::postgres {

using boost::asio::awaitable;

namespace {

// Reads all open orders: their deadlines have no index, so that a confirm changes none. While a
// guest must act, the deadline is in the time of the event's line.
constexpr Statement kWaiting{
    "due_waiting",
    "SELECT o.facts, o.last_at, o.booking_number, o.body FROM orders o"
    " JOIN unnest($1::int[], $2::timestamptz[]) AS l(event_id, line_now) USING (event_id)"
    " WHERE o.state NOT IN (3, 4) AND o.waits_until <="
    "  CASE WHEN o.guests_turn THEN l.line_now ELSE $3::timestamptz END"
    " LIMIT $4::int FOR UPDATE OF o SKIP LOCKED"};

constexpr Statement kDue{"due_orders",
                         "SELECT o.facts, o.last_at, o.booking_number, o.body FROM orders o"
                         " WHERE o.due_at <= $1 ORDER BY o.due_at LIMIT $2::int"
                         " FOR UPDATE SKIP LOCKED"};

}  // namespace

std::vector<Command> DueOrders::reads() const {
    const Instant now = context_.clock.now();
    std::vector<std::int32_t> events;
    std::vector<Instant> line_times;
    for (const auto& [event, line] : context_.events.state().room()) {
        events.push_back(static_cast<std::int32_t>(event.value));
        line_times.push_back(line->clock().at(now));
    }
    const std::int32_t most = context_.config.due_max;
    return {
        {kWaiting, {events, line_times, now, most}}, {kDue, {now, most}}, context_.events.news()};
}

awaitable<Result<std::size_t, CallError>> DueOrders::run() {
    auto transaction = co_await context_.client.begin(Access::kReadWrite, context_.deadline());
    if (!transaction) co_return fail(transaction.error());
    const auto answers = co_await transaction->run(reads());
    if (!answers) co_return fail(answers.error());
    sale::State& state = context_.events.state();
    StoredRows rows;
    if (context_.events.apply(answers->at(2)) != EventReplica::Applied::kAll)
        co_return fail(CallError::unavailable(CallCause::kConflict, "the events have more news"));
    for (const std::size_t kind : {0u, 1u})
        if (const auto error = add_orders(answers->at(kind), rows.orders)) co_return fail(*error);
    if (rows.orders.empty()) co_return std::size_t{0};
    if (!BatchDecision::knows_all(state, rows))
        co_return fail(CallError::unavailable(CallCause::kBadAnswer, "an event is missing"));
    Decided decided = [&] {
        BatchDecision decision{state, rows, {}, context_.stamp(), context_.random, context_.zones};
        decision.decide_deadlines();
        return std::move(decision).finish();
    }();
    const auto written = co_await transaction->commit(write_commands(decided.rows));
    if (!written) co_return fail(written.error());
    ++context_.counters["order_commits"];
    if (!decided.facts.empty()) context_.committed(decided.facts);
    co_return decided.changed.size();
}

}  // namespace onsale::postgres
