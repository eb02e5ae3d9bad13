#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "payment/domain/order.hpp"
#include "payment/domain/terms.hpp"

namespace onsale::payment {

// The last two values come from the environment. kUnavailable: the command was certainly not
// executed. kOutcomeUnknown: it may have been executed, and it is safe to retry.
enum class OrderError : std::uint8_t {
    kUnknownEvent,
    kUnknownOrder,  // Also for another guest's order: the two cases are indistinguishable.
    kBadTerms,
    kBadSeats,
    kNothingToPay,
    kHoldOver,
    kAlreadyPaying,  // The guest is already paying this or another order.
    kStillAsking,    // The outcome of an earlier attempt is not known yet.
    kAttemptsUsed,
    kEnded,
    kAlreadyPaid,
    kNotPaying,
    kTooLate,
    kMismatch,  // Amount, currency, attempt, merchant or payment does not match the order.
    kBeingPaid,
    kNotPaid,
    kNotRefundable,
    kSeatNotInOrder,
    kAlreadyRefunded,
    kAmountChanged,  // Differs from the amount shown to the guest; show it again.
    kTooMany,
    kWrongState,
    kKeyReused,  // The Idempotency-Key was used before with another body.
    kUnavailable,
    kOutcomeUnknown,
};

// A provider's result for an attempt.
namespace result {

struct Approved {
    std::string payment_key;
    std::string merchant;
    Money amount;
};
// Final: this attempt will not be charged.
struct Declined {
    DeclineReason reason{};
};
// Not decided yet.
struct Pending {};
// Our call certainly did not arrive.
struct Unavailable {};
// Our call may have arrived.
struct OutcomeUnknown {};

}  // namespace result

using PaymentResult = std::variant<result::Approved, result::Declined, result::Pending,
                                   result::Unavailable, result::OutcomeUnknown>;

enum class ResultSource : std::uint8_t {
    kAnswer,   // The answer to our confirm.
    kWebhook,  // With the provider's proof, which the gateway has checked.
    kQuery,    // The answer to our query.
    kBrowser,  // From the guest's browser: proves neither that money moved nor that it did not.
    kOperator,
};

enum class RefundResult : std::uint8_t { kDone, kRefused, kUnavailable, kOutcomeUnknown };

namespace command {

struct SetTerms {
    EventId event;
    std::shared_ptr<const Terms> terms;
    Actor by;
};
// REQUIRES: the caller has checked that the admission is live and that the guest holds exactly
// these seats.
struct RequestPayment {
    EventId event;
    PerformanceId performance;
    GuestId guest;
    std::vector<ChosenSeat> seats;
    Instant hold_until;
    ProviderId provider;
    std::string merchant;
    ProviderTraits traits;
    OrderCode code;  // For a new order; must be unique.
    std::optional<CallKey> call{};
};
struct ConfirmPayment {
    OrderId order;
    std::uint8_t attempt = 0;
    std::optional<GuestId> guest;  // If set, the order must belong to this guest.
    std::string payment_key;
    Money amount;  // As the browser sent it: compared, never trusted.
    std::optional<CallKey> call{};
};
// The guest's browser returned with the data that a confirm needs. The data is stored first and
// confirmed afterwards, possibly by another process.
struct KeepReturn {
    OrderId order;
    std::uint8_t attempt = 0;
    std::string payment_key;
    Money amount;          // As the browser sent it: compared, never trusted.
    std::string approval;  // Opaque data besides the key that the provider's confirm needs.
};
// The answer to a confirm was lost, and the provider supports cancelling the approval (net-cancel).
struct TakeBack {
    OrderId order;
    std::uint8_t attempt = 0;
};
struct RecordPayment {
    OrderId order;
    std::uint8_t attempt = 0;
    ResultSource source{};
    PaymentResult result;
    // Whether the order still owns its seats, or they are free with unchanged fences.
    bool seats_available = false;
    Actor by{ActorKind::kProvider};
};
struct CancelOrder {
    OrderId order;
    std::optional<GuestId> guest;
    Actor by{ActorKind::kGuest};
    std::optional<CallKey> call{};
};
// An operator restarts the queries for a parked order.
struct AskAgain {
    OrderId order;
    Actor by{ActorKind::kOperator};
};
struct RequestRefund {
    OrderId order;
    std::optional<GuestId> guest;
    std::vector<SeatIndex> seats;  // Empty: all that are left.
    RefundWhy why = RefundWhy::kGuestWish;
    // Result of days_before() in the event's zone; none if the event no longer has the performance.
    std::optional<std::int32_t> days_before = 0;
    Money shown;  // The amount that the guest saw and accepted.
    Actor by{ActorKind::kGuest};
    std::optional<CallKey> call{};
};
struct RecordRefund {
    OrderId order;
    RefundIndex refund;
    std::uint8_t of_try = 0;  // The try that this result answers, from 1.
    RefundResult result{};
};
struct RetryRefund {
    OrderId order;
    RefundIndex refund;
    Actor by{ActorKind::kOperator};
};

}  // namespace command

using Command = std::variant<command::SetTerms, command::RequestPayment, command::ConfirmPayment,
                             command::RecordPayment, command::CancelOrder, command::AskAgain,
                             command::RequestRefund, command::RecordRefund, command::RetryRefund,
                             command::TakeBack, command::KeepReturn>;

// Result of a command. The order itself contains the rest.
struct Done {
    OrderId order;
    std::uint8_t attempt = 0;
    RefundIndex refund;
    Money amount;
};

using OrderOutcome = Result<Done, OrderError>;

}  // namespace onsale::payment
