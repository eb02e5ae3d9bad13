#include "booking/domain/booking.hpp"

#include <gtest/gtest.h>

namespace onsale::booking {
namespace {

using namespace std::chrono_literals;

Booking two_seats() {
    Booking booking;
    booking.number = booking_number(2026y / 11 / 15, 99);
    booking.order = {7};
    booking.event = {1};
    booking.performance = {2};
    booking.guest.bytes[3] = 9;
    booking.seats = {{{11}, {4}, 0, 1, 90'000, 2'000}, {{12}, {5}, 0, 0, 70'000, 2'000}};
    booking.order_fees = 3'000;
    booking.currency = "KRW";
    booking.payment_id = "demo-1";
    booking.booked_at = instant_from_ms(1'800'000'000'000);
    return booking;
}

}  // namespace

TEST(Booking, ItsTotalIsEverySeatAndFee) {
    EXPECT_EQ(two_seats().total(), 167'000);
}

TEST(Booking, IsPartlyThenWhollyRefunded) {
    Booking booking = two_seats();
    EXPECT_EQ(booking.state(), BookingState::kConfirmed);
    const SeatIndex first{11};
    const SeatIndex second{12};
    EXPECT_EQ(booking.give_back({&first, 1}), BookingState::kPartlyRefunded);
    EXPECT_EQ(booking.give_back({&second, 1}), BookingState::kRefunded);
}

TEST(Booking, ASeatIsGivenBackOnceAndAllNamedOrNone) {
    Booking booking = two_seats();
    const std::vector<SeatIndex> twice = {{11}, {11}};
    const std::vector<SeatIndex> foreign = {{12}, {13}};
    EXPECT_EQ(booking.give_back(twice).error(), GiveBackError::kAlreadyGivenBack);
    EXPECT_EQ(booking.give_back(foreign).error(), GiveBackError::kUnknownSeat);
    EXPECT_EQ(booking, two_seats());
}

TEST(Booking, IsReadBackFromItsBytesAndNotFromFewer) {
    std::string bytes;
    ByteWriter out{bytes};
    two_seats().save(out);
    ByteReader in{bytes};
    EXPECT_EQ(Booking::load(in), two_seats());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        ByteReader shorter{std::string_view{bytes}.substr(0, size)};
        EXPECT_FALSE(Booking::load(shorter));
    }
}

}  // namespace onsale::booking
