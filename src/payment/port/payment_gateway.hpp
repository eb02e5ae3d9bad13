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

// The capabilities of a provider. An order gets the first two (ProviderTraits).
struct GatewayTraits {
    // Supported by Toss Payments, by KG Inicis by contract, not by NHN KCP.
    bool query_by_order = true;
    bool charges_at_page = false;  // Money may move before our confirm.
    bool query_by_key = true;      // With the provider's own payment id.
    bool net_cancel = false;       // KG Inicis: cancel an approval whose answer was lost.
    // If false, a repeated refund is recognized by the balance before it.
    bool idempotency_keys = true;
    bool signed_webhooks = true;  // If false, a webhook only triggers a query.
    bool browser_posts = false;   // The result arrives as a cross-site POST of the guest's browser.
    bool partial_cancel = true;
};

// Identifies an attempt at a provider. Each attempt has its own name, made from order and attempt,
// because providers reject an order id that they have seen. The random order code prevents two
// servers of one merchant, or a restored backup, from using the same name.
struct AttemptName {
    OrderCode order;
    std::uint8_t attempt = 0;

    friend constexpr auto operator<=>(const AttemptName&, const AttemptName&) = default;
};

// The name on the wire: "O-0000000000ABC-2". It has 6 to 64 characters, all of them accepted by
// every provider.
std::string to_text(const AttemptName& name);
std::optional<AttemptName> parse_attempt_name(std::string_view text);

struct PaymentRequest {
    AttemptName name;
    Money amount;
    std::string title;       // Shown to the guest on the provider's page.
    std::string return_url;  // Contains the one-time state.
    Instant valid_until;
};

// Where the guest's browser goes: a page to open or a form to post. Both may have fields.
struct PaymentPage {
    std::string url;
    std::vector<std::pair<std::string, std::string>> fields;
};

// The data that the browser returned, unchanged. Nothing of it is trusted before parse_return().
struct BrowserReturn {
    std::vector<std::pair<std::string, std::string>> fields;
};

// The browser's data in the provider's terms. It is sufficient to confirm but proves nothing.
struct ReturnedPayment {
    AttemptName name;
    bool gave_up = false;  // The provider's page reports a failure or that the guest left.
    std::string payment_key;
    Money amount;
    // Opaque data besides the key that the provider's confirm needs (tokens, hosts).
    std::string approval;
};

struct ConfirmRequest {
    AttemptName name;
    std::string payment_key;
    std::string approval;
    Money amount;  // The amount of the order, never the browser's.
};

struct QueryRequest {
    AttemptName name;
    std::string payment_key;  // Empty if the provider never reported one.
};

struct CancelRequest {
    AttemptName name;
    std::string payment_key;
    // Forms the idempotency key together with the name; the same for every try.
    RefundIndex refund;
    Money amount;
    // Balance known to the order; the provider rejects the call if it differs.
    std::int64_t balance_before = 0;
    std::string reason;
};

struct WebhookRequest {
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string peer_address;  // Some providers can only be identified by their address.
};

// A webhook with a verified proof. Without a result it only triggers a query about the attempt.
struct WebhookNotice {
    std::string id;  // The provider's id of the webhook, if it has one.
    AttemptName name;
    std::optional<PaymentResult> result;
    std::string reply;  // The response body that stops the provider from sending it again.
};

enum class GatewayError : std::uint8_t {
    kRefused,         // Understood and rejected; a retry gives the same result.
    kUnavailable,     // Certainly not done.
    kOutcomeUnknown,  // May be done: query the provider, never compensate.
};

enum class ReturnError : std::uint8_t { kMalformed, kForeign };
enum class WebhookError : std::uint8_t { kBadProof, kTooOld, kMalformed, kForeign };

// A payment provider, independent of its protocol. Every call has a timeout set by the adapter and
// always returns a result; no exception leaves the adapter.
// Suspends: the awaitable calls; they resume on the caller's loop.
// Thread safety: one object per loop, used on that loop.
class PaymentGateway {
  public:
    virtual ~PaymentGateway() = default;

    virtual GatewayTraits traits() const = 0;
    // Our merchant id at the provider. It is compared with that in every answer.
    virtual std::string_view merchant() const = 0;

    // Returns the page for the guest. A repeated call for the same attempt gives the same payment.
    virtual boost::asio::awaitable<Result<PaymentPage, GatewayError>> request(
        PaymentRequest request) = 0;
    // Returns Approved, Declined, Unavailable or OutcomeUnknown. An order calls it only once per
    // attempt.
    virtual boost::asio::awaitable<PaymentResult> confirm(ConfirmRequest confirm) = 0;
    // Returns Approved, Declined (final), Pending, or Unavailable when there is no answer.
    virtual boost::asio::awaitable<PaymentResult> query(QueryRequest query) = 0;
    // Cancels an approval that had no effect yet. Returns Declined (kReversed) or OutcomeUnknown.
    // REQUIRES: traits().net_cancel, and a confirm whose outcome is unknown.
    virtual boost::asio::awaitable<PaymentResult> net_cancel(ConfirmRequest confirm) = 0;
    // Refunds all or a part. A repetition with the same refund index changes nothing.
    virtual boost::asio::awaitable<RefundResult> cancel(CancelRequest cancel) = 0;

    // Pays at the page like a guest and returns what the browser would bring back, for a test
    // purchase. Nothing where only a person can pay.
    virtual std::optional<BrowserReturn> pay_at_page(const PaymentPage&) { return std::nullopt; }
    virtual Result<ReturnedPayment, ReturnError> parse_return(
        const BrowserReturn& returned) const = 0;
    virtual Result<WebhookNotice, WebhookError> verify_webhook(const WebhookRequest& webhook,
                                                               Instant now) const = 0;
};

inline ProviderTraits order_traits(const GatewayTraits& traits) {
    return {traits.query_by_order, traits.charges_at_page};
}

}  // namespace onsale::payment
