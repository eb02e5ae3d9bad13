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

// The last two of each error enum are the environment's: kUnavailable is certainly not done,
// kOutcomeUnknown may be done and is safe to ask again.
enum class HoldError : std::uint8_t {
    kUnknownEvent,
    kUnknownPerformance,
    kNotOpen,      // The sale has not begun, or is over.
    kNoAdmission,  // None, ended, or somebody else's.
    kHoldsStopped,
    kSectionStopped,
    kLimitReached,  // The guest would have more seats than the event allows.
    kPhaseShareUsed,
    kHall,  // The hall's own rules: HoldRefusal::hall says which.
    kUnavailable,
    kOutcomeUnknown,
};

struct HoldRefusal {
    HoldError error{};
    seat::HallRefusal hall{};
    std::vector<std::string> unknown_seats{};  // Ids that are no seats of this hall.
};

struct Held {
    HallId hall;
    seat::HeldSeats seats;  // The deadline is line time.
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
    kSeatTaken,     // Of a hold that was kept elsewhere: they are somebody else's.
    kUnknownOrder,  // Also somebody else's: the two are never told apart.
    kOrder,         // The order's own rules: PayRefusal::order says which.
    kUnavailable,
    kOutcomeUnknown,
};

struct PayRefusal {
    PayError error{};
    payment::OrderError order{};

    // Nothing was decided about what was told: whoever told it must do so again.
    bool must_come_again() const {
        return error == PayError::kUnavailable || error == PayError::kOutcomeUnknown;
    }
};

// An order as it stands, with what is known around it.
struct OrderCopy {
    payment::Order order;
    std::shared_ptr<const payment::Terms> terms;  // Those it was priced with.
    std::optional<booking::BookingNumber> booking;
    payment::RefundIndex refund{};  // Of a refund that was asked for.
    // This call, and no other, was the one that must now ask the provider to confirm.
    bool calls_provider = false;
};

