#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "payment/domain/command.hpp"
#include "payment/domain/order_book.hpp"
#include "sale/domain/fact.hpp"
#include "sale/domain/settings.hpp"
#include "seat/domain/command.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::sale {

// The last two values of each error enum come from the environment. kUnavailable: the command was
// certainly not executed. kOutcomeUnknown: it may have been executed, and it is safe to retry.
enum class HoldError : std::uint8_t {
    kUnknownEvent,
    kUnknownPerformance,
    kNotOpen,      // The sale has not begun or is over.
    kNoAdmission,  // Missing, ended, or another guest's.
    kHoldsStopped,
    kSectionStopped,
    kLimitReached,  // The guest would exceed the event's seat limit.
    kPhaseShareUsed,
    kHall,  // Rejected by the hall; see HoldRefusal::hall.
    kUnavailable,
    kOutcomeUnknown,
};

struct HoldRefusal {
    HoldError error{};
    seat::HallRefusal hall{};
    std::vector<std::string> unknown_seats{};  // Ids that do not exist in this hall.
};

struct Held {
    HallId hall;
    seat::HeldSeats seats;  // The deadline is in line time.
};

enum class PayError : std::uint8_t {
    kUnknownEvent,
    kUnknownPerformance,
    kNotOpen,
    kNoAdmission,
    kNoHold,
    kNoPrices,  // The operator has not set prices for this hall.
    kUnknownPriceType,
    kProviderStopped,
    kLimitReached,
    kSeatTaken,     // For a hold stored elsewhere: the seats belong to another guest.
    kUnknownOrder,  // Also for another guest's order: the two cases are indistinguishable.
    kOrder,         // Rejected by the order; see PayRefusal::order.
    kUnavailable,
    kOutcomeUnknown,
};

struct PayRefusal {
    PayError error{};
    payment::OrderError order{};

    // True if nothing was decided about the reported result: the caller must report it again.
    bool must_come_again() const {
        return error == PayError::kUnavailable || error == PayError::kOutcomeUnknown;
    }
};

// A copy of an order with related data.
struct OrderCopy {
    payment::Order order;
    std::shared_ptr<const payment::Terms> terms;  // The terms that it was priced with.
    std::optional<booking::BookingNumber> booking;
    payment::RefundIndex refund{};  // The index of a refund that was requested.
    // Set for exactly one call, which must then ask the provider to confirm.
    bool calls_provider = false;
};

enum class OfficeError : std::uint8_t {
    kUnknownEvent,
    kUnknownPerformance,
    kHasHall,
    kUnknownSeat,
    kUnknownSection,
    kBadField,  // See OfficeRefusal::field.
    kNoPrice,   // A grade of a hall has no price; the field is the grade.
    kHall,
    kTooMany,
    kUnavailable,
    kOutcomeUnknown,
};

struct OfficeRefusal {
    OfficeError error{};
    std::string field{};
    seat::HallRefusal hall{};
};

// The guest, the admission and the performance of a request.
struct Buyer {
    waiting_room::EventId event;
    std::string performance;
    GuestId guest;
    waiting_room::AdmissionId admission;
};

// The price type of a seat by name. Seats that are not listed get the first type.
struct PriceChoice {
    std::string seat;
    std::string type;
};

// A hold that is stored outside of this state. Its admission and its seats were checked there, and
// its clock was stopped.
struct HoldElsewhere {
    seat::Seats seats;
    Duration left{};  // Remaining time. A duration, because the clocks of lines may differ.
};

using HoldOutcome = Result<Held, HoldRefusal>;
using ReleaseOutcome = Result<std::uint32_t, HoldRefusal>;  // Number of returned seats.
using OrderOutcome = Result<OrderCopy, PayRefusal>;

// True only if the order could not decide, so that the caller must report its result again. A
// rejection is also a decision.
inline bool must_come_again(const OrderOutcome& outcome) {
    return !outcome && outcome.error().must_come_again();
}
using OrdersOutcome = Result<std::vector<OrderCopy>, PayRefusal>;
// A page of matching orders, and the id before which the next page begins; not set on the last
// page.
struct OrderPage {
    std::vector<OrderCopy> orders;
    std::optional<payment::OrderId> next;
};
using OrderPageOutcome = Result<OrderPage, PayRefusal>;
using RefundPreview = Result<payment::RefundQuote, PayRefusal>;
using OfficeOutcome = Result<std::uint32_t, OfficeRefusal>;  // Number of seats or orders.

