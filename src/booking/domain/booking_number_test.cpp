#include "booking/domain/booking_number.hpp"

#include <gtest/gtest.h>

namespace onsale::booking {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::year_month_day kDay = 2026y / 11 / 15;
constexpr std::string_view kTyped = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-";
constexpr std::uint64_t kStep = 7'919;  // Spreads a few hundred numbers over all symbols.

std::string text_of(std::uint64_t random) {
    return to_text(booking_number(kDay, random));
}

}  // namespace

TEST(BookingNumber, HasTheDayFiveSymbolsAndACheck) {
    const std::string text = text_of(123'456);
    EXPECT_EQ(text.substr(0, 11), "B-20261115-");
    EXPECT_EQ(text.size(), 17u);
    EXPECT_EQ(text.find_first_not_of(kSymbols, 11), text.npos);
}

TEST(BookingNumber, IsReadBackInEitherCase) {
    const BookingNumber number = booking_number(kDay, 5'000'000);
    std::string text = to_text(number);
    EXPECT_EQ(parse_booking_number(text), number);
    for (char& c : text)
        c = static_cast<char>(std::tolower(c));
    EXPECT_EQ(parse_booking_number(text), number);
}

TEST(BookingNumber, HasNoSymbolsThatLookOrSoundAlike) {
    for (const char c : {'0', 'O', '1', 'I', 'L', 'S', 'Z', 'B', 'U', 'E', 'A', 'W', 'Y'})
        EXPECT_EQ(kSymbols.find(c), kSymbols.npos) << c;
}

TEST(BookingNumber, EverySingleWrongSymbolIsNoticed) {
    for (std::uint64_t random = 0; random < 300 * kStep; random += kStep) {
        const std::string text = text_of(random);
        for (std::size_t at = 0; at < text.size(); ++at)
            for (const char c : kTyped) {
                std::string wrong = text;
                wrong[at] = c;
                if (wrong != text) ASSERT_FALSE(parse_booking_number(wrong)) << wrong;
            }
    }
}

TEST(BookingNumber, EverySwapOfTwoSymbolsIsNoticed) {
    for (std::uint64_t random = 0; random < 2'000 * kStep; random += kStep) {
        const std::string text = text_of(random);
        for (std::size_t at = 0; at < text.size(); ++at)
            for (std::size_t other = at + 1; other < text.size(); ++other) {
                std::string wrong = text;
                std::swap(wrong[at], wrong[other]);
                if (wrong != text) ASSERT_FALSE(parse_booking_number(wrong)) << wrong;
            }
    }
}

// In the checksum a pair of symbols is two terms of a sum. All pairs of values at all pairs of
// adjacent positions therefore cover all swaps.
TEST(BookingNumber, AdjacentSwapsAreNoticedForEveryPairOfSymbols) {
    for (std::size_t place = 0; place + 1 < BookingNumber::kRandomSymbols; ++place)
        for (std::uint8_t left = 0; left < kSymbols.size(); ++left)
            for (std::uint8_t right = 0; right < left; ++right) {
                BookingNumber number{kDay, {}};
                number.symbols[place] = left;
                number.symbols[place + 1] = right;
                std::string wrong = to_text(number);
                std::swap(wrong[11 + place], wrong[12 + place]);
                ASSERT_FALSE(parse_booking_number(wrong)) << wrong;
            }
}

TEST(BookingNumber, ADayThatDoesNotExistIsRefusedThoughItsCheckIsRight) {
    const BookingNumber never{2026y / 2 / 30, {1, 2, 3, 4, 5}};
    EXPECT_FALSE(parse_booking_number(to_text(never)));
}

TEST(BookingNumber, AClockOutsideTheYearsOfFourDigitsGivesTheNearestDay) {
    EXPECT_TRUE(to_text(booking_number(10'000y / 2 / 3, 42)).starts_with("B-99991231-"));
    EXPECT_TRUE(to_text(booking_number(-5y / 2 / 3, 42)).starts_with("B-10000101-"));
    EXPECT_TRUE(parse_booking_number(to_text(booking_number(10'000y / 2 / 3, 42))));
}

TEST(BookingNumber, OtherFormsAreRefused) {
    const std::string text = text_of(42);
    for (const std::string& wrong :
         {std::string{}, text.substr(1), text + "2", "T" + text.substr(1), " " + text})
        EXPECT_FALSE(parse_booking_number(wrong)) << wrong;
}

}  // namespace onsale::booking
