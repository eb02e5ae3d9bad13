#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "payment/domain/order.hpp"
#include "payment/domain/terms.hpp"

namespace onsale::payment {

// The writer's decisions about orders and money, in the past tense. A fact contains every instant
// that a rule computed, so that applying it computes nothing.
namespace fact {

// The next version of the event's prices, refund table and payment rules.
struct TermsSet {
    EventId event;
    std::shared_ptr<const Terms> terms;
};
struct OrderOpened {
    EventId event;
    PerformanceId performance;
    GuestId guest;
    OrderCode code;
};
// A new attempt with the current hold and the current price.
struct PaymentRequested {
    std::uint8_t number = 0;  // Number of the attempt, from 1.
    std::uint32_t terms = 0;
    Instant hold_until;
    Instant pay_by;
    Quote quote;
    Attempt attempt;
};
// Journaled before the provider is called, once per attempt. The reader of this fact makes the
// call.
struct ConfirmSent {
    std::uint8_t attempt = 0;
    std::string payment_key;
    Instant answer_by;
};
struct PaymentDeclined {
    DeclineReason reason{};
    Instant held_until;
};
// The answer is missing. Without `ask_at` the provider cannot be queried and an operator must
// handle it.
struct OutcomeLost {
    std::optional<Instant> ask_at;
};
// The provider is to be queried about an attempt; the state of the order does not change.
struct InquiryScheduled {
    std::uint8_t attempt = 0;
    Instant ask_at;
};
// The reader of this fact queries the provider. Without `next_at` this was the last scheduled
// query.
struct InquirySent {
    std::uint8_t attempt = 0;
    std::optional<Instant> next_at;
};
struct InquiryClosed {
    std::uint8_t attempt = 0;
};
// Money moved. OrderPaid or RefundRequested follows in the same batch.
struct Charged {
    std::uint8_t attempt = 0;
    std::string payment_key;
    Money amount;
};
struct OrderPaid {
    ChargeIndex charge;
};
struct OrderEnded {
    EndReason reason{};
};
struct RefundRequested {
    ChargeIndex charge;
    RefundWhy why{};
    RefundQuote quote;
};
// Journaled before the provider is called. The reader of this fact makes the call, with an
// idempotency key that is the same for every try of this refund.
struct RefundSent {
    RefundIndex refund;
    Instant answer_by;
};
struct RefundDone {
    RefundIndex refund;
};
// Certainly not done, and not retried unless an operator requests it.
struct RefundFailed {
    RefundIndex refund;
};
// May be done. Without `retry_at` all tries are used and an operator must handle it.
struct RefundUnknown {
    RefundIndex refund;
    std::optional<Instant> retry_at;
};
// Certainly not done; will be sent again. `fresh`: an operator reset the number of tries.
struct RefundDelayed {
    RefundIndex refund;
    Instant retry_at;
    bool fresh = false;
};

// The Idempotency-Key of the call that produced the preceding facts.
struct CallKept {
    KeptCall call;
};
// Journaled before a net-cancel is sent. From now on only the answer to a query shows whether this
// attempt was charged.
struct TakeBackSent {
    std::uint8_t attempt = 0;
    Instant answer_by;
};
// The guest returned from the provider's page in time with the data that the confirm needs. The
// reader of this fact sends the confirm. The fact is published again at `again_at` while no confirm
// was sent, in case a process died or was overloaded.
struct GuestReturned {
    std::uint8_t attempt = 0;
    std::string payment_key;
    std::string approval;
    Instant again_at;
};
// The guest of a declined order got more time, together with the admission and the hold.
struct HeldLonger {
    Instant held_until;
};

}  // namespace fact

using FactBody =
    std::variant<fact::TermsSet, fact::OrderOpened, fact::PaymentRequested, fact::ConfirmSent,
                 fact::PaymentDeclined, fact::OutcomeLost, fact::InquiryScheduled,
                 fact::InquirySent, fact::InquiryClosed, fact::Charged, fact::OrderPaid,
                 fact::OrderEnded, fact::RefundRequested, fact::RefundSent, fact::RefundDone,
                 fact::RefundFailed, fact::RefundUnknown, fact::RefundDelayed, fact::CallKept,
                 fact::TakeBackSent, fact::GuestReturned, fact::HeldLonger>;

struct Fact {
    OrderId order;  // Zero for facts that concern no order.
    Actor by;
    FactBody body;
};

using Facts = std::vector<Fact>;

}  // namespace onsale::payment
