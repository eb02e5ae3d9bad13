#include "payment/domain/money.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace onsale::payment {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr Currency kEuro{{'E', 'U', 'R'}};

}  // namespace

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
