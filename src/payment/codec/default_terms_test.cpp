#include "payment/codec/default_terms.hpp"

#include <gtest/gtest.h>

#include "payment/codec/terms_json.hpp"

namespace onsale::payment {
namespace {

using namespace std::chrono_literals;

Terms usual() {
    return default_terms({{"R", {{"adult", 100'000}}}});
}

// The refund for one seat of 100,000 won plus fee; -1 when nothing is refunded.
std::int64_t back(std::int32_t days_before, Duration since_booking = 240h) {
    const Terms terms = usual();
    const Refundable seat{{{{{1}, {1}, {0}, {0}}, 100'000, 2'000}}, 0, kWon};
    const auto quote =
        quote_refund(terms.refunds, seat, {RefundWhy::kGuestWish, days_before, since_booking});
    return quote ? quote->amount.amount : -1;
}

}  // namespace

TEST(DefaultTerms, AreAcceptedAsTheyAre) {
    EXPECT_EQ(terms_from_json(to_json(usual())).value(), usual());
}

TEST(DefaultTerms, KeepMoreOfThePriceTheNearerThePerformanceIs) {
    EXPECT_EQ(back(30), 100'000);
    EXPECT_EQ(back(10), 100'000);
    EXPECT_EQ(back(9), 90'000);
    EXPECT_EQ(back(7), 90'000);
    EXPECT_EQ(back(6), 80'000);
    EXPECT_EQ(back(3), 80'000);
    EXPECT_EQ(back(2), 70'000);
    EXPECT_EQ(back(1), 70'000);
    EXPECT_EQ(back(0), -1);
}

TEST(DefaultTerms, GiveTheFeeBackWithinADayOfTheBooking) {
    EXPECT_EQ(back(1, 24h - 1ms), 102'000);
    EXPECT_EQ(back(1, 24h), 70'000);
    EXPECT_EQ(back(0, 1ms), -1);
}

}  // namespace onsale::payment
