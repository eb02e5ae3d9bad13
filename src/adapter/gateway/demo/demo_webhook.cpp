#include "adapter/gateway/demo/demo_webhook.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/base64url.hpp"
#include "base/text/ascii.hpp"

namespace onsale::gateway {
namespace {

using payment::WebhookError;

constexpr std::array<std::string_view, 6> kNames = {"reference", "payment_key", "merchant",
                                                    "status",    "amount",      "currency"};
using Values = std::array<std::string, kNames.size()>;

// The next line's value if the line has this name.
std::optional<std::string> take_line(std::string_view& rest, std::string_view name) {
    const auto end = rest.find('\n');
    if (end == rest.npos) return std::nullopt;
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    if (!line.starts_with(name) || line.substr(name.size()).substr(0, 1) != "=")
        return std::nullopt;
    return std::string{line.substr(name.size() + 1)};
}

std::optional<std::int64_t> read_number(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// The value of a header that occurs exactly once. The name is case-insensitive.
std::optional<std::string> only(const WebhookHeaders& headers, std::string_view name) {
    std::optional<std::string> found;
    for (const auto& [key, value] : headers) {
        if (!std::ranges::equal(key, name, {}, ascii_lower)) continue;
        if (found) return std::nullopt;
        found = value;
    }
    return found;
}

}  // namespace

std::string to_body(const DemoNotice& notice) {
    const Values values = {notice.reference,
                           notice.payment_key,
                           notice.merchant,
                           notice.status,
                           std::to_string(notice.amount.amount),
                           std::string{notice.amount.currency.text()}};
    std::string body;
    for (std::size_t i = 0; i < kNames.size(); ++i)
        body.append(kNames[i]).append("=").append(values[i]).append("\n");
    return body;
}

std::optional<DemoNotice> parse_body(std::string_view body) {
    Values values;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        auto value = take_line(body, kNames[i]);
        if (!value) return std::nullopt;
        values[i] = *std::move(value);
    }
    const auto amount = read_number(values[4]);
    const auto currency = payment::parse_currency(values[5]);
    if (!body.empty() || !amount || !currency) return std::nullopt;
    return DemoNotice{values[0], values[1], values[2], values[3], {*amount, *currency}};
}

WebhookHeaders to_headers(const DemoWebhook& webhook) {
    return {{std::string{kWebhookIdHeader}, webhook.id},
            {std::string{kWebhookTimeHeader}, std::to_string(to_ms(webhook.sent_at))},
            {std::string{kWebhookSignatureHeader}, webhook.signature}};
}

std::optional<DemoWebhook> from_headers(const WebhookHeaders& headers, std::string_view body) {
    auto id = only(headers, kWebhookIdHeader);
    auto signature = only(headers, kWebhookSignatureHeader);
    const auto sent_at = read_number(only(headers, kWebhookTimeHeader).value_or(""));
    if (!id || !signature || !sent_at) return std::nullopt;
    return DemoWebhook{*std::move(id), instant_from_ms(*sent_at), std::string{body},
                       *std::move(signature)};
}

DemoWebhook WebhookProof::sign(std::string id, std::string body, Instant now) const {
    DemoWebhook webhook{std::move(id), now, std::move(body), {}};
    webhook.signature = signature(webhook);
    return webhook;
}

Result<DemoNotice, WebhookError> WebhookProof::check(const DemoWebhook& webhook,
                                                     Instant now) const {
    if (!token::equal_in_constant_time(signature(webhook), webhook.signature))
        return fail(WebhookError::kBadProof);
    if (webhook.sent_at < now - kWindow || webhook.sent_at > now + kWindow)
        return fail(WebhookError::kTooOld);
    auto notice = parse_body(webhook.body);
    if (!notice) return fail(WebhookError::kMalformed);
    return *std::move(notice);
}

std::string WebhookProof::signature(const DemoWebhook& webhook) const {
    // The message starts with the id's length, and the time contains no dot. So no two webhooks
    // have the same message.
    const std::string message = std::to_string(webhook.id.size()) + '.' + webhook.id + '.' +
                                std::to_string(to_ms(webhook.sent_at)) + '.' + webhook.body;
    return hex_encode(as_bytes(mac_(message)));
}

}  // namespace onsale::gateway
