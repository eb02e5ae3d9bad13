#include "booking/domain/booking.hpp"

#include <algorithm>

namespace onsale::booking {
namespace {

void put(ByteWriter& out, const BookedSeat& seat) {
    out.varint(seat.seat.value);
    out.varint(seat.fence.value);
    out.varint(seat.grade);
    out.varint(seat.price_type);
    out.zigzag(seat.price);
    out.zigzag(seat.fees);
    out.varint(seat.refunded ? 1 : 0);
}

BookedSeat get_seat(ByteReader& in) {
    BookedSeat seat;
    seat.seat.value = static_cast<std::uint32_t>(in.varint());
    seat.fence.value = in.varint();
    seat.grade = static_cast<std::uint16_t>(in.varint());
    seat.price_type = static_cast<std::uint16_t>(in.varint());
    seat.price = in.zigzag();
    seat.fees = in.zigzag();
    seat.refunded = in.varint() != 0;
    return seat;
}

}  // namespace

BookingState Booking::state() const {
    const auto refunded = std::ranges::count(seats, true, &BookedSeat::refunded);
    if (refunded == 0) return BookingState::kConfirmed;
    return refunded == std::ssize(seats) ? BookingState::kRefunded : BookingState::kPartlyRefunded;
}

std::int64_t Booking::total() const {
    std::int64_t sum = order_fees;
    for (const BookedSeat& seat : seats)
        sum += seat.price + seat.fees;
    return sum;
}

Result<BookingState, GiveBackError> Booking::give_back(std::span<const SeatIndex> seats_back) {
    std::vector<BookedSeat> after = seats;
    for (const SeatIndex seat : seats_back) {
        const auto found = std::ranges::find(after, seat, &BookedSeat::seat);
        if (found == after.end()) return fail(GiveBackError::kUnknownSeat);
        if (found->refunded) return fail(GiveBackError::kAlreadyGivenBack);
        found->refunded = true;
    }
    seats = std::move(after);
    return state();
}

void Booking::save(ByteWriter& out) const {
    out.text(to_text(number));
    out.varint(order.value);
    out.varint(event.value);
    out.varint(performance.value);
    out.bytes(guest.bytes.data(), guest.bytes.size());
    out.varint(seats.size());
    for (const BookedSeat& seat : seats)
        put(out, seat);
    out.zigzag(order_fees);
    out.text(currency);
    out.text(payment_id);
    out.zigzag(to_ms(booked_at));
}

std::optional<Booking> Booking::load(ByteReader& in) {
    Booking booking;
    const auto number = parse_booking_number(in.text());
    booking.order.value = in.varint();
    booking.event.value = static_cast<std::uint32_t>(in.varint());
    booking.performance.value = static_cast<std::uint32_t>(in.varint());
    in.bytes(booking.guest.bytes.data(), booking.guest.bytes.size());
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left)
        booking.seats.push_back(get_seat(in));
    booking.order_fees = in.zigzag();
    booking.currency = in.text();
    booking.payment_id = in.text();
    booking.booked_at = instant_from_ms(in.zigzag());
    if (!in.ok() || !number) return std::nullopt;
    booking.number = *number;
    return booking;
}

}  // namespace onsale::booking