enum class OfficeError : std::uint8_t {
    kUnknownEvent,
    kUnknownPerformance,
    kHasHall,
    kUnknownSeat,
    kUnknownSection,
    kBadField,  // OfficeRefusal::field says which.
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

// Who asks, under which admission, for which performance.
struct Buyer {
    waiting_room::EventId event;
    std::string performance;
    GuestId guest;
    waiting_room::AdmissionId admission;
};

// The seat's price type by its name; seats that are not named have the first one.
struct PriceChoice {
    std::string seat;
    std::string type;
};

// A hold that is kept outside of this state, where admission and hold were checked and its clock
// was stopped.
struct HoldElsewhere {
    seat::Seats seats;
    Duration left{};  // Of its time; clocks of lines may differ, durations do not.
};

using HoldOutcome = Result<Held, HoldRefusal>;
using ReleaseOutcome = Result<std::uint32_t, HoldRefusal>;  // How many seats were given back.
using OrderOutcome = Result<OrderCopy, PayRefusal>;
using OrdersOutcome = Result<std::vector<OrderCopy>, PayRefusal>;
// Orders that were looked for, and before which one to look on; nothing: there are no more.
struct OrderPage {
    std::vector<OrderCopy> orders;
    std::optional<payment::OrderId> next;
};
using OrderPageOutcome = Result<OrderPage, PayRefusal>;
using RefundPreview = Result<payment::RefundQuote, PayRefusal>;
using OfficeOutcome = Result<std::uint32_t, OfficeRefusal>;  // How many seats or orders.

namespace command {

// Seats.
struct SelectSeats {
    Buyer buyer;
    std::vector<std::string> seats;
};
struct SelectBest {
    Buyer buyer;
    seat::Wish wish;
    std::optional<std::int64_t> price_max{};  // Of one seat with everything mandatory.
};
struct ReleaseSeats {
    Buyer buyer;
};

// Orders. Where a guest is told, the order must be this guest's.
struct RequestPayment {
    Buyer buyer;
    std::vector<PriceChoice> types;
    payment::ProviderId provider;
    std::string merchant;
    payment::ProviderTraits traits;
    std::optional<payment::CallKey> call{};
    std::optional<HoldElsewhere> hold{};  // None: the hold is one of this state.
};
struct ConfirmPayment {
    payment::OrderCode order;
    std::optional<GuestId> guest;
    std::uint8_t attempt = 0;  // 0: the present one.
    std::string payment_key;
    payment::Money amount;
    std::optional<payment::CallKey> call{};
};
// What the guest's browser brought back from the provider's page.
struct KeepReturn {
    payment::OrderCode order;
    std::uint8_t attempt = 0;
    std::string payment_key;
    payment::Money amount;
    std::string approval;
};
struct TakeBack {
    payment::OrderCode order;
    std::uint8_t attempt = 0;
};
struct RecordPayment {
    payment::OrderCode order;
    std::uint8_t attempt = 0;
    payment::ResultSource source{};
    payment::PaymentResult result;
    payment::Actor by{payment::ActorKind::kProvider};
    bool seats_lost = false;  // Where holds are kept elsewhere: somebody else holds them by now.
};
struct CancelOrder {
    payment::OrderCode order;
    std::optional<GuestId> guest;
    payment::Actor by{payment::ActorKind::kGuest};
    std::optional<payment::CallKey> call{};
};
struct RequestRefund {
    payment::OrderCode order;
    std::optional<GuestId> guest;
    std::vector<std::string> seats;  // Empty: all that are left.
    payment::RefundWhy why = payment::RefundWhy::kGuestWish;
    payment::Money shown;  // What the guest saw and agreed to.
    payment::Actor by{payment::ActorKind::kGuest};
    std::optional<payment::CallKey> call{};
};
struct RecordRefund {
    payment::OrderCode order;
    payment::RefundIndex refund;
    std::uint8_t of_try = 0;
    payment::RefundResult result{};
};
struct RetryRefund {
    payment::OrderCode order;
    payment::RefundIndex refund;
    payment::Actor by{payment::ActorKind::kOperator};
};
struct AskAgain {
    payment::OrderCode order;
    payment::Actor by{payment::ActorKind::kOperator};
};

// Questions: they change nothing.
struct ShowOrder {
    payment::OrderCode order;
    std::optional<GuestId> guest;
};
// For the cashier, who meets orders in facts.
struct ShowOrderById {
    payment::OrderId order;
};
struct ShowBooking {
    booking::BookingNumber number;
    std::optional<GuestId> guest;
};
// The guest's open order for a performance.
struct ShowOpenOrder {
    waiting_room::EventId event;
    std::string performance;
    GuestId guest;
};
// The guest's bookings, newest first.
struct ListBookings {
    GuestId guest;
};
// Orders of an event after one, in the order they were opened, at most kOrdersPerList; for exports.
struct ListOrders {
    waiting_room::EventId event;
    payment::OrderId after;
    std::uint32_t limit = 0;
};
// Orders of an event, newest first: those before one (zero: before none), in a state where one is
// named, at most kOrdersPerList. It looks at kOrdersLookedAt of them and leaves the rest to the
// next call.
struct FindOrders {
    waiting_room::EventId event;
    payment::OrderId before;
    std::optional<payment::OrderState> state;
    std::uint32_t limit = 0;
};
struct PreviewRefund {
    RequestRefund refund;
};

// The operator's. A rehearsed one is decided and counted, and changes nothing.
// REQUIRES: seat::check found no mistake in the plan.
struct OpenHall {
    waiting_room::EventId event;
    std::string performance;
    std::shared_ptr<const seat::HallPlan> plan;
    seat::HallRules rules;
    std::shared_ptr<const seat::Seating> seating;  // Of the plan; made beforehand, off the writer.
    bool rehearse = false;
};
struct SetHallRules {
    waiting_room::EventId event;
    std::string performance;
    seat::HallRules rules;
    bool rehearse = false;
};
struct BlockSeats {
    waiting_room::EventId event;
    std::string performance;
    std::vector<std::string> seats;
    std::string reason;
    std::string owner;
    bool rehearse = false;
};
struct UnblockSeats {
    waiting_room::EventId event;
    std::string performance;
    std::vector<std::string> seats;
    bool rehearse = false;
};
// Returned seats become free now: the named ones, or so many that wait for a person.
struct ReleaseReturned {
    waiting_room::EventId event;
    std::string performance;
    std::vector<std::string> seats;
    std::uint32_t count = 0;
    bool rehearse = false;
};
struct SetTerms {
    waiting_room::EventId event;
    std::shared_ptr<const payment::Terms> terms;
    bool rehearse = false;
};
struct SetSettings {
    waiting_room::EventId event;
    std::shared_ptr<const SaleSettings> settings;
    bool rehearse = false;
};
struct SetLevers {
    waiting_room::EventId event;
    std::shared_ptr<const SaleLevers> levers;
    bool rehearse = false;
};
// 0: no brake.
struct SetBrake {
    waiting_room::EventId event;
    std::uint32_t per_second = 0;
    bool rehearse = false;
};

}  // namespace command

// An answer of the writer's is copied between two batches of the sale: about 1 us an order, so that
// a page of an export is a tenth of a millisecond.
constexpr std::size_t kOrdersPerList = 100;
// To look at one without copying it takes a tenth of that.
constexpr std::size_t kOrdersLookedAt = 2'000;
// Nobody buys more often; whoever does sees the newest.
constexpr std::size_t kBookingsPerList = 500;

}  // namespace onsale::sale
