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

// The last two are the environment's: kUnavailable is certainly not done, kOutcomeUnknown may be
// done and is safe to ask again.
enum class OrderError : std::uint8_t {
    kUnknownEvent,
    kUnknownOrder,  // Also somebody else's: the two are never told apart.
    kBadTerms,
    kBadSeats,
    kNothingToPay,
    kHoldOver,
    kAlreadyPaying,  // The guest is paying an order, this or another one.
    kStillAsking,    // What became of an earlier attempt is not known yet.
    kAttemptsUsed,
    kEnded,
    kAlreadyPaid,
    kNotPaying,
    kTooLate,
    kMismatch,  // Amount, currency, attempt, merchant or payment is not the order's.
    kBeingPaid,
    kNotPaid,
    kNotRefundable,
    kSeatNotInOrder,
    kAlreadyRefunded,
    kAmountChanged,  // Not what was shown: show it again.
    kTooMany,
    kWrongState,
    kKeyReused,  // An Idempotency-Key came with another body before.
    kUnavailable,
    kOutcomeUnknown,
};

// What a provider says about an attempt.
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
// Neither yet.
struct Pending {};
// Our call certainly did not arrive.
struct Unavailable {};
// It may have arrived.
struct OutcomeUnknown {};

}  // namespace result

using PaymentResult = std::variant<result::Approved, result::Declined, result::Pending,
                                   result::Unavailable, result::OutcomeUnknown>;

enum class ResultSource : std::uint8_t {
    kAnswer,   // To our confirm.
    kWebhook,  // With the provider's proof, checked by the gateway.
    kQuery,    // To our question.
    kBrowser,  // What the guest's browser brought back: never proof that money moved, nor of none.
    kOperator,
};

enum class RefundResult : std::uint8_t { kDone, kRefused, kUnavailable, kOutcomeUnknown };

namespace command {

struct SetTerms {
    EventId event;
    std::shared_ptr<const Terms> terms;
    Actor by;
};
// REQUIRES: the caller checked the live admission and that the guest holds exactly these seats.
struct RequestPayment {
    EventId event;
    PerformanceId performance;
    GuestId guest;
    std::vector<ChosenSeat> seats;
    Instant hold_until;
    ProviderId provider;
    std::string merchant;
    ProviderTraits traits;
    OrderCode code;  // Of a new order; no other order has it.
    std::optional<CallKey> call{};
};
struct ConfirmPayment {
    OrderId order;
    std::uint8_t attempt = 0;
    std::optional<GuestId> guest;  // If told, the order must be this guest's.
    std::string payment_key;
    Money amount;  // As the browser brought it: compared, never believed.
    std::optional<CallKey> call{};
};
// The guest's browser is back with what a confirm needs: kept first, confirmed by whoever can.
struct KeepReturn {
    OrderId order;
    std::uint8_t attempt = 0;
    std::string payment_key;
    Money amount;          // As the browser brought it: compared, never believed.
    std::string approval;  // What the provider's confirm needs besides the key, opaque.
};
// The answer to a confirm was lost, and the provider can be told to take the approval back.
struct TakeBack {
    OrderId order;
    std::uint8_t attempt = 0;
};
struct RecordPayment {
    OrderId order;
    std::uint8_t attempt = 0;
    ResultSource source{};
    PaymentResult result;
    // Whether the order's seats are still its own, or free again with their fences unchanged.
    bool seats_available = false;
    Actor by{ActorKind::kProvider};
};
struct CancelOrder {
    OrderId order;
    std::optional<GuestId> guest;
    Actor by{ActorKind::kGuest};
    std::optional<CallKey> call{};
};
// An operator starts the questions about a parked order once more.
struct AskAgain {
    OrderId order;
    Actor by{ActorKind::kOperator};
};
struct RequestRefund {
    OrderId order;
    std::optional<GuestId> guest;
    std::vector<SeatIndex> seats;  // Empty: all that are left.
    RefundWhy why = RefundWhy::kGuestWish;
    std::int32_t days_before = 0;  // days_before() in the event's zone.
    Money shown;                   // What the guest saw and agreed to.
    Actor by{ActorKind::kGuest};
    std::optional<CallKey> call{};
};
struct RecordRefund {
    OrderId order;
    RefundIndex refund;
    std::uint8_t of_try = 0;  // Which try is answered, from 1.
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

// What a command did or found done; the order itself tells the rest.
struct Done {
    OrderId order;
    std::uint8_t attempt = 0;
    RefundIndex refund;
    Money amount;
};

using OrderOutcome = Result<Done, OrderError>;

}  // namespace onsale::payment
