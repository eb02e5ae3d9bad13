// The book's state as bytes: the same state always gives the same bytes, which is how a replay is
// compared. What can be computed from the rest (who has what open, what is due) is not written.
#include "payment/domain/field_bytes.hpp"
#include "payment/domain/order_book.hpp"

namespace onsale::payment {

void fields(auto& at, Is<Charge> auto& charge) {
    at(charge.attempt, charge.payment_key, charge.amount, charge.at);
}
void fields(auto& at, Is<Refund> auto& refund) {
    at(refund.charge, refund.why, refund.quote, refund.state, refund.tries, refund.was_unknown,
       refund.next_at, refund.by, refund.requested_at);
}
void fields(auto& at, Is<Inquiry> auto& inquiry) {
    at(inquiry.attempt, inquiry.tries, inquiry.next_at);
}
void fields(auto& at, Is<Step> auto& step) {
    at(step.to, step.at, step.by, step.why);
}
void fields(auto& at, Is<Order> auto& order) {
    at(order.id, order.event, order.performance, order.guest, order.state, order.confirming,
       order.terms, order.hold_until, order.pay_by, order.deadline, order.quote, order.attempts,
       order.charges, order.booked, order.ended, order.refunds, order.inquiry, order.history);
}

void OrderBook::save(ByteWriter& out) const {
    Put put{out};
    out.varint(terms_.size());
    for (const auto& [event, versions] : terms_)
        put(event, versions);
    out.varint(orders_.size());
    for (const auto& [id, order] : orders_)
        put(order);
}

std::optional<OrderBook> OrderBook::load(ByteReader& in) {
    OrderBook book;
    Get get{in};
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        EventId event;
        get(event);
        get(book.terms_[event]);
    }
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        Order order;
        get(order);
        book.index(book.orders_[order.id] = order);
    }
    if (!in.ok()) return std::nullopt;
    return book;
}

}  // namespace onsale::payment
