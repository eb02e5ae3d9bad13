// Applies each fact to its order.
#include "base/assert.hpp"
#include "payment/domain/order_book.hpp"

namespace onsale::payment {
namespace {

class Evolve {
  public:
    Evolve(Order& order, Actor by, Instant now) : order_(order), by_(by), now_(now) {}

    void operator()(const fact::TermsSet&) {}
    void operator()(const fact::OrderOpened& fact) {
        order_.event = fact.event;
        order_.performance = fact.performance;
        order_.guest = fact.guest;
        order_.code = fact.code;
    }
    void operator()(const fact::PaymentRequested& fact) {
        ONSALE_ASSERT(fact.number == order_.attempt() + 1);
        order_.terms = fact.terms;
        order_.hold_until = fact.hold_until;
        order_.pay_by = fact.pay_by;
        order_.quote = fact.quote;
        order_.attempts.push_back(fact.attempt);
        move(OrderState::kPaying);
        order_.deadline = fact.pay_by;
    }
    void operator()(const fact::ConfirmSent& fact) {
        ONSALE_ASSERT(fact.attempt == order_.attempt());
        order_.attempts.back().payment_key = fact.payment_key;
        order_.confirming = true;
        order_.approval.reset();
        order_.deadline = fact.answer_by;
    }
    void operator()(const fact::PaymentDeclined& fact) {
        move(OrderState::kHeld, static_cast<std::uint8_t>(fact.reason));
        order_.deadline = fact.held_until;
        order_.inquiry.reset();
    }
    void operator()(const fact::OutcomeLost& fact) {
        move(OrderState::kUnknown);
        order_.inquiry = Inquiry{order_.attempt(), 0, fact.ask_at};
    }
    void operator()(const fact::InquiryScheduled& fact) {
        order_.inquiry = Inquiry{fact.attempt, 0, fact.ask_at};
    }
    void operator()(const fact::InquirySent& fact) {
        ONSALE_ASSERT(order_.inquiry.has_value());
        ++order_.inquiry->tries;
        order_.inquiry->next_at = fact.next_at;
    }
    void operator()(const fact::InquiryClosed&) { order_.inquiry.reset(); }
    void operator()(const fact::Charged& fact) {
        order_.charges.push_back({fact.attempt, fact.payment_key, fact.amount, now_});
        if (order_.inquiry && order_.inquiry->attempt == fact.attempt) order_.inquiry.reset();
    }
    void operator()(const fact::OrderPaid& fact) {
        ONSALE_ASSERT(!order_.booked && fact.charge.value < order_.charges.size());
        order_.booked = fact.charge;
        order_.ended.reset();
        move(OrderState::kPaid);
    }
    void operator()(const fact::OrderEnded& fact) {
        order_.ended = fact.reason;
        move(OrderState::kEnded, static_cast<std::uint8_t>(fact.reason));
    }
    void operator()(const fact::RefundRequested& fact) {
        ONSALE_ASSERT(fact.quote.amount.amount <= order_.refundable(fact.charge));
        Refund refund;
        refund.charge = fact.charge;
        refund.why = fact.why;
        refund.quote = fact.quote;
        refund.next_at = now_;
        refund.by = by_;
        refund.requested_at = now_;
        order_.refunds.push_back(std::move(refund));
    }
    void operator()(const fact::RefundSent& fact) {
        Refund& refund = move(fact.refund, RefundState::kSent, fact.answer_by);
        ++refund.tries;
    }
    void operator()(const fact::RefundDone& fact) {
        move(fact.refund, RefundState::kDone, std::nullopt).done_at = now_;
    }
    void operator()(const fact::RefundFailed& fact) {
        move(fact.refund, RefundState::kFailed, std::nullopt);
    }
    void operator()(const fact::RefundUnknown& fact) {
        move(fact.refund, RefundState::kUnknown, fact.retry_at).was_unknown = true;
    }
    void operator()(const fact::RefundDelayed& fact) {
        Refund& refund = move(fact.refund, RefundState::kRequested, fact.retry_at);
        if (fact.fresh) refund.tries = 0;
        ONSALE_ASSERT(order_.refundable(refund.charge) >= 0);
    }
    void operator()(const fact::CallKept& fact) { order_.calls.push_back(fact.call); }
    void operator()(const fact::TakeBackSent& fact) {
        ONSALE_ASSERT(order_.confirming && fact.attempt == order_.attempt());
        order_.taking_back = true;
        order_.net_cancelled =
            static_cast<std::uint16_t>(order_.net_cancelled | 1U << fact.attempt);
        order_.deadline = fact.answer_by;
    }
    void operator()(const fact::GuestReturned& fact) {
        ONSALE_ASSERT(fact.attempt == order_.attempt());
        order_.attempts.back().payment_key = fact.payment_key;
        order_.confirming = true;
        order_.approval = fact.approval;
        order_.deadline = fact.again_at;
    }
    void operator()(const fact::HeldLonger& fact) {
        ONSALE_ASSERT(order_.state == OrderState::kHeld);
        order_.deadline = fact.held_until;
    }

  private:
    void move(OrderState to, std::uint8_t why = 0) {
        order_.state = to;
        order_.confirming = false;
        order_.taking_back = false;
        order_.approval.reset();
        order_.history.push_back({to, now_, by_, why});
    }
    Refund& move(RefundIndex index, RefundState to, std::optional<Instant> next_at) {
        ONSALE_ASSERT(index.value < order_.refunds.size());
        Refund& refund = order_.refunds[index.value];
        refund.state = to;
        refund.next_at = next_at;
        return refund;
    }

    Order& order_;
    Actor by_;
    Instant now_;
};

}  // namespace

void evolve(Order& order, const Fact& fact, Instant now) {
    std::visit(Evolve{order, fact.by, now}, fact.body);
}

}  // namespace onsale::payment
