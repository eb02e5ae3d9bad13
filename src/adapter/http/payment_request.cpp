#include "adapter/http/payment_request.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "adapter/http/json_body.hpp"
#include "adapter/http/page_address.hpp"
#include "adapter/http/query.hpp"
#include "adapter/http/queue_answer_text.hpp"
#include "base/sha256.hpp"
#include "payment/domain/order_code.hpp"

namespace onsale::http {

using boost::json::object;

namespace {

constexpr std::size_t kProviderBytesMax = 40;
constexpr std::size_t kPriceTypeBytesMax = 100;
constexpr std::size_t kPaymentKeyBytesMax = 200;  // The longest of the providers'.
constexpr std::size_t kIdempotencyKeyMax = 255;

std::unexpected<BadQuery> bad(std::string_view field) {
    return fail(BadQuery{ErrorCode::kBadField, field});
}

// The body of a call about money.
Result<object, BadQuery> money_body(const Request& request,
                                    std::initializer_list<std::string_view> fields) {
    if (request.header("idempotency-key").size() > kIdempotencyKeyMax)
        return bad("Idempotency-Key");
    auto body = json_body(request, fields);
    if (!body) return fail(BadQuery{body.error(), {}});
    return std::move(*body);
}

std::uint64_t digest(std::string_view text) {
    const Sha256Digest whole = sha256(text);
    std::uint64_t part = 0;
    std::memcpy(&part, whole.data(), sizeof part);
    return part;
}

// Eight bytes of each digest: who finds two bodies that share them fools only itself.
std::optional<payment::CallKey> call_key(const Request& request) {
    const std::string_view key = request.header("idempotency-key");
    if (key.empty()) return std::nullopt;
    return payment::CallKey{digest(key), digest(request.body)};
}

bool has_text(std::string_view text, std::size_t max) {
    return !text.empty() && text.size() <= max;
}

Result<std::vector<sale::PriceChoice>, BadQuery> choices_in(const object& body) {
    const auto* const types = body.if_contains("priceTypes");
    if (types == nullptr) return {};
    const auto* const by_seat = types->if_object();
    if (by_seat == nullptr || by_seat->size() > seat::kSeatsPerHoldMax) return bad("priceTypes");
    std::vector<sale::PriceChoice> choices;
    for (const auto& member : *by_seat) {
        const auto* const type = member.value().if_string();
        if (type == nullptr || !has_text(*type, kPriceTypeBytesMax) ||
            !has_text(member.key(), seat::kIdBytesMax))
            return bad("priceTypes");
        choices.push_back({std::string{member.key()}, std::string{*type}});
    }
    return choices;
}

Result<payment::Money, BadQuery> money_in(const object& body) {
    const auto* const amount = body.if_contains("amount");
    if (amount == nullptr || !amount->is_int64() || amount->get_int64() < 0) return bad("amount");
    const auto currency = payment::parse_currency(text_field(body, "currency"));
    if (!currency) return bad("currency");
    return payment::Money{amount->get_int64(), *currency};
}

Result<payment::OrderCode, BadQuery> order_named(std::string_view text) {
    if (text.empty()) return bad("orderId");
    const auto code = payment::parse_order_code(text);
    if (!code) return fail(BadQuery{ErrorCode::kOrderNotFound, {}});
    return *code;
}

Result<std::vector<std::string>, BadQuery> seats_in(const object& body) {
    const auto* const value = body.if_contains("seats");
    if (value == nullptr) return {};
    const auto* const list = value->if_array();
    if (list == nullptr || list->empty() || list->size() > seat::kSeatsPerHoldMax)
        return bad("seats");
    std::vector<std::string> seats;
    for (const auto& item : *list) {
        const auto* const id = item.if_string();
        if (id == nullptr || !has_text(*id, seat::kIdBytesMax)) return bad("seats");
        seats.emplace_back(*id);
    }
    return seats;
}

// "A-1,A-2"; ids of seats have no comma.
Result<std::vector<std::string>, BadQuery> seats_listed(std::string_view text) {
    std::vector<std::string> seats;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        if (!has_text(text.substr(0, end), seat::kIdBytesMax) ||
            seats.size() == seat::kSeatsPerHoldMax)
            return bad("seats");
        seats.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return seats;
}

}  // namespace

Result<PaymentAsk, BadQuery> parse_payment(const Request& request) {
    const auto body =
        money_body(request, {"eventId", "performanceId", "provider", "priceTypes", "language"});
    if (!body) return fail(body.error());
    PaymentAsk ask{{text_field(*body, "eventId"), text_field(*body, "performanceId")}, {}, {}, {}};
    if (ask.names.event.empty()) return bad("eventId");
    if (ask.names.performance.empty()) return bad("performanceId");
    if (body->contains("provider")) {
        ask.provider = text_field(*body, "provider");
        if (!has_text(ask.provider, kProviderBytesMax)) return bad("provider");
    }
    if (body->contains("language")) {
        ask.language = language_named(text_field(*body, "language"));
        if (!ask.language) return bad("language");
    }
    auto choices = choices_in(*body);
    if (!choices) return fail(choices.error());
    ask.types = std::move(*choices);
    ask.call = call_key(request);
    return ask;
}

Result<ConfirmAsk, BadQuery> parse_confirm(const Request& request) {
    const auto body = money_body(request, {"orderId", "paymentKey", "amount", "currency"});
    if (!body) return fail(body.error());
    std::string key = text_field(*body, "paymentKey");
    if (!has_text(key, kPaymentKeyBytesMax)) return bad("paymentKey");
    const auto amount = money_in(*body);
    if (!amount) return fail(amount.error());
    const auto order = order_named(text_field(*body, "orderId"));
    if (!order) return fail(order.error());
    return ConfirmAsk{*order, std::move(key), *amount, call_key(request)};
}

Result<CancelAsk, BadQuery> parse_cancel(const Request& request) {
    const auto body = money_body(request, {"orderId", "seats", "amount", "currency"});
    if (!body) return fail(body.error());
    CancelAsk ask;
    if (body->contains("amount") || body->contains("currency") || body->contains("seats")) {
        const auto amount = money_in(*body);
        if (!amount) return fail(amount.error());
        ask.refund = *amount;
    }
    auto seats = seats_in(*body);
    if (!seats) return fail(seats.error());
    ask.seats = std::move(*seats);
    const auto order = order_named(text_field(*body, "orderId"));
    if (!order) return fail(order.error());
    ask.order = *order;
    ask.call = call_key(request);
    return ask;
}

Result<RefundAsk, BadQuery> parse_refund_preview(std::string_view query) {
    const auto values = QueryValues::parse(query);
    if (!values || !values->only({"orderId", "seats"}))
        return fail(BadQuery{ErrorCode::kUnknownQueryKey, {}});
    auto seats = seats_listed(values->get("seats"));
    if (!seats) return fail(seats.error());
    const auto order = order_named(values->get("orderId"));
    if (!order) return fail(order.error());
    return RefundAsk{*order, std::move(*seats)};
}

std::string details_of(const BadQuery& bad, std::string_view event) {
    if (bad.code != ErrorCode::kEntryTokenRequired && bad.field.empty()) return "{}";
    const bool field = !bad.field.empty();
    std::string details = field ? R"({"field":)" : R"({"redirectTo":)";
    append_json_string(details, field ? std::string{bad.field} : "/queue/" + std::string{event});
    return details + "}";
}

}  // namespace onsale::http