// Each command names the type of its outcome. The engine refuses and answers it with that type.
namespace command {

// Commands for seats.
// Requests exactly these seats, all or none. They replace the seats held before. A repetition
// returns the same hold.
struct SelectSeats {
    using Outcome = HoldOutcome;
    Buyer buyer;
    std::vector<std::string> seats;
};
struct SelectBest {
    using Outcome = HoldOutcome;
    Buyer buyer;
    seat::Wish wish;
    std::optional<std::int64_t> price_max{};  // Maximum price of one seat including mandatory fees.
};
struct ReleaseSeats {
    using Outcome = ReleaseOutcome;
    Buyer buyer;
};

// Commands for orders. If a guest is set, the order must belong to this guest.
// A repeated request returns the same attempt.
struct RequestPayment {
    using Outcome = OrderOutcome;
    Buyer buyer;
    std::vector<PriceChoice> types;
    payment::ProviderId provider;
    std::string merchant;
    payment::ProviderTraits traits;
    std::optional<payment::CallKey> call{};
    std::optional<HoldElsewhere> hold{};  // Not set: the hold is in this state.
};
// The first confirm of an attempt is durable before the provider is called. Its caller then calls
// the provider once (`OrderCopy::calls_provider`) and reports the answer by RecordPayment.
struct ConfirmPayment {
    using Outcome = OrderOutcome;
    payment::OrderCode order;
    std::optional<GuestId> guest;
    std::uint8_t attempt = 0;  // 0: the current one.
    std::string payment_key;
    payment::Money amount;
    std::optional<payment::CallKey> call{};
};
// Stores what the guest's browser brought back from the provider's page. Durable before the browser
// is answered. The cashier of this or a later process then confirms.
struct KeepReturn {
    using Outcome = OrderOutcome;
    payment::OrderCode order;
    std::uint8_t attempt = 0;
    std::string payment_key;
    payment::Money amount;
    std::string approval;
};
// Durable before the provider is asked to cancel an approval whose answer was lost (net-cancel).
// Afterwards no approval of the attempt counts until RecordPayment reports the result. Rejected if
// the outcome has become known meanwhile.
struct TakeBack {
    using Outcome = OrderOutcome;
    payment::OrderCode order;
    std::uint8_t attempt = 0;
};
// The hold of a declined order is stored elsewhere and ends later than its order: the guest got
// more time there. The order then lasts at least as long as the hold. A repeated command changes
// nothing.
struct HoldLonger {
    using Outcome = OrderOutcome;
    waiting_room::EventId event;
    std::string performance;
    GuestId guest;
    Duration left{};  // Remaining time of the hold, as in HoldElsewhere.
};
// Records a provider's result. Results may arrive in any order and any number of times; the first
// one counts.
struct RecordPayment {
    using Outcome = OrderOutcome;
    payment::OrderCode order;
    std::uint8_t attempt = 0;
    payment::ResultSource source{};
    payment::PaymentResult result;
    payment::Actor by{payment::ActorKind::kProvider};
    bool seats_lost = false;  // For holds stored elsewhere: another guest holds the seats by now.
};
struct CancelOrder {
    using Outcome = OrderOutcome;
    payment::OrderCode order;
    std::optional<GuestId> guest;
    payment::Actor by{payment::ActorKind::kGuest};
    std::optional<payment::CallKey> call{};
};
// Durable before the provider is called. The reader of the order's RefundSent fact makes the call.
struct RequestRefund {
    using Outcome = OrderOutcome;
    payment::OrderCode order;
    std::optional<GuestId> guest;
    std::vector<std::string> seats;  // Empty: all that are left.
    payment::RefundWhy why = payment::RefundWhy::kGuestWish;
    payment::Money shown;  // The amount that the guest saw and accepted.
    payment::Actor by{payment::ActorKind::kGuest};
    std::optional<payment::CallKey> call{};
};
struct RecordRefund {
    using Outcome = OrderOutcome;
    payment::OrderCode order;
    payment::RefundIndex refund;
    std::uint8_t of_try = 0;
    payment::RefundResult result{};
};
struct RetryRefund {
    using Outcome = OrderOutcome;
    payment::OrderCode order;
    payment::RefundIndex refund;
    payment::Actor by{payment::ActorKind::kOperator};
};
struct AskAgain {
    using Outcome = OrderOutcome;
    payment::OrderCode order;
    payment::Actor by{payment::ActorKind::kOperator};
};

// Queries; they change nothing.
struct ShowOrder {
    using Outcome = OrderOutcome;
    payment::OrderCode order;
    std::optional<GuestId> guest;
};
// For the cashier, which gets order ids from facts.
struct ShowOrderById {
    using Outcome = OrderOutcome;
    payment::OrderId order;
};
struct ShowBooking {
    using Outcome = OrderOutcome;
    booking::BookingNumber number;
    std::optional<GuestId> guest;
};
// The guest's open order for a performance.
struct ShowOpenOrder {
    using Outcome = OrderOutcome;
    waiting_room::EventId event;
    std::string performance;
    GuestId guest;
};
// The guest's bookings, newest first.
struct ListBookings {
    using Outcome = OrdersOutcome;
    GuestId guest;
};
// Orders of an event after the given one, in the order they were opened, at most kOrdersPerList.
// For exports.
struct ListOrders {
    using Outcome = OrdersOutcome;
    waiting_room::EventId event;
    payment::OrderId after;
    std::uint32_t limit = 0;
};
// Orders of an event, newest first: those before the given one (zero: all), optionally in one
// state, at most kOrdersPerList. One call examines at most kOrdersLookedAt orders and leaves the
// rest to the next call.
struct FindOrders {
    using Outcome = OrderPageOutcome;
    waiting_room::EventId event;
    payment::OrderId before;
    std::optional<payment::OrderState> state;
    std::uint32_t limit = 0;
};
struct PreviewRefund {
    using Outcome = RefundPreview;
    RequestRefund refund;
};

// Operator commands. `rehearse`: the command is decided and its effect is counted, but nothing
// changes.
// REQUIRES: seat::check found no mistake in the plan.
struct OpenHall {
    using Outcome = OfficeOutcome;
    waiting_room::EventId event;
    std::string performance;
    std::shared_ptr<const seat::HallPlan> plan;
    seat::HallRules rules;
    // Made from the plan in advance, outside the writer thread.
    std::shared_ptr<const seat::Seating> seating;
    bool rehearse = false;
};
struct SetHallRules {
    using Outcome = OfficeOutcome;
    waiting_room::EventId event;
    std::string performance;
    seat::HallRules rules;
    bool rehearse = false;
};
struct BlockSeats {
    using Outcome = OfficeOutcome;
    waiting_room::EventId event;
    std::string performance;
    std::vector<std::string> seats;
    std::string reason;
    std::string owner;
    bool rehearse = false;
};
struct UnblockSeats {
    using Outcome = OfficeOutcome;
    waiting_room::EventId event;
    std::string performance;
    std::vector<std::string> seats;
    bool rehearse = false;
};
// Frees returned seats now: the named ones, or `count` of those that wait for an operator.
struct ReleaseReturned {
    using Outcome = OfficeOutcome;
    waiting_room::EventId event;
    std::string performance;
    std::vector<std::string> seats;
    std::uint32_t count = 0;
    bool rehearse = false;
};
struct SetTerms {
    using Outcome = OfficeOutcome;
    waiting_room::EventId event;
    std::shared_ptr<const payment::Terms> terms;
    bool rehearse = false;
};
struct SetSettings {
    using Outcome = OfficeOutcome;
    waiting_room::EventId event;
    std::shared_ptr<const SaleSettings> settings;
    bool rehearse = false;
};
struct SetLevers {
    using Outcome = OfficeOutcome;
    waiting_room::EventId event;
    std::shared_ptr<const SaleLevers> levers;
    bool rehearse = false;
};
// 0: no brake.
struct SetBrake {
    using Outcome = OfficeOutcome;
    waiting_room::EventId event;
    std::uint32_t per_second = 0;
    bool rehearse = false;
};

}  // namespace command

// The writer copies the answer between two batches of the sale. A copy takes about 1 us per order,
// so one page of an export takes a tenth of a millisecond.
constexpr std::size_t kOrdersPerList = 100;
// Examining an order without a copy takes a tenth of that time.
constexpr std::size_t kOrdersLookedAt = 2'000;
// More than any guest buys. A guest with more bookings sees the newest ones.
constexpr std::size_t kBookingsPerList = 500;

}  // namespace onsale::sale
