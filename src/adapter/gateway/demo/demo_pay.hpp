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
    kNotReady,      // It is over, or has not begun.
    kOtherBalance,
    kRefused,
    kKeyReused,  // One idempotency key for two different requests.
    kFull,
    kUnreachable,
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

struct DemoRequest {
    std::string reference;
    payment::Money amount;
    std::string title;
    std::string return_url;              // A path, or http(s); empty: nobody comes back.
    std::optional<Instant> valid_until;  // Never later than the provider itself allows.
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
    std::optional<DemoScript> answer{};  // Chosen for every payment at once; no page is shown.
    std::size_t payments_max = 1'000'000;
};

// Demo Pay: a payment provider without a bank, for trying out and for tests. Only the core: it
// keeps payments and says what to answer, which webhooks to send and what to save; pages, HTTP,
// files and waiting are around it. However often it is asked, a reference is charged once.
// Thread safety: none; one owner.
class DemoPay {
  public:
    explicit DemoPay(DemoPayConfig config);

    // The merchant's calls. Opening again with the same reference gives the same payment; until
    // the guest chose, the newest return address counts.
    Result<DemoPayment, DemoError> open(const DemoRequest& request, Instant now);
    Result<DemoPayment, DemoError> open(std::string_view reference, const payment::Money& amount,
                                        Instant now) {
        return open({std::string{reference}, amount, {}, {}, {}}, now);
    }
    DemoReply confirm(const DemoConfirm& confirm, Instant now);
    // Gives back a part or all of a charge, once for an idempotency key.
    DemoReply cancel(const DemoCancel& cancel, Instant now);
    // Takes back what was charged, if anything was, and never charges it later.
    DemoReply net_cancel(std::string_view reference);
    std::optional<DemoPayment> query(std::string_view reference, Instant now) const;
    std::optional<DemoPayment> query_key(std::string_view payment_key, Instant now) const;

    // The guest's buttons on the page; the first press counts.
    Result<DemoPayment, DemoError> press(std::string_view payment_key, DemoScript script,
                                         Instant now);
    Result<DemoPayment, DemoError> leave(std::string_view payment_key, Instant now);
    Result<DemoPayment, DemoError> script_refunds(std::string_view payment_key,
                                                  DemoRefundScript script);

    // Webhooks to send now, a limited number. Each comes again later until it is acknowledged or
    // given up. Only what was sent can be acknowledged.
    std::vector<DemoWebhook> take_webhooks(Instant now);
    void acknowledge(std::string_view webhook_id);
    std::optional<Instant> next_webhook() const;

    // The payments that changed since saved() was last called, each as bytes for load().
    std::vector<std::string> unsaved() const;
    void saved() { unsaved_.clear(); }
    // Every payment, as bytes for load().
    std::vector<std::string> records() const;
    // Takes a payment back, in place of what was loaded of it before; false: not a record.
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
    std::unordered_map<std::string, DemoRecord> payments_;     // By reference.
    std::unordered_map<std::string, std::string> references_;  // By payment key.
    std::set<std::pair<Instant, std::string>> due_;            // Announced payments, by reference.
    std::set<std::string> unsaved_;                            // References; no more than payments.
};

}  // namespace onsale::gateway
