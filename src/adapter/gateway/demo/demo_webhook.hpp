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

// A webhook as it is sent: the body, and in headers the id, the time of sending and the proof.
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
// Nothing when a header is missing, there twice or not in its form: then there is no proof.
std::optional<DemoWebhook> from_headers(const WebhookHeaders& headers, std::string_view body);

// What is told of a payment. As text: one `name=value` a line, in this order.
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

// Signs and checks webhooks: HMAC-SHA256 over id, time and body, in hex. A copy is good for a few
// minutes only, so that a recorded one cannot be sent again for ever; inside them the id tells.
class WebhookProof {
  public:
    // Both clocks may be wrong by a little, and the network may be slow.
    static constexpr Duration kWindow = std::chrono::minutes{5};

    explicit WebhookProof(std::string_view key) : mac_(key) {}

    DemoWebhook sign(std::string id, std::string body, Instant now) const;
    Result<DemoNotice, payment::WebhookError> check(const DemoWebhook& webhook, Instant now) const;

  private:
    std::string signature(const DemoWebhook& webhook) const;

    token::Mac mac_;
};

}  // namespace onsale::gateway
