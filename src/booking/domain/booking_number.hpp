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

// `B-20261115-7KQ2M9`: the day of the sale in the event's zone, five random symbols and a check
// symbol, of 23 digits and letters without those that are taken for another (0 O, 1 I L, 5 S, ...).
// A number alone proves nothing: whoever shows one is asked who they are.
//
// The check is a weighted sum modulo 23, as in ISBN-10: with a prime modulus and weights that all
// differ and none of which is zero, every single wrong symbol and every swap of two is noticed.
struct BookingNumber {
    static constexpr std::size_t kRandomSymbols = 5;

    std::chrono::year_month_day day{};
    std::array<std::uint8_t, kRandomSymbols> symbols{};  // Each below 23.

    friend constexpr auto operator<=>(const BookingNumber&, const BookingNumber&) = default;
};

constexpr std::string_view kSymbols = "23456789CDFGHJKMNPQRTVX";

// Numbers of one day: 23^5, 6.4 million. The caller draws again when one is taken.
// A day outside the years of four digits counts as the nearest in them. REQUIRES: `day` exists.
BookingNumber booking_number(std::chrono::year_month_day day, std::uint64_t random);

std::string to_text(const BookingNumber& number);

void save(ByteWriter& out, const BookingNumber& number);
BookingNumber load_booking_number(ByteReader& in);

// Strict but for the case of letters; nothing if the form, the date or the check is wrong.
std::optional<BookingNumber> parse_booking_number(std::string_view text);

}  // namespace onsale::booking

// All of it fits into one number: a day into 32 bits, a symbol into five.
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
