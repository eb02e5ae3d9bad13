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

// What becomes of every refund of a payment from then on.
enum class DemoRefundScript : std::uint8_t {
    kApprove,
    kRefuse,
    kLoseAnswer,  // Gives back; the answer is never given.
    kUnreachable,
};

enum class DemoStatus : std::uint8_t {
    kReady,
    kAuthorised,
    kDone,
    kDeclined,
    kExpired,
    kVoided,
    kLeft,  // By the guest, without paying.
};

// As the page's form and the API spell them: "approve", "lose-answer", ...
std::string_view to_text(DemoScript script);
std::optional<DemoScript> parse_demo_script(std::string_view text);
std::optional<DemoRefundScript> parse_demo_refund_script(std::string_view text);
std::string_view to_text(DemoStatus status);

struct DemoPayment {
    std::string payment_key;
    std::string reference;  // Our merchant's name for it.
    std::string merchant;
    payment::Money amount;
    std::int64_t balance = 0;  // What of the charge was not given back.
    DemoStatus status{};
    std::string title;
    std::string return_url;
    Instant valid_until;
};

// Everything that is known of a payment: what is kept on disk.
struct DemoRecord {
    struct Given {
        std::string idempotency_key;
        std::int64_t amount = 0;
    };
    // A webhook that nobody acknowledged yet. There is at most one a payment.
    struct Announced {
        DemoStatus status{};
        Instant at;  // Of the next try.
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
