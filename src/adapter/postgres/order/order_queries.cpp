#include "adapter/postgres/order/order_queries.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "adapter/postgres/protocol/refusal.hpp"
#include "sale/domain/rule/pay_rules.hpp"

namespace onsale::postgres {

using boost::asio::awaitable;
namespace command = sale::command;

namespace {

constexpr Statement kOfCode{"order_of_code",
                            "SELECT facts, last_at, booking_number, body FROM orders"
                            " WHERE code = $1"};
constexpr Statement kOfIds{"orders_of_ids",
                           "SELECT facts, last_at, booking_number, body FROM orders"
                           " WHERE id = ANY ($1::bigint[]) ORDER BY id DESC"};
constexpr Statement kOfBooking{"order_of_booking",
                               "SELECT facts, last_at, booking_number, body FROM orders"
                               " WHERE booking_number = $1"};
constexpr Statement kOpen{"open_order",
                          "SELECT facts, last_at, booking_number, body FROM orders"
                          " WHERE guest = $1 AND performance_id = $2 AND state NOT IN (3, 4)"};
constexpr Statement kBookings{"bookings_of",
                              "SELECT facts, last_at, booking_number, body FROM orders"
                              " WHERE guest = $1 AND state = 3 ORDER BY id DESC LIMIT $2"};
constexpr Statement kAfter{"orders_after",
                           "SELECT facts, last_at, booking_number, body FROM orders"
                           " WHERE event_id = $1 AND id > $2 ORDER BY id LIMIT $3"};
constexpr Statement kBefore{"orders_before",
                            "SELECT id, state FROM orders"
                            " WHERE event_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3"};

std::int64_t number(auto id) {
    return static_cast<std::int64_t>(id.value);
}

std::int32_t small(auto id) {
    return static_cast<std::int32_t>(id.value);
}

std::int64_t limit_of(std::uint32_t limit) {
    return std::min<std::int64_t>(limit, sale::kOrdersPerList);
}

void bring(sale::WorkingSet& set, const std::vector<StoredOrder>& orders) {
    for (const StoredOrder& one : orders)
        set.bring(one.order, one.booking);
}

// The orders of a page among those that were examined, newest first.
struct FoundIds {
    std::vector<std::int64_t> ids;
    std::optional<payment::OrderId> next;
};

FoundIds page_of(const Rows& examined, const command::FindOrders& find) {
    const auto limit = static_cast<std::size_t>(limit_of(find.limit));
    FoundIds found;
    std::size_t at = 0;
    payment::OrderId last;
    for (; at < std::min(examined.size(), sale::kOrdersLookedAt) && found.ids.size() < limit;
         ++at) {
        const auto [id, state] = examined.row<std::int64_t, std::int16_t>(at);
        last = {static_cast<std::uint64_t>(id)};
        if (!find.state || state == static_cast<std::int16_t>(*find.state)) found.ids.push_back(id);
    }
    if (at < examined.size()) found.next = last;
    return found;
}

}  // namespace

awaitable<OrderQueries::Stored> OrderQueries::read(Command command) {
    const Deadline deadline = context_.deadline();
    for (int tries = 0; tries < context_.config.tries_max; ++tries) {
        std::vector<Command> both = {command, context_.events.news()};
        const auto answers = co_await context_.client.read(std::move(both), deadline);
        if (!answers) co_return fail(answers.error());
        switch (context_.events.apply(answers->back())) {
            case EventReplica::Applied::kMore:
                continue;
            case EventReplica::Applied::kUnreadable:
                co_return fail(
                    CallError::unavailable(CallCause::kSchema, "facts of a newer version"));
            case EventReplica::Applied::kAll:
                break;
        }
        std::vector<StoredOrder> orders;
        if (const auto error = add_orders(answers->front(), orders)) co_return fail(*error);
        const sale::WorkingSet set{context_.events.state()};
        if (std::ranges::all_of(orders, [&](const auto& one) { return set.knows(one.order); }))
            co_return orders;
        break;
    }
    co_return fail(CallError::unavailable(CallCause::kBadAnswer, "events are missing"));
}

template <class Query>
Call<Query> OrderQueries::answer_from(Query query, Command command) {
    const auto orders = co_await read(std::move(command));
    if (!orders) co_return refused<typename Query::Outcome>(orders.error());
    const sale::State& state = context_.events.state();
    sale::WorkingSet set{context_.events.state()};
    bring(set, *orders);
    if constexpr (requires { sale::answer(state, query); })
        co_return sale::answer(state, query);
    else
        co_return sale::answer(state, query,
                               sale::Moment{context_.stamp(), context_.random(), context_.zones});
}

Call<command::ShowOrder> OrderQueries::answer(command::ShowOrder show) {
    return answer_from(show, {kOfCode, {number(show.order)}});
}

Call<command::ShowOrderById> OrderQueries::answer(command::ShowOrderById show) {
    return answer_from(show, {kOfIds, {std::vector{number(show.order)}}});
}

Call<command::ShowBooking> OrderQueries::answer(command::ShowBooking show) {
    return answer_from(show, {kOfBooking, {booking::to_text(show.number)}});
}

Call<command::ShowOpenOrder> OrderQueries::answer(command::ShowOpenOrder show) {
    const auto hall = context_.events.state().halls().find(show.event, show.performance);
    return answer_from(show, {kOpen, {show.guest, hall ? small(*hall) : 0}});
}

Call<command::ListBookings> OrderQueries::answer(command::ListBookings list) {
    constexpr auto kMost = static_cast<std::int64_t>(sale::kBookingsPerList);
    return answer_from(list, {kBookings, {list.guest, kMost}});
}

Call<command::ListOrders> OrderQueries::answer(command::ListOrders list) {
    return answer_from(list,
                       {kAfter, {small(list.event), number(list.after), limit_of(list.limit)}});
}

Call<command::PreviewRefund> OrderQueries::answer(command::PreviewRefund preview) {
    return answer_from(preview, {kOfCode, {number(preview.refund.order)}});
}

Call<command::FindOrders> OrderQueries::answer(command::FindOrders find) {
    constexpr auto kExamined = static_cast<std::int64_t>(sale::kOrdersLookedAt) + 1;
    const bool from_newest = find.before == payment::OrderId{};
    const std::int64_t before =
        from_newest ? std::numeric_limits<std::int64_t>::max() : number(find.before);
    const auto examined = co_await context_.client.read(
        {Command{kBefore, {small(find.event), before, kExamined}}}, context_.deadline());
    if (!examined) co_return refused<sale::OrderPageOutcome>(examined.error());
    const FoundIds found = page_of(examined->front(), find);
    const auto orders = co_await read({kOfIds, {found.ids}});
    if (!orders) co_return refused<sale::OrderPageOutcome>(orders.error());
    co_return sale::OrderPage{copies(*orders), found.next};
}

std::vector<sale::OrderCopy> OrderQueries::copies(const std::vector<StoredOrder>& orders) {
    sale::WorkingSet set{context_.events.state()};
    bring(set, orders);
    std::vector<sale::OrderCopy> all;
    for (const StoredOrder& one : orders)
        all.push_back(sale::copy_of(context_.events.state(), one.order.id));
    return all;
}

}  // namespace onsale::postgres
