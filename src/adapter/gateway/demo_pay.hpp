#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "adapter/gateway/demo_webhook.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "payment/domain/money.hpp"

namespace onsale::gateway {

// What becomes of a payment; chosen on its page.
enum class DemoScript : std::uint8_t {
    kApprove,
    kDecline,
    kSlow,              // Approves; the answer takes its time.
    kLoseAnswer,        // Charges; the answer is never given.
    kDuplicateWebhook,  // Approves; the webhook comes several times.
    kLateWebhook,       // Approves; the webhook comes long after.
    kWebhookFirst,      // Approves; the answer comes after the webhook.
    kChargeAtPage,      // Charges without a confirm, as one-step providers do.
};

enum class DemoRefundScript : std::uint8_t { kApprove, kRefuse, kLoseAnswer };

enum class DemoStatus : std::uint8_t { kReady, kAuthorised, kDone, kDeclined, kExpired, kVoided };

enum class DemoError : std::uint8_t {
    kUnknownPayment,
    kOtherAmount,   // The reference or the payment is known with another amount.
    kOtherPayment,  // The key and the reference do not belong together.
    kNotReady,      // It is over, or has not begun.
    kOtherBalance,
    kRefused,
    kKeyReused,  // One idempotency key for two different requests.
    kFull,
};

struct DemoPayment {
    std::string payment_key;
    std::string reference;  // Our merchant's name for it.
    std::string merchant;
    payment::Money amount;
    std::int64_t balance = 0;  // What of the charge was not given back.
    DemoStatus status{};
};

// How an answer travels: whoever carries it waits this long, or drops it.
struct DemoDelivery {
    Duration after{};
    bool lost = false;
};

struct DemoReply {
    Result<DemoPayment, DemoError> result;
    DemoDelivery delivery;
};

struct DemoConfirm {
    std::string payment_key;
    std::string reference;
    payment::Money amount;
};

struct DemoCancel {
    std::string payment_key;
    payment::Money amount;
    std::int64_t balance_before = 0;
    std::string idempotency_key;
};

struct DemoPayConfig {
    std::string merchant = "demo";
    std::string key;                                // Secret; signs webhooks and names payments.
    Duration valid_for = std::chrono::minutes{10};  // From opening to confirm.
    Duration slow = std::chrono::seconds{20};
    Duration late = std::chrono::minutes{12};
    std::size_t payments_max = 1'000'000;
};

// Demo Pay: a payment provider without a bank, for trying out and for tests. Only the core: it
// keeps payments and says what to answer and which webhooks to send; pages, HTTP and waiting are
// around it. However often it is asked, a reference is charged once.
// Thread safety: none; one owner.
class DemoPay {
  public:
    explicit DemoPay(DemoPayConfig config);

    // The merchant's calls. Opening again with the same reference gives the same payment.
    Result<DemoPayment, DemoError> open(std::string_view reference, const payment::Money& amount,
                                        Instant now);
    DemoReply confirm(const DemoConfirm& confirm, Instant now);
    // Gives back a part or all of a charge, once for an idempotency key.
    DemoReply cancel(const DemoCancel& cancel, Instant now);
    // Takes back what was charged, if anything was, and never charges it later.
    DemoReply net_cancel(std::string_view reference);
    std::optional<DemoPayment> query(std::string_view reference, Instant now) const;
    std::optional<DemoPayment> query_key(std::string_view payment_key, Instant now) const;

    // The guest's button on the page.
    Result<DemoPayment, DemoError> press(std::string_view payment_key, DemoScript script,
                                         Instant now);
    Result<DemoPayment, DemoError> script_refunds(std::string_view payment_key,
                                                  DemoRefundScript script);

    // Webhooks to send now. Each comes again later until it is acknowledged or given up.
    std::vector<DemoWebhook> take_webhooks(Instant now);
    void acknowledge(std::string_view webhook_id);
    std::optional<Instant> next_webhook() const;

    std::uint64_t charges(std::string_view reference) const;
    const DemoPayConfig& config() const { return config_; }
    const WebhookProof& proof() const { return proof_; }

  private:
    struct Given {
        std::string idempotency_key;
        std::int64_t amount = 0;
    };
    struct Payment {
        DemoPayment shown;
        Instant valid_until;
        DemoScript script{};
        DemoRefundScript refund_script{};
        std::vector<Given> given_back;
        std::uint32_t charges = 0;
    };
    struct Queued {
        std::string id;
        std::string body;
        std::uint8_t tries = 0;
    };

    Payment* find_key(std::string_view payment_key);
    const Payment* find(std::string_view reference) const;
    static DemoPayment shown(const Payment& payment, Instant now);
    void charge(Payment& payment, Instant now);
    void announce(const Payment& payment, Instant at, unsigned copies);

    DemoPayConfig config_;
    token::Mac names_;
    WebhookProof proof_;
    std::unordered_map<std::string, Payment> payments_;        // By reference.
    std::unordered_map<std::string, std::string> references_;  // By payment key.
    std::multimap<Instant, Queued> webhooks_;
    std::uint64_t webhooks_made_ = 0;
};

std::string_view to_text(DemoStatus status);

}  // namespace onsale::gateway
