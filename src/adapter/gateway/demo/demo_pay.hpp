#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "adapter/gateway/demo/demo_payment.hpp"
#include "adapter/gateway/demo/demo_webhook.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "payment/domain/money.hpp"

namespace onsale::gateway {

enum class DemoError : std::uint8_t {
    kUnknownPayment,
    kOtherAmount,   // The reference or the payment is known with another amount.
    kOtherPayment,  // The key and the reference do not belong together.
    kNotReady,      // It has ended, or has not been authorised yet.
    kOtherBalance,
    kRefused,
    kKeyReused,  // The idempotency key was used for another request.
    kFull,
    kUnreachable,
};

// How the caller must deliver an answer: after this delay, or not at all.
struct DemoDelivery {
    Duration after{};
    bool lost = false;
};

struct DemoReply {
    Result<DemoPayment, DemoError> result;
    DemoDelivery delivery;
};

struct DemoRequest {
    std::string reference;
    payment::Money amount;
    std::string title;
    std::string return_url;              // A path, or http(s); empty: there is no way back.
    std::optional<Instant> valid_until;  // Limited by the provider's own maximum.
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
    std::string key;  // Secret; signs webhooks and derives payment keys.
    Duration valid_for = std::chrono::minutes{10};  // Time from opening to confirm.
    Duration slow = std::chrono::seconds{20};
    Duration late = std::chrono::minutes{12};
    std::optional<DemoScript> answer{};  // Applied to every payment immediately; no page is shown.
    std::size_t payments_max = 1'000'000;
};

// Demo Pay: a payment provider without a bank, for demos and tests. This is only the core: it keeps
// payments and decides which answers to give, which webhooks to send and what to save. Pages, HTTP,
// files and waiting are implemented around it. A reference is charged once, however often it is
// confirmed.
// Thread safety: none; one owner.
class DemoPay {
  public:
    explicit DemoPay(DemoPayConfig config);

    // Calls of the merchant. Opening the same reference again gives the same payment. Until the
    // guest has chosen, the newest return URL is used.
    Result<DemoPayment, DemoError> open(const DemoRequest& request, Instant now);
    Result<DemoPayment, DemoError> open(std::string_view reference, const payment::Money& amount,
                                        Instant now) {
        return open({std::string{reference}, amount, {}, {}, {}}, now);
    }
    DemoReply confirm(const DemoConfirm& confirm, Instant now);
    // Refunds a part or all of a charge, once per idempotency key.
    DemoReply cancel(const DemoCancel& cancel, Instant now);
    // Reverses the charge, if there was one, and prevents a later charge.
    DemoReply net_cancel(std::string_view reference);
    std::optional<DemoPayment> query(std::string_view reference, Instant now) const;
    std::optional<DemoPayment> query_key(std::string_view payment_key, Instant now) const;

    // The buttons of the guest's page. Only the first press counts.
    Result<DemoPayment, DemoError> press(std::string_view payment_key, DemoScript script,
                                         Instant now);
    Result<DemoPayment, DemoError> leave(std::string_view payment_key, Instant now);
    Result<DemoPayment, DemoError> script_refunds(std::string_view payment_key,
                                                  DemoRefundScript script);

    // Webhooks to send now, up to a limit. Each is repeated until it is acknowledged or given up.
    // Only a webhook that was sent can be acknowledged.
    std::vector<DemoWebhook> take_webhooks(Instant now);
    void acknowledge(std::string_view webhook_id);
    std::optional<Instant> next_webhook() const;

    // The payments that changed since the last saved(), each as bytes for load().
    std::vector<std::string> unsaved() const;
    void saved() { unsaved_.clear(); }
    // Every payment, as bytes for load().
    std::vector<std::string> records() const;
    // Loads a payment and replaces an earlier record of it. Returns false for an invalid record.
    bool load(std::string_view bytes);

    std::uint64_t charges(std::string_view reference) const;
    const DemoPayConfig& config() const { return config_; }
    const WebhookProof& proof() const { return proof_; }

  private:
    DemoRecord* find_key(std::string_view payment_key);
    const DemoRecord* find(std::string_view reference) const;
    static DemoPayment shown(const DemoRecord& record, Instant now);
    DemoRecord make(const DemoRequest& request, Instant now) const;
    void charge(DemoRecord& record, Instant now);
    void end(DemoRecord& record, DemoStatus status, Instant now);
    void announce(DemoRecord& record, Instant at);
    void changed(const DemoRecord& record) { unsaved_.insert(record.payment.reference); }

    DemoPayConfig config_;
    token::Mac names_;
    WebhookProof proof_;
    std::unordered_map<std::string, DemoRecord> payments_;     // Keyed by reference.
    std::unordered_map<std::string, std::string> references_;  // Keyed by payment key.
    // Payments with a pending webhook, by reference.
    std::set<std::pair<Instant, std::string>> due_;
    std::set<std::string> unsaved_;  // References; at most one per payment.
};

}  // namespace onsale::gateway
