// Orders of an event as rows, newest first, for the operator's list.
#include <algorithm>
#include <utility>

#include <boost/json/array.hpp>

#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/admin_sale_answers.hpp"
#include "adapter/http/operator/order/order_json.hpp"
#include "base/base64url.hpp"
#include "base/time_text.hpp"
#include "payment/domain/order_code.hpp"
#include "payment/domain/words.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
namespace command = sale::command;
using boost::asio::awaitable;
using payment::OrderId;
using payment::OrderState;

constexpr std::size_t kRowsDefault = 50;
constexpr std::size_t kRowsMax = 200;
// Maximum number of lookups per answer. They scan some fifty thousand orders when the requested
// state is rare.
constexpr int kLooksMax = 25;

struct ListAsk {
    std::optional<OrderState> state;
    OrderId before{};
    std::size_t limit = kRowsDefault;
};

Result<ListAsk, AdminRefusal> read_ask(const QueryValues& query) {
    ListAsk ask;
    if (const std::string_view word = query.get("state"); !word.empty()) {
        ask.state = from_word<OrderState>(word);
        if (!ask.state) return fail(bad_field("state", "must be the state of an order"));
    }
    const auto after = query_number(query.get("after"), {.low = 1, .high = INT64_MAX});
    if (!after) return fail(bad_field("after", "must be next of the answer before"));
    const auto limit = query_number(query.get("limit"), {1, kRowsMax, kRowsDefault});
    if (!limit) return fail(bad_field("limit", "must be a whole number from 1 to 200"));
    ask.before = OrderId{*after};
    ask.limit = *limit;
    return ask;
}

std::int64_t refunds_open(const payment::Order& order) {
    return std::ranges::count_if(order.refunds, [](const payment::Refund& refund) {
        return refund.state != payment::RefundState::kDone;
    });
}

json::object order_row(const KnownOrder& known) {
    const payment::Order& order = known.order();
    json::object row{{"order", payment::to_text(order.code)}};
    if (known.copy.booking) row["booking"] = booking::to_text(*known.copy.booking);
    row["state"] = to_word(order.state);
    if (order.ended) row["reason"] = to_word(*order.ended);
    row["performance"] = known.performance();
    const auto seat_name = known.seat_name();
    json::array seats;
    json::array back;
    for (const payment::QuoteLine& line : order.quote.lines) {
        const std::string seat{seat_name(line.chosen.seat)};
        seats.emplace_back(seat);
        if (order.given_back(line.chosen.seat)) back.emplace_back(seat);
    }
    row["seats"] = std::move(seats);
    row["givenBack"] = std::move(back);
    row["total"] = order.quote.total.amount;
    row["currency"] = order.quote.total.currency.text();
    if (!order.attempts.empty())
        row["provider"] = known.provider_name(order.attempts.back().provider);
    // The history starts with the first attempt to pay.
    row["beganAt"] = known.time_text(order.history.front().at);
    if (order.paid_at()) row["paidAt"] = known.time_text(*order.paid_at());
    row["refunded"] = refunded(order);
    row["refundsOpen"] = refunds_open(order);
    row["guest"] = hex_encode(order.guest);
    return row;
}

AdminOutcome list_answer(const AdminCall& call, json::array rows, std::optional<OrderId> next) {
    json::object answer{{"orders", std::move(rows)}};
    answer["next"] = next ? json::value(next->value) : json::value{};
    answer["serverTime"] = format_iso_time(call.context.clock.now());
    return json_answer(answer);
}

awaitable<sale::OrderOutcome> find_by_number(AdminCall& call, std::string_view number) {
    if (const auto code = payment::parse_order_code(number)) {
        command::ShowOrder show{*code, std::nullopt};
        co_return co_await call.context.orders->call(std::move(show));
    }
    const auto booked = booking::parse_booking_number(number);
    if (!booked) co_return fail(sale::PayRefusal{sale::PayError::kUnknownOrder});
    command::ShowBooking show{*booked, std::nullopt};
    co_return co_await call.context.orders->call(std::move(show));
}

// Returns at most one row.
AdminWork list_found(AdminCall call, waiting_room::EventId event) {
    const std::string number{call.query.get("find")};
    const auto found = co_await find_by_number(call, number);
    json::array rows;
    if (found && found->order.event == event) rows.push_back(order_row({call.context, *found}));
    co_return list_answer(call, std::move(rows), std::nullopt);
}

}  // namespace

AdminWork list_orders(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    const waiting_room::EventId id = event->id;
    const auto ask = read_ask(call.query);
    if (!ask) co_return fail(ask.error());
    if (!call.query.get("find").empty()) co_return co_await list_found(std::move(call), id);
    json::array rows;
    std::optional<OrderId> next = ask->before;
    for (int look = 0; look < kLooksMax && next && rows.size() < ask->limit; ++look) {
        const auto wanted = static_cast<std::uint32_t>(ask->limit - rows.size());
        command::FindOrders find{id, *next, ask->state, wanted};
        const auto page = co_await call.context.orders->call(std::move(find));
        if (!page) co_return fail(refusal_of(page.error()));
        for (const sale::OrderCopy& copy : page->orders)
            rows.push_back(order_row({call.context, copy}));
        next = page->next;
    }
    co_return list_answer(call, std::move(rows), next);
}

}  // namespace onsale::http
