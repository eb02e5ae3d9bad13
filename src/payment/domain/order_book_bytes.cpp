// The state of the book as bytes. The same state always gives the same bytes, so that replays can
// be compared. Derived data (open orders, due times) is not written.
#include "payment/domain/field_bytes.hpp"
#include "payment/domain/order_book.hpp"

namespace onsale::payment {

constexpr std::uint64_t kOrdersPerYield = 64;  // Far less than a millisecond of work.

void fields(auto& at, Is<Charge> auto& charge) {
    at(charge.attempt, charge.payment_key, charge.amount, charge.at);
}
void fields(auto& at, Is<Refund> auto& refund) {
    at(refund.charge, refund.why, refund.quote, refund.state, refund.tries, refund.was_unknown,
       refund.next_at, refund.by, refund.requested_at, refund.done_at);
}
void fields(auto& at, Is<Inquiry> auto& inquiry) {
    at(inquiry.attempt, inquiry.tries, inquiry.next_at);
}
void fields(auto& at, Is<Step> auto& step) {
    at(step.to, step.at, step.by, step.why);
}
// 0: not confirming. 1: a confirm was sent. 2: the guest returned, and the approval data follows.
// Older snapshots have only 0 and 1.
void confirm_fields(auto& at, Is<Order> auto& order) {
    std::uint8_t progress = order.approval ? 2 : order.confirming ? 1 : 0;
    at(progress);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(order)>>) {
        order.confirming = progress != 0;
        if (progress == 2) order.approval.emplace();
    }
    if (progress == 2) at(*order.approval);
}
void fields(auto& at, Is<Order> auto& order) {
    at(order.id, order.event, order.performance, order.guest, order.code, order.state);
    confirm_fields(at, order);
    at(order.taking_back, order.terms, order.hold_until, order.pay_by, order.deadline, order.quote,
       order.attempts, order.charges, order.booked, order.ended, order.refunds, order.inquiry,
       order.history, order.calls, order.net_cancelled);
}

void OrderBook::save(ByteWriter& out, const YieldCallback& yield) const {
    Put put{out};
    out.varint(terms_.size());
    for (const auto& [event, versions] : terms_)
        put(event, versions);
    out.varint(orders_.size());
    for (const Order& order : orders_) {
        put(order);
        if (order.id.value % kOrdersPerYield == 0) yield();
    }
}

std::optional<OrderBook> OrderBook::load(ByteReader& in, const YieldCallback& yield) {
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
        if (!in.ok() || order.id != book.next_id()) return std::nullopt;
        book.index(book.orders_.emplace_back(order));
        book.by_event_[order.event].push_back(order.id);
        for (const KeptCall& call : order.calls)
            book.index(order, call);
        if (order.id.value % kOrdersPerYield == 0) yield();
    }
    if (!in.ok()) return std::nullopt;
    return book;
}

}  // namespace onsale::payment
