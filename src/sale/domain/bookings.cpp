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

template <class Key>
std::uint32_t seats_in(const std::map<Key, std::int64_t>& sums, Key key) {
    const auto found = sums.find(key);
    const std::int64_t seats = found == sums.end() ? 0 : found->second;
    return static_cast<std::uint32_t>(std::max<std::int64_t>(seats, 0));
}

}  // namespace

void Bookings::evolve(const fact::BookingMade& fact, const Order& order) {
    put(fact.number, order);
    add(order, static_cast<std::int64_t>(order.quote.lines.size()));
}

void Bookings::give_back(const Order& order, std::size_t seats) {
    add(order, -static_cast<std::int64_t>(seats));
}

void Bookings::put(const BookingNumber& number, const Order& order) {
    const bool fresh = orders_.try_emplace(number, order.id).second &&
                       numbers_.try_emplace(order.id, number).second;
    ONSALE_ASSERT(fresh);
    // Sorted by id, because a snapshot restores only that order.
    auto& orders = by_guest_[order.guest].orders;
    orders.insert(std::ranges::upper_bound(orders, order.id), order.id);
}

void Bookings::put_bought(const BoughtSeats& bought) {
    Bought& sums = by_guest_[bought.guest];
    sums.by_event[bought.event] += bought.seats;
    sums.by_performance[bought.performance] += bought.seats;
}

void Bookings::add(const Order& order, std::int64_t seats) {
    Bought& sums = by_guest_[order.guest];
    sums.by_event[order.event] += seats;
    sums.by_performance[order.performance] += seats;
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
    return seats_in(found->second.by_event, event);
}

std::uint32_t Bookings::seats_of(const GuestId& guest, payment::PerformanceId performance) const {
    const auto found = by_guest_.find(guest);
    if (found == by_guest_.end()) return 0;
    return seats_in(found->second.by_performance, performance);
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
