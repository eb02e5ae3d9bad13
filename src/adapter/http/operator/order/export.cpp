// Exports orders as CSV for spreadsheets. base/text/csv.hpp prevents that a text becomes a formula.
#include <utility>

#include <fmt/format.h>

#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/admin_sale_answers.hpp"
#include "adapter/http/operator/order/order_json.hpp"
#include "base/base64url.hpp"
#include "base/text/csv.hpp"
#include "payment/domain/order_code.hpp"
#include "payment/domain/words.hpp"

namespace onsale::http {
namespace {

namespace command = sale::command;

// About 15 MB. Further orders are exported by a call with `after`.
constexpr std::size_t kOrdersPerExport = 50'000;

constexpr std::string_view kColumns[] = {
    "order",      "booking",   "state",  "performance", "seats",    "grades",
    "priceTypes", "price",     "fees",   "total",       "currency", "provider",
    "paymentKey", "createdAt", "paidAt", "refunded",    "guest"};

template <class TextOf>
std::string joined(const payment::Order& order, const TextOf& text_of) {
    std::string text;
    for (const payment::QuoteLine& line : order.quote.lines)
        text += (text.empty() ? "" : " ") + text_of(line);
    return text;
}

// The attempt that paid, otherwise the last one.
const payment::Attempt* told_attempt(const payment::Order& order) {
    if (order.attempts.empty()) return nullptr;
    if (!order.booked) return &order.attempts.back();
    return &order.attempts[order.charges[order.booked->value].attempt - 1u];
}

std::int64_t price_of(const payment::Order& order) {
    std::int64_t sum = 0;
    for (const payment::QuoteLine& line : order.quote.lines)
        sum += line.price;
    return sum;
}

// The order named in the query, after which the export starts.
boost::asio::awaitable<Result<payment::OrderId, AdminRefusal>> first_after(AdminCall& call) {
    const std::string_view text = call.query.get("after");
    if (text.empty()) co_return payment::OrderId{};
    const auto code = payment::parse_order_code(text);
    if (!code) co_return fail(bad_field("after", "must be the code of an order"));
    command::ShowOrder show{*code, std::nullopt};
    const auto found = co_await call.context.orders->call(std::move(show));
    if (!found) co_return fail(AdminRefusal{ErrorCode::kOrderNotFound, {{"order", text}}});
    co_return found->order.id;
}

std::string next_link(const AdminCall& call, payment::OrderCode last) {
    return fmt::format("Link: </api/admin/events/{}/orders.csv?after={}>; rel=\"next\"\r\n",
                       call.key(), payment::to_text(last));
}

std::string order_csv_line(const KnownOrder& known) {
    const payment::Order& order = known.order();
    const payment::Attempt* const attempt = told_attempt(order);
    const std::int64_t price = price_of(order);
    CsvLine line;
    line.text(payment::to_text(order.code));
    line.text(known.copy.booking ? booking::to_text(*known.copy.booking) : "");
    line.text(to_word(order.state));
    line.text(known.performance());
    line.text(joined(
        order, [&](const payment::QuoteLine& one) { return known.seat_name()(one.chosen.seat); }));
    line.text(joined(order, [&](const payment::QuoteLine& one) { return known.grade_of(one); }));
    line.text(joined(order, [&](const payment::QuoteLine& one) { return known.type_of(one); }));
    line.number(price).number(order.quote.total.amount - price).number(order.quote.total.amount);
    line.text(order.quote.total.currency.text());
    line.text(attempt != nullptr ? known.provider_name(attempt->provider) : "");
    line.text(attempt != nullptr ? attempt->payment_key : "");
    line.text(order.history.empty() ? "" : known.time_text(order.history.front().at));
    line.text(order.paid_at() ? known.time_text(*order.paid_at()) : "");
    line.number(refunded(order)).text(hex_encode(order.guest));
    return line.take();
}

}  // namespace

AdminWork export_orders(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    const waiting_room::EventId id = event->id;
    const auto after = co_await first_after(call);
    if (!after) co_return fail(after.error());
    AdminAnswer answer{.body = csv_header(kColumns), .content_type = "text/csv; charset=utf-8"};
    payment::OrderId last = *after;
    for (std::size_t told = 0; told < kOrdersPerExport; told += sale::kOrdersPerList) {
        command::ListOrders list{id, last, sale::kOrdersPerList};
        const auto page = co_await call.context.orders->call(std::move(list));
        if (!page) co_return fail(refusal_of(page.error()));
        for (const sale::OrderCopy& copy : *page)
            answer.body += order_csv_line({call.context, copy});
        if (page->size() < sale::kOrdersPerList) {
            answer.headers.clear();
            break;
        }
        last = page->back().order.id;
        answer.headers = next_link(call, page->back().order.code);
    }
    co_return answer;
}

}  // namespace onsale::http
