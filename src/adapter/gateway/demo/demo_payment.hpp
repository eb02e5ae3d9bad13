#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/time.hpp"
#include "payment/domain/money.hpp"

namespace onsale::gateway {

// The outcome of a payment; chosen on its page.
enum class DemoScript : std::uint8_t {
    kApprove,
    kDecline,
    kSlow,              // Approves; the answer is delayed.
    kLoseAnswer,        // Charges; the answer is lost.
    kDuplicateWebhook,  // Approves; the webhook is sent several times.
    kLateWebhook,       // Approves; the webhook is sent much later.
    kWebhookFirst,      // Approves; the answer is given after the webhook.
    kChargeAtPage,      // Charges without a confirm, like one-step providers.
};

// The outcome of every later refund of a payment.
enum class DemoRefundScript : std::uint8_t {
    kApprove,
    kRefuse,
    kLoseAnswer,  // Refunds; the answer is lost.
    kUnreachable,
};

enum class DemoStatus : std::uint8_t {
    kReady,
    kAuthorised,
    kDone,
    kDeclined,
    kExpired,
    kVoided,
    kLeft,  // The guest left without paying.
};

// The spelling in the page's form and in the API: "approve", "lose-answer", ...
std::optional<DemoScript> parse_demo_script(std::string_view text);
std::optional<DemoRefundScript> parse_demo_refund_script(std::string_view text);
std::string_view to_text(DemoStatus status);

struct DemoPayment {
    std::string payment_key;
    std::string reference;  // The merchant's name for it.
    std::string merchant;
    payment::Money amount;
    std::int64_t balance = 0;  // The part of the charge that was not refunded.
    DemoStatus status{};
    std::string title;
    std::string return_url;
    Instant valid_until;
};

// The complete state of a payment, as it is stored on disk.
struct DemoRecord {
    struct Given {
        std::string idempotency_key;
        std::int64_t amount = 0;
    };
    // A webhook that is not acknowledged yet. A payment has at most one.
    struct Announced {
        DemoStatus status{};
        Instant at;  // Time of the next try.
        std::uint8_t tries = 0;
    };

    DemoPayment payment;
    DemoScript script{};
    DemoRefundScript refund_script{};
    std::vector<Given> given_back;
    std::uint32_t charges = 0;
    std::optional<Announced> announced;
};

std::string to_bytes(const DemoRecord& record);
std::optional<DemoRecord> read_demo_record(std::string_view bytes);

}  // namespace onsale::gateway
