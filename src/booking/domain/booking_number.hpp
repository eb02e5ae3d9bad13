#pragma once

#include <array>
#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.hpp"

namespace onsale::booking {

// `B-20261115-7KQ2M9`: the day of the sale in the event's time zone, five random symbols and a
// check symbol. The 23 symbols are digits and letters without easily confused ones (0 O, 1 I L, 5
// S, ...). A number alone proves nothing: its presenter must be identified.
//
// The check symbol is a weighted sum modulo 23, as in ISBN-10. The modulus is prime and the weights
// are distinct and nonzero, so every single wrong symbol and every swap of two symbols is detected.
struct BookingNumber {
    static constexpr std::size_t kRandomSymbols = 5;

    std::chrono::year_month_day day{};
    std::array<std::uint8_t, kRandomSymbols> symbols{};  // Each below 23.

    friend constexpr auto operator<=>(const BookingNumber&, const BookingNumber&) = default;
};

constexpr std::string_view kSymbols = "23456789CDFGHJKMNPQRTVX";

// There are 23^5 (6.4 million) numbers per day. The caller draws again when a number is in use. A
// day outside the range of four-digit years is replaced by the nearest day within it.
// REQUIRES: `day` exists.
BookingNumber booking_number(std::chrono::year_month_day day, std::uint64_t random);

std::string to_text(const BookingNumber& number);

void save(ByteWriter& out, const BookingNumber& number);
BookingNumber load_booking_number(ByteReader& in);

// Accepts letters in either case, otherwise strict. Returns std::nullopt if the form, the date or
// the check symbol is wrong.
std::optional<BookingNumber> parse_booking_number(std::string_view text);

}  // namespace onsale::booking

// The whole number fits into 64 bits: 32 bits for the day and five bits per symbol.
template <>
struct std::hash<onsale::booking::BookingNumber> {
    std::size_t operator()(const onsale::booking::BookingNumber& number) const noexcept {
        auto bits = static_cast<std::uint64_t>(static_cast<unsigned>(int{number.day.year()}));
        bits = bits << 8U | static_cast<unsigned>(number.day.month());
        bits = bits << 8U | static_cast<unsigned>(number.day.day());
        for (const std::uint8_t symbol : number.symbols)
            bits = bits << 5U | symbol;
        return std::hash<std::uint64_t>{}(bits);
    }
};
