#include "payment/domain/money.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace onsale::payment {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr Currency kEuro{{'E', 'U', 'R'}};

}  // namespace

TEST(Money, AddsInOneCurrency) {
    EXPECT_EQ(add({70, kWon}, {30, kWon}), (Money{100, kWon}));
}

TEST(Money, NeverMixesCurrencies) {
    EXPECT_EQ(add({1, kWon}, {1, kEuro}).error(), MoneyError::kOtherCurrency);
}

TEST(Money, OverflowIsAnErrorNotANumber) {
    EXPECT_EQ(add({kMost, kWon}, {1, kWon}).error(), MoneyError::kOverflow);
    EXPECT_EQ(times({kMost / 2, kWon}, 3).error(), MoneyError::kOverflow);
}

TEST(Money, AShareIsRoundedDownAndSurvivesTheLargestAmount) {
    EXPECT_EQ(share_of(9'999, 100), 999);
    EXPECT_EQ(share_of(12'345, 333), 4'110);
    EXPECT_EQ(share_of(kMost, 1'000), kMost);
}

TEST(Money, ACurrencyIsThreeCapitalLetters) {
    EXPECT_EQ(parse_currency("EUR"), kEuro);
    EXPECT_FALSE(parse_currency("eur"));
    EXPECT_FALSE(parse_currency("EURO"));
    EXPECT_FALSE(parse_currency(""));
}

}  // namespace onsale::payment
