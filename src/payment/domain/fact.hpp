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

// What the writer decided about orders and money, in the past tense. Every instant that a rule
// reckoned is in the fact, so that applying it reckons nothing.
namespace fact {

// The event's next version of prices, refund table and paying rules.
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
// Another attempt: the hold as it is now, priced now.
struct PaymentRequested {
    std::uint8_t number = 0;  // Of the attempt, from 1.
    std::uint32_t terms = 0;
    Instant hold_until;
    Instant pay_by;
    Quote quote;
    Attempt attempt;
};
// Journaled before the provider is called, once an attempt: whoever sees it makes the call.
struct ConfirmSent {
    std::uint8_t attempt = 0;
    std::string payment_key;
    Instant answer_by;
};
struct PaymentDeclined {
    DeclineReason reason{};
    Instant held_until;
};
// The answer is missing. Without `ask_at` the provider cannot be asked and a person must look.
struct OutcomeLost {
    std::optional<Instant> ask_at;
};
// The order's state stays, but the provider is asked about an attempt.
struct InquiryScheduled {
    std::uint8_t attempt = 0;
    Instant ask_at;
};
// Whoever sees it asks the provider. Without `next_at` this was the schedule's last time.
struct InquirySent {
    std::uint8_t attempt = 0;
    std::optional<Instant> next_at;
};
struct InquiryClosed {
    std::uint8_t attempt = 0;
};
// Money moved. In the same batch follows OrderPaid or RefundRequested.
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
// Journaled before the provider is called: whoever sees it makes the call, under a key that is the
// same for every try of this refund.
struct RefundSent {
    RefundIndex refund;
    Instant answer_by;
};
struct RefundDone {
    RefundIndex refund;
};
// Certainly not done, and not tried again unless an operator says so.
struct RefundFailed {
    RefundIndex refund;
};
// May be done. Without `retry_at` the tries are used up and a person must look.
struct RefundUnknown {
    RefundIndex refund;
    std::optional<Instant> retry_at;
};
// Certainly not done; will be sent again. `fresh`: an operator gave it all its tries once more.
struct RefundDelayed {
    RefundIndex refund;
    Instant retry_at;
    bool fresh = false;
};

// The call that the facts before it came from had a key.
struct CallKept {
    KeptCall call;
};
// Journaled before a net-cancel is sent: from here on only an answer to a question tells whether
// this attempt was charged.
struct TakeBackSent {
    std::uint8_t attempt = 0;
    Instant answer_by;
};
// The guest is back from the provider's page, in time, with what the confirm needs. Whoever sees it
// confirms. It is said again at `again_at` as long as no confirm was sent: a process that died or
// had too much to do is made up for.
struct GuestReturned {
    std::uint8_t attempt = 0;
    std::string payment_key;
    std::string approval;
    Instant again_at;
};
// The guest of a declined order was given more time, with its admission and its hold.
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
    OrderId order;  // Zero for facts about no order.
    Actor by;
    FactBody body;
};

using Facts = std::vector<Fact>;

}  // namespace onsale::payment
