// A call with an Idempotency-Key is decided once. The key is stored with the order that the call
// created or changed, and a repeated call returns the current state of that order. A call that was
// rejected or changed nothing stores no key.
#include "payment/domain/rule/call_rules.hpp"

#include "payment/domain/rule/decisions.hpp"

namespace onsale::payment {
namespace {

// `order`: null if there is none.
std::optional<Decision> repeated(const Order* order, CallKind kind,
                                 const std::optional<CallKey>& call) {
    const KeptCall* const kept =
        order != nullptr && call ? order->find_call(kind, call->key) : nullptr;
    if (kept == nullptr) return std::nullopt;
    if (kept->call.body != call->body) return refuse(OrderError::kKeyReused);
    Decision again = done(*order);
    again.outcome->refund = kept->refund;
    return again;
}

Decision with_key(Decision decision, CallKind kind, const std::optional<CallKey>& call) {
    if (!call || !decision.outcome || decision.facts.empty()) return decision;
    const Actor by = decision.facts.front().by;
    decision.facts.push_back(
        {decision.outcome->order, by, fact::CallKept{{kind, *call, decision.outcome->refund}}});
    return decision;
}

template <class Command>
Decision decide_keyed(const OrderBook& book, const Command& command, CallKind kind,
                      OrderTime time) {
    const Order* const order = find_own(book, command.order, command.guest);
    if (auto again = repeated(order, kind, command.call)) return std::move(*again);
    return with_key(decide_once(book, command, time), kind, command.call);
}

}  // namespace

std::optional<Decision> repeated(const OrderBook& book, const GuestId& guest,
                                 const std::optional<CallKey>& call) {
    if (!call) return std::nullopt;
    return repeated(book.requested(guest, call->key), CallKind::kRequest, call);
}

Decision decide(const OrderBook& book, const command::RequestPayment& request, OrderTime time) {
    if (auto again = repeated(book, request.guest, request.call)) return std::move(*again);
    return with_key(decide_once(book, request, time), CallKind::kRequest, request.call);
}

Decision decide(const OrderBook& book, const command::ConfirmPayment& confirm, OrderTime time) {
    return decide_keyed(book, confirm, CallKind::kConfirm, time);
}

Decision decide(const OrderBook& book, const command::CancelOrder& cancel, OrderTime time) {
    return decide_keyed(book, cancel, CallKind::kCancel, time);
}

Decision decide(const OrderBook& book, const command::RequestRefund& request, OrderTime time) {
    return decide_keyed(book, request, CallKind::kCancel, time);
}

}  // namespace onsale::payment
