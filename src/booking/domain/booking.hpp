#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/guest_id.hpp"
#include "base/id.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "booking/domain/booking_number.hpp"

namespace onsale::booking {

using EventId = Id<struct EventTag, std::uint32_t>;
using PerformanceId = Id<struct PerformanceTag, std::uint32_t>;
using SeatIndex = Id<struct SeatTag, std::uint32_t>;
using Fence = Id<struct FenceTag, std::uint64_t>;
// The paid order.
using OrderId = Id<struct OrderTag, std::uint64_t>;

// One seat and the price paid for it, in the booking's currency.
struct BookedSeat {
    SeatIndex seat;
    Fence fence;
    std::uint16_t grade = 0;
    std::uint16_t price_type = 0;
    std::int64_t price = 0;
    std::int64_t fees = 0;
    bool refunded = false;

    friend bool operator==(const BookedSeat&, const BookedSeat&) = default;
};

enum class BookingState : std::uint8_t { kConfirmed, kPartlyRefunded, kRefunded };

enum class GiveBackError : std::uint8_t { kUnknownSeat, kAlreadyGivenBack };

// A paid order: the seats are sold.
struct Booking {
    BookingNumber number;
    OrderId order;
    EventId event;
    PerformanceId performance;
    GuestId guest;
    std::vector<BookedSeat> seats;
    std::int64_t order_fees = 0;
    std::string currency;    // ISO 4217.
    std::string payment_id;  // The provider's id of the charge.
    Instant booked_at;

    friend bool operator==(const Booking&, const Booking&) = default;

    BookingState state() const;
    std::int64_t total() const;
    // Returns all given seats or, on an error, none.
    Result<BookingState, GiveBackError> give_back(std::span<const SeatIndex> seats_back);

    void save(ByteWriter& out) const;
    static std::optional<Booking> load(ByteReader& in);
};

}  // namespace onsale::booking
