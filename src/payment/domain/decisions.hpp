#pragma once

#include <utility>

#include "payment/domain/order_rules.hpp"

namespace onsale::payment {

// Small words the rules share.
inline Decision refuse(OrderError error) {
    return {fail(error), {}};
}

inline Decision done(const Order& order, Facts facts = {}) {
    return {Done{order.id, order.attempt(), {}, order.quote.total}, std::move(facts)};
}

// Somebody else's order is an unknown one.
inline const Order* find_own(const OrderBook& book, OrderId id,
                             const std::optional<GuestId>& guest) {
    const Order* const order = book.find(id);
    return order != nullptr && guest && order->guest != *guest ? nullptr : order;
}

}  // namespace onsale::payment
