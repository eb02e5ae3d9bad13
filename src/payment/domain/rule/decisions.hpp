#pragma once

#include <chrono>
#include <utility>

#include "payment/domain/rule/order_rules.hpp"

namespace onsale::payment {

// A stored return that is not confirmed within this time is published again. A confirm normally
// starts at once, so this covers a process that died or was too busy.
constexpr Duration kConfirmAgain = std::chrono::seconds{5};

// Helpers that the rules share.
inline Decision refuse(OrderError error) {
    return {fail(error), {}};
}

inline Decision done(const Order& order, Facts facts = {}) {
    return {Done{order.id, order.attempt(), {}, order.quote.total}, std::move(facts)};
}

// Decides a call that is not a repetition under its Idempotency-Key (call_rules.cpp).
Decision decide_once(const OrderBook& book, const command::RequestPayment& request, OrderTime time);
Decision decide_once(const OrderBook& book, const command::ConfirmPayment& confirm, OrderTime time);
Decision decide_once(const OrderBook& book, const command::CancelOrder& cancel, OrderTime time);
Decision decide_once(const OrderBook& book, const command::RequestRefund& request, OrderTime time);

// An order of another guest counts as unknown.
inline const Order* find_own(const OrderBook& book, OrderId id,
                             const std::optional<GuestId>& guest) {
    const Order* const order = book.find(id);
    return order != nullptr && guest && order->guest != *guest ? nullptr : order;
}

}  // namespace onsale::payment
