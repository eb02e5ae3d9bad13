#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/guest_id.hpp"
#include "booking/domain/booking_number.hpp"
#include "payment/domain/order_book.hpp"
#include "sale/domain/fact.hpp"

namespace onsale::sale {

// Maps orders to bookings and guests, and counts the seats each guest has bought. The content of a
// booking is in its order.
// Thread safety: none; one owner.
class Bookings {
  public:
    void evolve(const fact::BookingMade& fact, const payment::Order& order);
    // Subtracts returned seats of a booking.
    void give_back(const payment::Order& order, std::size_t seats);

    std::optional<payment::OrderId> find(const booking::BookingNumber& number) const;
    const booking::BookingNumber* number_of(payment::OrderId order) const;
    // In the order of their ids.
    std::span<const payment::OrderId> of(const GuestId& guest) const;
    // Seats bought and not returned, in the event or in one performance.
    std::uint32_t seats_of(const GuestId& guest, payment::EventId event) const;
    std::uint32_t seats_of(const GuestId& guest, payment::PerformanceId performance) const;
    std::size_t size() const { return numbers_.size(); }
    const std::map<payment::OrderId, booking::BookingNumber>& numbers() const { return numbers_; }

    // The same state always gives the same bytes.
    void save(ByteWriter& out) const;
    // On invalid input `in` is not ok().
    static Bookings load(ByteReader& in, const payment::OrderBook& orders);

  private:
    struct Bought {
        std::vector<payment::OrderId> orders;
        std::map<payment::EventId, std::uint32_t> by_event;
        std::map<payment::PerformanceId, std::uint32_t> by_performance;
    };

    std::map<payment::OrderId, booking::BookingNumber> numbers_;
    std::unordered_map<booking::BookingNumber, payment::OrderId> orders_;
    std::unordered_map<GuestId, Bought> by_guest_;
};

}  // namespace onsale::sale
