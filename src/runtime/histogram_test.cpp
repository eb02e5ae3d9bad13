#include "runtime/histogram.hpp"

#include <gtest/gtest.h>

namespace onsale::runtime {
namespace {

TEST(Histogram, AnswersZeroWhileEmpty) {
    EXPECT_EQ(Histogram{}.quantile(0.99), 0u);
}

TEST(Histogram, KeepsSmallValuesExactly) {
    Histogram histogram;
    for (std::uint64_t value = 0; value < 64; ++value)
        histogram.record(value);
    EXPECT_EQ(histogram.quantile(0.5), 31u);
    EXPECT_EQ(histogram.quantile(1.0), 63u);
}

TEST(Histogram, KnowsEveryValueToThreePercent) {
    for (std::uint64_t value = 64; value < 100'000'000'000; value = value * 5 / 4 + 1) {
        Histogram histogram;
        histogram.record(value);
        EXPECT_GE(histogram.quantile(0.5), value);
        EXPECT_LE(histogram.quantile(0.5), value + value / 32);
    }
}

TEST(Histogram, FindsQuantilesOfAUniformSpread) {
    Histogram histogram;
    for (std::uint64_t value = 1; value <= 100'000; ++value)
        histogram.record(value);
    EXPECT_NEAR(static_cast<double>(histogram.quantile(0.5)), 50'000.0, 1'600.0);
    EXPECT_NEAR(static_cast<double>(histogram.quantile(0.999)), 99'900.0, 3'200.0);
}

TEST(Histogram, CountsWhatIsBeyondItsRangeInTheLastBucket) {
    Histogram histogram;
    histogram.record(~std::uint64_t{0});
    EXPECT_EQ(histogram.count(), 1u);
    EXPECT_EQ(histogram.quantile(1.0), (std::uint64_t{1} << 37) - 1);
}

TEST(Histogram, CountsAtMostALimitWithoutCountingAbove) {
    Histogram histogram;
    for (const std::uint64_t value : {10u, 20u, 30u, 40u})
        histogram.record(value);
    EXPECT_EQ(histogram.count_at_most(9), 0u);
    EXPECT_EQ(histogram.count_at_most(30), 3u);
    EXPECT_EQ(histogram.count_at_most(1'000'000), 4u);
}

TEST(Histogram, MergesAsIfEverythingWasRecordedInOne) {
    Histogram left;
    Histogram right;
    Histogram both;
    for (std::uint64_t value = 1; value < 10'000; ++value) {
        (value % 3 == 0 ? left : right).record(value * 1'000);
        both.record(value * 1'000);
    }
    left.merge(right);
    EXPECT_EQ(left.count(), both.count());
    EXPECT_EQ(left.sum(), both.sum());
    EXPECT_EQ(left.quantile(0.9), both.quantile(0.9));
}

TEST(Histogram, KnowsWhatCameSinceAnOlderCopy) {
    Histogram histogram;
    histogram.record(1'000);
    const Histogram earlier = histogram;
    histogram.record(7);
    const Histogram later = histogram.since(earlier);
    EXPECT_EQ(later.count(), 1u);
    EXPECT_EQ(later.sum(), 7u);
    EXPECT_EQ(later.quantile(1.0), 7u);
}

TEST(Histogram, IsCarriedElsewhereByTheBucketsThatHoldAnything) {
    Histogram histogram;
    for (const std::uint64_t value : {7u, 7u, 1'000u, 123'456'789u})
        histogram.record(value);
    Histogram copy;
    for (const Histogram::Bucket bucket : histogram.buckets())
        EXPECT_TRUE(copy.add(bucket));
    EXPECT_EQ(histogram.buckets().size(), 3u);
    EXPECT_EQ(copy.count(), 4u);
    for (const double share : {0.5, 0.75, 1.0})
        EXPECT_EQ(copy.quantile(share), histogram.quantile(share));
}

TEST(Histogram, HasNoBucketBeyondItsRange) {
    Histogram histogram;
    histogram.record(~std::uint64_t{0});
    const std::size_t last = histogram.buckets().front().index;
    EXPECT_FALSE(histogram.add({last + 1, 1}));
    EXPECT_EQ(histogram.count(), 1u);
}

TEST(Histogram, APartOfItHasThatShareOfEveryBucket) {
    Histogram histogram;
    EXPECT_TRUE(histogram.add({3, 10}));
    EXPECT_TRUE(histogram.add({5, 1}));
    const Histogram half = histogram.part({1, 2});
    EXPECT_EQ(half.count(), 5u);
    EXPECT_EQ(half.quantile(1.0), 3u);
    EXPECT_EQ(histogram.part({2, 2}), histogram);
    EXPECT_EQ(histogram.part({0, 2}).count(), 0u);
}

TEST(Histogram, APartOfSingleValuesHasItsShareOfThem) {
    Histogram histogram;
    for (std::size_t index = 100; index < 132; ++index)
        EXPECT_TRUE(histogram.add({index, 1}));
    EXPECT_EQ(histogram.part({1, 4}).count(), 8u);
    EXPECT_EQ(histogram.part({1, 2}).count(), 16u);
    const Histogram later = histogram.part({3, 4}).since(histogram.part({1, 4}));
    EXPECT_EQ(later.count(), 16u);
    for (const Histogram::Bucket bucket : later.buckets())
        EXPECT_EQ(bucket.count, 1u);
}

}  // namespace
}  // namespace onsale::runtime
