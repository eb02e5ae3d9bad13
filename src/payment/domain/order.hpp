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

// The values are on disk: add new ones at the end.
enum class OrderState : std::uint8_t {
    kHeld,     // Declined; the guest may try again until `deadline`.
    kPaying,   // At the provider's page until `deadline`, or being confirmed.
    kUnknown,  // Money may have moved; only the provider knows.
    kPaid,
    kEnded,
    kAwaitingDeposit,  // Reserved for virtual accounts; no rule sets it yet.
};

enum class EndReason : std::uint8_t {
    kHoldExpired,
    kPayTimeUsed,
    kAttemptsUsed,
    kCancelled,  // The guest cancelled.
    kRevoked,    // An operator cancelled.
    kWrongAmount,
    kSeatsLost,
};

enum class DeclineReason : std::uint8_t {
    kOther,
    kLimit,      // Limit or balance exceeded; another card may work.
    kCard,       // Blocked, stolen or not accepted.
    kGuestLeft,  // Closed the provider's page.
    kExpired,    // Did not finish at the provider's page in time.
    kReversed,   // Cancelled by a net-cancel before it had any effect.
    kProviderUnavailable,
};

enum class ActorKind : std::uint8_t { kGuest, kProvider, kOperator, kSystem };

// The person or part that caused a fact. Names are stored elsewhere.
struct Actor {
    ActorKind kind = ActorKind::kSystem;
    std::uint32_t staff = 0;  // The id of the operator.

    friend bool operator==(const Actor&, const Actor&) = default;
};

// The properties of a provider that matter when its answers are missing.
struct ProviderTraits {
    bool can_ask = true;           // Can be queried by our order id; NHN KCP cannot.
    bool charges_at_page = false;  // Money may move without our confirm.

    friend bool operator==(const ProviderTraits&, const ProviderTraits&) = default;
};

struct Attempt {
    ProviderId provider;
    std::string merchant;
    ProviderTraits traits;
    Money total;
    std::string payment_key;  // The provider's id of the payment, known after the guest's return.

    friend bool operator==(const Attempt&, const Attempt&) = default;
};

// Money that we received. Each charge is either booked or refunded.
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
    bool was_unknown = false;  // An earlier try may have succeeded: retries must use the same key.
    std::optional<Instant> next_at;  // When to send, to time out, or to send again.
    Actor by;
    Instant requested_at;
    Instant done_at{};  // Set when the refund is done.

    friend bool operator==(const Refund&, const Refund&) = default;
};

// Queries to the provider about the outcome of an attempt.
struct Inquiry {
    std::uint8_t attempt = 0;
    std::uint8_t tries = 0;
    std::optional<Instant> next_at;  // Not set: parked, all scheduled queries are used.

    friend bool operator==(const Inquiry&, const Inquiry&) = default;
};

// A guest's call with an Idempotency-Key: digests of the key and of the body.
struct CallKey {
    std::uint64_t key = 0;
    std::uint64_t body = 0;

    friend bool operator==(const CallKey&, const CallKey&) = default;
};

enum class CallKind : std::uint8_t { kRequest, kConfirm, kCancel };

// The call that made an attempt, sent its confirm, or cancelled or refunded the order.
struct KeptCall {
    CallKind kind{};
    CallKey call;
    RefundIndex refund;  // Set if the call requested a refund.

    friend bool operator==(const KeptCall&, const KeptCall&) = default;
};

// One state transition: state, time and actor. `why` is the end reason, the decline reason or zero.
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
    bool confirming = false;   // In kPaying: a confirm was sent or will be sent.
    bool taking_back = false;  // While confirming: the answer was lost and a net-cancel was sent.
    std::uint32_t terms = 0;   // Version, from 1.
    Instant hold_until;        // Line time, as the hall set it.
    Instant pay_by;            // Line time: the limit for all attempts together.
    Instant deadline;          // The deadline of the current state, if it has one; line time while
                               // guests_turn().
    Quote quote;
    std::vector<Attempt> attempts;  // The last one is the current one.
    std::vector<Charge> charges;
    std::optional<ChargeIndex> booked;  // The charge that paid for the seats.
    std::optional<EndReason> ended;
    std::vector<Refund> refunds;
    std::optional<Inquiry> inquiry;
    std::vector<Step> history;
    std::vector<KeptCall> calls;
    std::uint16_t net_cancelled = 0;  // Attempts for which a net-cancel was sent, one bit each.
    // While confirming: set after the guest's return until the confirm is sent. Contains the data
    // besides the key that the confirm needs.
    std::optional<std::string> approval;

    friend bool operator==(const Order&, const Order&) = default;

    std::uint8_t attempt() const { return static_cast<std::uint8_t>(attempts.size()); }
    bool open() const { return state != OrderState::kPaid && state != OrderState::kEnded; }
    bool being_paid() const {
        return state == OrderState::kPaying || state == OrderState::kUnknown ||
               state == OrderState::kAwaitingDeposit;
    }
    const Charge* find_charge(std::string_view payment_key) const;
    // Whether an approval of this attempt may have been cancelled, regardless of the answer to the
    // net-cancel.
    bool may_be_void(std::uint8_t number) const { return (net_cancelled >> number & 1U) != 0; }
    const KeptCall* find_call(CallKind kind, std::uint64_t key) const;
    // The part of a charge that can still be refunded. All refunds except failed ones are
    // subtracted.
    std::int64_t refundable(ChargeIndex charge) const;
    // The balance of a charge at the provider, as far as the provider has reported it.
    std::int64_t balance(ChargeIndex charge) const;
    // A refund was requested, whether or not it is done.
    bool given_back(SeatIndex seat) const;
    // The refund of the seat is done.
    bool refunded(SeatIndex seat) const;
    // Only one refund of a charge runs at a time, because providers without idempotency keys
    // distinguish refunds by the balance before them.
    bool must_wait(const Refund& refund) const;
    std::optional<Instant> paid_at() const;
    // Whether the order waits for its guest, so that its deadline is in line time.
    bool guests_turn() const {
        return state == OrderState::kHeld || (state == OrderState::kPaying && !confirming);
    }
    // The next instant at which an action by us or the provider is due, if any.
    std::optional<Instant> due() const;
};

}  // namespace onsale::payment
