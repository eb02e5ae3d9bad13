#pragma once

#include <chrono>
#include <utility>

#include "payment/domain/rule/order_rules.hpp"

namespace onsale::payment {

// A return that nobody confirms within this is told again. Confirming begins at once, so this is
// the time for a process that died or was too busy.
constexpr Duration kConfirmAgain = std::chrono::seconds{5};

// Small words the rules share.
inline Decision refuse(OrderError error) {
    return {fail(error), {}};
}

inline Decision done(const Order& order, Facts facts = {}) {
    return {Done{order.id, order.attempt(), {}, order.quote.total}, std::move(facts)};
}

// What a call does that was not made before under its Idempotency-Key (call_rules.cpp).
Decision decide_once(const OrderBook& book, const command::RequestPayment& request, OrderTime time);
Decision decide_once(const OrderBook& book, const command::ConfirmPayment& confirm, OrderTime time);
Decision decide_once(const OrderBook& book, const command::CancelOrder& cancel, OrderTime time);
Decision decide_once(const OrderBook& book, const command::RequestRefund& request, OrderTime time);

// Somebody else's order is an unknown one.
inline const Order* find_own(const OrderBook& book, OrderId id,
                             const std::optional<GuestId>& guest) {
    const Order* const order = book.find(id);
    return order != nullptr && guest && order->guest != *guest ? nullptr : order;
}

}  // namespace onsale::payment
