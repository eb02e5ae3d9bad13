#include "sale/domain/view/recent_sale.hpp"

#include <gtest/gtest.h>

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::DeclineReason;

constexpr Instant kNow = instant_from_ms(1'800'000'000'000);

TEST(DurationCounts, AQuantileIsRightToWithinAnEighth) {
    for (const Duration one : {0ms, 1ms, 3ms, 4ms, 7ms, 99ms, 5'000ms, 600'000ms}) {
        DurationCounts counts;
        counts.add(one);
        EXPECT_NEAR(static_cast<double>(counts.quantile(500).count()),
                    static_cast<double>(one.count()), static_cast<double>(one.count()) / 8)
            << one.count();
    }
}

TEST(DurationCounts, QuantilesCountFromTheShortest) {
    DurationCounts counts;
    for (int i = 0; i < 94; ++i)
        counts.add(100ms);
    for (int i = 0; i < 6; ++i)
        counts.add(8s);
    EXPECT_LT(counts.quantile(500), 120ms);
    EXPECT_LT(counts.quantile(940), 120ms);
    EXPECT_GT(counts.quantile(950), 7s);
}

TEST(DurationCounts, WithoutAnyTheQuantileIsZero) {
    EXPECT_EQ(DurationCounts{}.quantile(950), 0ms);
}

TEST(DurationCounts, ADurationLongerThanAllBucketsIsInTheLast) {
    DurationCounts counts;
    counts.add(std::chrono::hours{1'000});
    EXPECT_GT(counts.quantile(500), std::chrono::minutes{60});
}

TEST(RecentSale, CountsFallOutOfTheWindow) {
    RecentSale recent;
    recent.at(kNow).approved = 3;
    recent.at(kNow + 60s).approved = 4;
    EXPECT_EQ(recent.within(60s, kNow).approved, 3u);
    EXPECT_EQ(recent.within(60s, kNow + 60s).approved, 4u);
    EXPECT_EQ(recent.within(300s, kNow + 60s).approved, 7u);
    EXPECT_EQ(recent.within(300s, kNow + 310s).approved, 4u);
}

TEST(RecentSale, ASliceIsUsedAgainFromZero) {
    RecentSale recent;
    recent.at(kNow).unknown = 9;
    ++recent.at(kNow + RecentSale::kReach).unknown;
    EXPECT_EQ(recent.within(RecentSale::kReach, kNow + RecentSale::kReach).unknown, 1u);
}

TEST(RecentCounts, AGuestWhoLeftIsNoDeclineOfTheProviders) {
    RecentSale recent;
    recent.at(kNow).declines[static_cast<std::size_t>(DeclineReason::kGuestLeft)] = 5;
    recent.at(kNow).declines[static_cast<std::size_t>(DeclineReason::kLimit)] = 2;
    const RecentCounts counts = recent.within(60s, kNow);
    EXPECT_EQ(counts.declined(), 2u);
    EXPECT_EQ(counts.declined(DeclineReason::kGuestLeft), 5u);
}

}  // namespace
}  // namespace onsale::sale
