#include "sale/domain/bookings.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace onsale::sale {

using booking::BookingNumber;
using payment::Order;
using payment::OrderId;

namespace {

std::size_t seats_given_back(const Order& order) {
    return static_cast<std::size_t>(std::ranges::count_if(
        order.quote.lines,
        [&](const payment::QuoteLine& line) { return order.refunded(line.chosen.seat); }));
}

}  // namespace

void Bookings::evolve(const fact::BookingMade& fact, const Order& order) {
    const bool fresh = orders_.try_emplace(fact.number, fact.order).second &&
                       numbers_.try_emplace(fact.order, fact.number).second;
    ONSALE_ASSERT(fresh);
    Bought& bought = by_guest_[order.guest];
    const auto seats = static_cast<std::uint32_t>(order.quote.lines.size());
    // Sorted by id, because a snapshot restores only that order.
    bought.orders.insert(std::ranges::upper_bound(bought.orders, order.id), order.id);
    bought.by_event[order.event] += seats;
    bought.by_performance[order.performance] += seats;
}

void Bookings::give_back(const Order& order, std::size_t seats) {
    Bought& bought = by_guest_.at(order.guest);
    bought.by_event.at(order.event) -= static_cast<std::uint32_t>(seats);
    bought.by_performance.at(order.performance) -= static_cast<std::uint32_t>(seats);
}

std::optional<OrderId> Bookings::find(const BookingNumber& number) const {
    const auto found = orders_.find(number);
    if (found == orders_.end()) return std::nullopt;
    return found->second;
}

const BookingNumber* Bookings::number_of(OrderId order) const {
    const auto found = numbers_.find(order);
    return found == numbers_.end() ? nullptr : &found->second;
}

std::span<const OrderId> Bookings::of(const GuestId& guest) const {
    const auto found = by_guest_.find(guest);
    if (found == by_guest_.end()) return {};
    return found->second.orders;
}

std::uint32_t Bookings::seats_of(const GuestId& guest, payment::EventId event) const {
    const auto found = by_guest_.find(guest);
    if (found == by_guest_.end()) return 0;
    const auto bought = found->second.by_event.find(event);
    return bought == found->second.by_event.end() ? 0 : bought->second;
}

std::uint32_t Bookings::seats_of(const GuestId& guest, payment::PerformanceId performance) const {
    const auto found = by_guest_.find(guest);
    if (found == by_guest_.end()) return 0;
    const auto bought = found->second.by_performance.find(performance);
    return bought == found->second.by_performance.end() ? 0 : bought->second;
}

void Bookings::save(ByteWriter& out) const {
    out.varint(numbers_.size());
    for (const auto& [order, number] : numbers_) {
        out.varint(order.value);
        booking::save(out, number);
    }
}

Bookings Bookings::load(ByteReader& in, const payment::OrderBook& orders) {
    Bookings bookings;
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        fact::BookingMade made;
        made.order.value = in.varint();
        made.number = booking::load_booking_number(in);
        const Order* const order = orders.find(made.order);
        if (!in.ok() || order == nullptr) break;
        bookings.evolve(made, *order);
        bookings.give_back(*order, seats_given_back(*order));
    }
    return bookings;
}

}  // namespace onsale::sale
