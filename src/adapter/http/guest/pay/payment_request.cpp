#include "adapter/http/guest/pay/payment_request.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <boost/json/object.hpp>

#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "base/sha256.hpp"
#include "base/utf8.hpp"
#include "codec/object_reader.hpp"
#include "payment/domain/order_code.hpp"
#include "payment/domain/prices.hpp"

namespace onsale::http {

using boost::json::object;

namespace {

constexpr std::size_t kPriceTypeMax = 200;   // Maximum length of a price type's name.
constexpr std::size_t kPaymentKeyMax = 200;  // Longest payment key of all providers.
constexpr std::size_t kIdempotencyKeyMax = 255;
constexpr codec::NumberRange kAmounts{0, payment::kTotalMax};

std::unexpected<BadQuery> bad(std::string_view field) {
    return fail(BadQuery{ErrorCode::kBadField, std::string{field}});
}

// Parses the body of a call about money.
Result<object, BadQuery> money_body(const Request& request,
                                    std::initializer_list<std::string_view> fields) {
    if (request.header("idempotency-key").size() > kIdempotencyKeyMax)
        return bad("Idempotency-Key");
    return json_body(request, fields);
}

std::uint64_t digest(std::string_view text) {
    const Sha256Digest whole = sha256(text);
    std::uint64_t part = 0;
    std::memcpy(&part, whole.data(), sizeof part);
    return part;
}

// Eight bytes of each digest. A client that constructs a collision harms only itself.
std::optional<payment::CallKey> call_key(const Request& request) {
    const std::string_view key = request.header("idempotency-key");
    if (key.empty()) return std::nullopt;
    return payment::CallKey{digest(key), digest(request.body)};
}

bool has_text(std::string_view text, std::size_t max) {
    return !text.empty() && characters(text) <= max;
}

Result<std::vector<sale::PriceChoice>, BadQuery> choices_in(const object& body) {
    if (!body.contains("priceTypes")) return {};
    auto types = codec::ObjectReader{body}.get<codec::TextsByName>(
        "priceTypes", codec::AtMost{seat::kSeatsPerHoldMax});
    if (!types) return bad("priceTypes");
    std::vector<sale::PriceChoice> choices;
    for (auto& [id, type] : *types) {
        if (!has_text(type, kPriceTypeMax)) return bad("priceTypes");
        // Fails like a seat that the guest does not hold: no schema can distinguish the two.
        if (!seat::is_id(id, seat::kSeatIdBytesMax))
            return fail(BadQuery{ErrorCode::kPriceTypeUnknown});
        choices.push_back({std::move(id), std::move(type)});
    }
    return choices;
}

Result<payment::Money, BadQuery> money_in(const object& body) {
    const auto amount = codec::ObjectReader{body}.get<std::int64_t>("amount", kAmounts);
    if (!amount) return bad("amount");
    const auto currency = payment::parse_currency(text_field(body, "currency"));
    if (!currency) return bad("currency");
    return payment::Money{*amount, *currency};
}

Result<payment::OrderCode, BadQuery> order_named(std::string_view text) {
    if (text.empty()) return bad("orderId");
    const auto code = payment::parse_order_code(text);
    if (!code) return fail(BadQuery{ErrorCode::kOrderNotFound, {}});
    return *code;
}

Result<std::vector<std::string>, BadQuery> seats_in(const object& body) {
    if (!body.contains("seats")) return {};
    auto seats = ids_in(body, "seats", {seat::kSeatsPerHoldMax});
    if (!seats || seats->empty()) return bad("seats");
    return std::move(*seats);
}

// Parses "A-1,A-2". Seat ids contain no comma.
Result<std::vector<std::string>, BadQuery> seats_listed(std::string_view text) {
    std::vector<std::string> seats;
    if (text.ends_with(',')) return bad("seats");
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        if (!seat::is_id(text.substr(0, end), seat::kSeatIdBytesMax) ||
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
    auto names = names_in(*body);
    if (!names) return fail(names.error());
    PaymentAsk ask{std::move(*names), {}, {}, {}};
    if (body->contains("provider")) {
        auto provider = key_field(*body, "provider");
        if (!provider) return fail(provider.error());
        ask.provider = std::move(*provider);
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
    if (!has_text(key, kPaymentKeyMax)) return bad("paymentKey");
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

}  // namespace onsale::http
