#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/guest_id.hpp"
#include "base/time.hpp"
#include "payment/domain/ids.hpp"
#include "payment/domain/prices.hpp"
#include "payment/domain/refund_policy.hpp"

namespace onsale::payment {

// Numbers are on disk: new ones go at the end.
enum class OrderState : std::uint8_t {
    kHeld,     // Declined; may be tried again until `deadline`.
    kPaying,   // At the provider's page until `deadline`, or being confirmed.
    kUnknown,  // The money may have moved: only the provider can say.
    kPaid,
    kEnded,
    kAwaitingDeposit,  // Kept for virtual accounts; no rule leads here yet.
};

enum class EndReason : std::uint8_t {
    kHoldExpired,
    kPayTimeUsed,
    kAttemptsUsed,
    kCancelled,  // By the guest.
    kRevoked,    // By an operator.
    kWrongAmount,
    kSeatsLost,
};

enum class DeclineReason : std::uint8_t {
    kOther,
    kLimit,      // Limit or balance: another card may do.
    kCard,       // Stopped, stolen, not accepted.
    kGuestLeft,  // Closed the provider's page.
    kExpired,    // Did not finish there in time.
    kReversed,   // Taken back by a net-cancel before anybody relied on it.
    kProviderUnavailable,
};

enum class ActorKind : std::uint8_t { kGuest, kProvider, kOperator, kSystem };

// Who caused a fact. Opaque: names live elsewhere.
struct Actor {
    ActorKind kind = ActorKind::kSystem;
    std::uint32_t staff = 0;  // Which operator.

    friend bool operator==(const Actor&, const Actor&) = default;
};

// What matters of a provider when its answers are missing.
struct ProviderTraits {
    bool can_ask = true;           // By our order id; NHN KCP cannot.
    bool charges_at_page = false;  // Money may move without a confirm of ours.

    friend bool operator==(const ProviderTraits&, const ProviderTraits&) = default;
};

struct Attempt {
    ProviderId provider;
    std::string merchant;
    ProviderTraits traits;
    Money total;
    std::string payment_key;  // The provider's name for the payment, once the guest was back.

    friend bool operator==(const Attempt&, const Attempt&) = default;
};

// Money that moved to us. Each one is booked or refunded.
struct Charge {
    std::uint8_t attempt = 0;
    std::string payment_key;
    Money amount;
    Instant at;

    friend bool operator==(const Charge&, const Charge&) = default;
};

enum class RefundState : std::uint8_t { kRequested, kSent, kDone, kFailed, kUnknown };

struct Refund {
    ChargeIndex charge;
    RefundWhy why{};
    RefundQuote quote;
    RefundState state = RefundState::kRequested;
    std::uint8_t tries = 0;
    bool was_unknown = false;        // A try may have been done: only the same key may follow.
    std::optional<Instant> next_at;  // To send, to give up an answer, or to send again.
    Actor by;
    Instant requested_at;
    Instant done_at{};  // Of a refund that is done.

    friend bool operator==(const Refund&, const Refund&) = default;
};

// Asking the provider what became of an attempt.
struct Inquiry {
    std::uint8_t attempt = 0;
    std::uint8_t tries = 0;
    std::optional<Instant> next_at;  // None: parked, the schedule is used up.

    friend bool operator==(const Inquiry&, const Inquiry&) = default;
};

// A guest's call under an Idempotency-Key: what was asked, as digests of the key and of the body.
struct CallKey {
    std::uint64_t key = 0;
    std::uint64_t body = 0;

    friend bool operator==(const CallKey&, const CallKey&) = default;
};

enum class CallKind : std::uint8_t { kRequest, kConfirm, kCancel };

// The call that made an attempt, sent its confirm, or ended or refunded the order.
struct KeptCall {
    CallKind kind{};
    CallKey call;
    RefundIndex refund;  // Of a call that asked for one.

    friend bool operator==(const KeptCall&, const KeptCall&) = default;
};

// One transition: what, when, who. The reason is the end's, the decline's or none.
struct Step {
    OrderState to{};
    Instant at;
    Actor by;
    std::uint8_t why = 0;

    friend bool operator==(const Step&, const Step&) = default;
};

struct Order {
    OrderId id;
    EventId event;
    PerformanceId performance;
    GuestId guest;
    OrderCode code;
    OrderState state = OrderState::kHeld;
    bool confirming = false;   // In PAYING: a confirm is on its way, or will be.
    bool taking_back = false;  // While confirming: its answer was lost, a net-cancel is on its way.
    std::uint32_t terms = 0;   // Version, from 1.
    Instant hold_until;        // Line time, as the hall set it.
    Instant pay_by;            // Line time: the cap on all attempts.
    Instant deadline;  // Of the present state, where it has one; line time on guests_turn().
    Quote quote;
    std::vector<Attempt> attempts;  // The last one is the present one.
    std::vector<Charge> charges;
    std::optional<ChargeIndex> booked;  // The charge that bought the seats.
    std::optional<EndReason> ended;
    std::vector<Refund> refunds;
    std::optional<Inquiry> inquiry;
    std::vector<Step> history;
    std::vector<KeptCall> calls;
    std::uint16_t net_cancelled = 0;  // Attempts for which a net-cancel was sent, a bit each.
    // While confirming: the guest is back and the confirm was not sent yet. What it needs besides
    // the key.
    std::optional<std::string> approval;

    friend bool operator==(const Order&, const Order&) = default;

    std::uint8_t attempt() const { return static_cast<std::uint8_t>(attempts.size()); }
    bool open() const { return state != OrderState::kPaid && state != OrderState::kEnded; }
    bool being_paid() const {
        return state == OrderState::kPaying || state == OrderState::kUnknown ||
               state == OrderState::kAwaitingDeposit;
    }
    const Charge* find_charge(std::string_view payment_key) const;
    // Whether an approval of this attempt may have been void since, whatever the net-cancel said.
    bool may_be_void(std::uint8_t number) const { return (net_cancelled >> number & 1U) != 0; }
    const KeptCall* find_call(CallKind kind, std::uint64_t key) const;
    // What may still be refunded of a charge: all refunds but the failed ones count.
    std::int64_t refundable(ChargeIndex charge) const;
    // What the provider still has of a charge, as far as it told us.
    std::int64_t balance(ChargeIndex charge) const;
    // Asked for, whether or not the money is back yet.
    bool given_back(SeatIndex seat) const;
    // Given back and paid back.
    bool refunded(SeatIndex seat) const;
    // One refund of a charge at a time: providers without a key for each refund tell two of them
    // apart by the balance before it.
    bool must_wait(const Refund& refund) const;
    std::optional<Instant> paid_at() const;
    // Whether the order waits for its guest, so that its deadline is in line time.
    bool guests_turn() const {
        return state == OrderState::kHeld || (state == OrderState::kPaying && !confirming);
    }
    // The next instant at which something is due on our side or the provider's, if any.
    std::optional<Instant> due() const;
};

}  // namespace onsale::payment
