#include "payment/domain/order_bytes.hpp"

#include "payment/domain/field_bytes.hpp"

namespace onsale::payment {

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

namespace {

constexpr std::uint8_t kBodyVersion = 1;

}  // namespace

void save(ByteWriter& out, const Order& order) {
    Put{out}(order);
}

std::optional<Order> load_order(ByteReader& in) {
    Order order;
    Get{in}(order);
    if (!in.ok()) return std::nullopt;
    return order;
}

std::string body_of(const Order& order) {
    std::string body;
    ByteWriter out{body};
    out.fixed(kBodyVersion);
    save(out, order);
    return body;
}

std::optional<Order> load_body(std::string_view body) {
    ByteReader in{body};
    if (in.fixed<std::uint8_t>() != kBodyVersion) return std::nullopt;
    auto order = load_order(in);
    if (!in.at_end()) return std::nullopt;
    return order;
}

}  // namespace onsale::payment
