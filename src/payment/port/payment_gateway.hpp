#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "base/result.hpp"
#include "base/time.hpp"
#include "payment/domain/command.hpp"

namespace onsale::payment {

// What a provider can do. An order is told of the first two (ProviderTraits).
struct GatewayTraits {
    bool query_by_order = true;    // Toss Payments; KG Inicis by contract; not NHN KCP.
    bool charges_at_page = false;  // Money may move before our confirm.
    bool query_by_key = true;      // By the provider's own name of the payment.
    bool net_cancel = false;       // KG Inicis: take back an approval whose answer was lost.
    bool idempotency_keys = true;  // Else a repeated refund is told apart by the balance before it.
    bool signed_webhooks = true;   // Else a webhook is only a reason to ask.
    bool browser_posts = false;    // The result comes as a cross-site POST of the guest's browser.
    bool partial_cancel = true;
};

// An attempt as a provider is told of it. Each has a name of its own, made from order and attempt,
// since providers refuse an order id they have seen; the order's random code keeps two servers of
// one merchant, or a restored backup, from using the same name.
struct AttemptName {
    OrderCode order;
    std::uint8_t attempt = 0;

    friend constexpr auto operator<=>(const AttemptName&, const AttemptName&) = default;
};

// The name on the wire: "O-0000000000ABC-2". Six to 64 characters of those every provider takes.
std::string to_text(const AttemptName& name);
std::optional<AttemptName> parse_attempt_name(std::string_view text);

struct PaymentRequest {
    AttemptName name;
    Money amount;
    std::string title;       // What the guest reads on the provider's page.
    std::string return_url;  // Carries the one-time state.
    Instant valid_until;
};

// Where the guest's browser goes: a page to open, or a form to post (both may have fields).
struct PaymentPage {
    std::string url;
    std::vector<std::pair<std::string, std::string>> fields;
};

// What a browser brought back, as it came. Nothing of it is believed before parse_return().
struct BrowserReturn {
    std::vector<std::pair<std::string, std::string>> fields;
};

// The browser's word in the provider's terms: enough to confirm, no proof of anything.
struct ReturnedPayment {
    AttemptName name;
    bool gave_up = false;  // The provider's page says it failed or was left.
    std::string payment_key;
    Money amount;
    std::string approval;  // What the provider's confirm needs besides (tokens, hosts), opaque.
};

struct ConfirmRequest {
    AttemptName name;
    std::string payment_key;
    std::string approval;
    Money amount;  // The order's, never the browser's.
};

struct QueryRequest {
    AttemptName name;
    std::string payment_key;  // Empty when the provider never told.
};

struct CancelRequest {
    AttemptName name;
    std::string payment_key;
    RefundIndex refund;  // With the name it makes the idempotency key, the same for every try.
    Money amount;
    std::int64_t balance_before = 0;  // As the order knows it: the provider refuses if it differs.
    std::string reason;
};

struct WebhookRequest {
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string peer_address;  // Some providers are known by nothing else.
};

// A webhook whose proof was checked. Without a result it is only a reason to ask about the attempt.
struct WebhookNotice {
    std::string id;  // The provider's, where it has one.
    AttemptName name;
    std::optional<PaymentResult> result;
    std::string reply;  // The body that stops the provider from sending it again.
};

enum class GatewayError : std::uint8_t {
    kRefused,         // Understood and refused; asking again gives the same.
    kUnavailable,     // Certainly not done.
    kOutcomeUnknown,  // May be done: ask, never compensate.
};

enum class ReturnError : std::uint8_t { kMalformed, kForeign };
enum class WebhookError : std::uint8_t { kBadProof, kTooOld, kMalformed, kForeign };

// A provider of payments, behind its own words. Every call has the adapter's own deadline and
// answers; no exception crosses.
// Suspends: the awaitable calls; they resume on the caller's loop.
// Thread safety: one object per loop, used on that loop.
class PaymentGateway {
  public:
    virtual ~PaymentGateway() = default;

    virtual GatewayTraits traits() const = 0;
    // Ours at the provider: compared with what every answer says.
    virtual std::string_view merchant() const = 0;

    // Where to send the guest. Asking again for the same attempt gives the same payment.
    virtual boost::asio::awaitable<Result<PaymentPage, GatewayError>> request(
        PaymentRequest request) = 0;
    // Approved, Declined, Unavailable or OutcomeUnknown; never asked twice by an order.
    virtual boost::asio::awaitable<PaymentResult> confirm(ConfirmRequest confirm) = 0;
    // Approved, Declined (final), Pending, or Unavailable when there is no answer.
    virtual boost::asio::awaitable<PaymentResult> query(QueryRequest query) = 0;
    // Takes back an approval that nobody relied on: Declined (kReversed) or OutcomeUnknown.
    // REQUIRES: traits().net_cancel, and a confirm whose outcome is unknown.
    virtual boost::asio::awaitable<PaymentResult> net_cancel(ConfirmRequest confirm) = 0;
    // Gives back all or a part. A repeat with the same refund index changes nothing.
    virtual boost::asio::awaitable<RefundResult> cancel(CancelRequest cancel) = 0;

    virtual Result<ReturnedPayment, ReturnError> parse_return(
        const BrowserReturn& returned) const = 0;
    virtual Result<WebhookNotice, WebhookError> verify_webhook(const WebhookRequest& webhook,
                                                               Instant now) const = 0;
};

inline ProviderTraits order_traits(const GatewayTraits& traits) {
    return {traits.query_by_order, traits.charges_at_page};
}

}  // namespace onsale::payment
