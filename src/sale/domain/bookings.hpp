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

// The seats that a guest has bought in one performance and not returned.
struct BoughtSeats {
    GuestId guest;
    payment::EventId event;
    payment::PerformanceId performance;
    std::uint32_t seats = 0;
};

// Maps orders to bookings and guests, and counts the seats each guest has bought. The content of a
// booking is in its order.
// Thread safety: none; one owner.
class Bookings {
  public:
    void evolve(const fact::BookingMade& fact, const payment::Order& order);
    // Subtracts returned seats of a booking.
    void give_back(const payment::Order& order, std::size_t seats);
    // Takes in a booking that is stored elsewhere. Its seats count only if put_bought() brings
    // them.
    void put(const booking::BookingNumber& number, const payment::Order& order);
    // Adds seats that the guest has bought and not returned, as a sum over orders that are stored
    // elsewhere. Bookings that are made or given back later change the sum.
    void put_bought(const BoughtSeats& bought);

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
        // Below zero while seats are given back of which no sum was put.
        std::map<payment::EventId, std::int64_t> by_event;
        std::map<payment::PerformanceId, std::int64_t> by_performance;
    };
    void add(const payment::Order& order, std::int64_t seats);

    std::map<payment::OrderId, booking::BookingNumber> numbers_;
    std::unordered_map<booking::BookingNumber, payment::OrderId> orders_;
    std::unordered_map<GuestId, Bought> by_guest_;
};

}  // namespace onsale::sale
