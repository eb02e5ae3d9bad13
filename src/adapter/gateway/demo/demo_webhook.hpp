#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "payment/domain/command.hpp"
#include "payment/port/payment_gateway.hpp"
#include "token/key/mac.hpp"

namespace onsale::gateway {

// A webhook as sent: the body, and headers with the id, the time of sending and the signature.
struct DemoWebhook {
    std::string id;
    Instant sent_at;
    std::string body;
    std::string signature;
};

constexpr std::string_view kWebhookIdHeader = "demopay-webhook-id";
constexpr std::string_view kWebhookTimeHeader = "demopay-webhook-time";
constexpr std::string_view kWebhookSignatureHeader = "demopay-webhook-signature";

using WebhookHeaders = std::vector<std::pair<std::string, std::string>>;
WebhookHeaders to_headers(const DemoWebhook& webhook);
// std::nullopt when a header is missing, repeated or malformed.
std::optional<DemoWebhook> from_headers(const WebhookHeaders& headers, std::string_view body);

// The content of a webhook. As text: one `name=value` per line, in this order.
struct DemoNotice {
    std::string reference;
    std::string payment_key;
    std::string merchant;
    std::string status;
    payment::Money amount;

    friend bool operator==(const DemoNotice&, const DemoNotice&) = default;
};

std::string to_body(const DemoNotice& notice);
std::optional<DemoNotice> parse_body(std::string_view body);

// Signs and checks webhooks: HMAC-SHA256 over id, time and body, in hex. A signature is valid only
// for a few minutes, so that a recorded webhook cannot be replayed forever. Within that window the
// id identifies repetitions.
class WebhookProof {
  public:
    // Maximum difference between the signed time and ours; allows for clock errors and a slow
    // network.
    static constexpr Duration kWindow = std::chrono::minutes{5};

    explicit WebhookProof(std::string_view key) : mac_(key) {}

    DemoWebhook sign(std::string id, std::string body, Instant now) const;
    Result<DemoNotice, payment::WebhookError> check(const DemoWebhook& webhook, Instant now) const;

  private:
    std::string signature(const DemoWebhook& webhook) const;

    token::Mac mac_;
};

}  // namespace onsale::gateway
