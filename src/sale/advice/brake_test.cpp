#include "sale/advice/brake.hpp"

#include <gtest/gtest.h>

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;

constexpr RecentPayments kGood = {95, 5, 0, 1s, 2s};
constexpr RecentPayments kWorn = {60, 40, 0, 1s, 2s};
constexpr RecentPayments kBad = {40, 60, 0, 1s, 2s};
constexpr RecentPayments kSlow = {95, 5, 0, 6s, 12s};
constexpr RecentPayments kDead = {0, 10, 90, 1s, 2s};
constexpr std::uint32_t kOperatorRate = 100;

class BrakeTest : public testing::Test {
  protected:
    // The rate after one call per second for the given duration.
    std::uint32_t look(const RecentPayments& payments, Duration during) {
        for (const Instant end = now_ + during; now_ < end; now_ += 1s)
            brake_ = brake(brake_, payments, kOperatorRate, now_);
        return admit_per_second(brake_, kOperatorRate);
    }

    Brake brake_;
    Instant now_ = instant_from_ms(1'800'000'000'000);
};

}  // namespace

TEST_F(BrakeTest, HealthyPaymentsLeaveTheOperatorsRate) {
    EXPECT_EQ(look(kGood, 10min), kOperatorRate);
    EXPECT_EQ(brake_, Brake{});
}

TEST_F(BrakeTest, FailingPaymentsHalveTheRateAtOnceAndEachMinute) {
    EXPECT_EQ(look(kBad, 60s), 50u);
    EXPECT_EQ(look(kBad, 1s), 25u);
    EXPECT_EQ(brake_.reason, AdviceReason::kPaymentsFailing);
}

TEST_F(BrakeTest, SlowPaymentsTakeAQuarterOff) {
    EXPECT_EQ(look(kSlow, 1s), 75u);
    EXPECT_EQ(brake_.reason, AdviceReason::kPaymentsSlow);
}

TEST_F(BrakeTest, WhenEverythingFailsOneASecondStillTries) {
    EXPECT_EQ(look(kDead, 1s), 1u);
    EXPECT_EQ(look(kDead, 1h), 1u);
    EXPECT_EQ(look(kBad, 1h), 1u);
    EXPECT_EQ(look(kSlow, 1h), 1u);
}

TEST_F(BrakeTest, RecoversByDoublingEachHalfMinute) {
    look(kDead, 1s);
    EXPECT_EQ(look(kGood, 29s), 1u);
    EXPECT_EQ(look(kGood, 1s), 2u);
    EXPECT_EQ(look(kGood, 150s), 64u);
    EXPECT_EQ(look(kGood, 30s), kOperatorRate);
    EXPECT_EQ(brake_, Brake{});
}

TEST_F(BrakeTest, BetweenIllAndWellItHolds) {
    look(kBad, 1s);
    EXPECT_EQ(look(kWorn, 1h), 50u);
}

TEST_F(BrakeTest, WithoutPaymentsItHolds) {
    EXPECT_EQ(look({}, 1h), kOperatorRate);
    look(kDead, 1s);
    EXPECT_EQ(look({}, 1h), 1u);
}

TEST_F(BrakeTest, AFewGoodPaymentsAreEnoughToRecover) {
    look(kDead, 1s);
    EXPECT_EQ(look({5, 0, 0, 1s, 2s}, 31s), 2u);
}

TEST_F(BrakeTest, ARelapseWhileRecoveringIsAnsweredAtOnce) {
    look(kDead, 1s);
    ASSERT_EQ(look(kGood, 120s), 16u);
    EXPECT_EQ(look(kBad, 1s), 8u);
}

TEST_F(BrakeTest, TheOperatorMayAlwaysGoSlower) {
    look(kBad, 1s);
    EXPECT_EQ(admit_per_second(brake_, 10), 10u);
    EXPECT_EQ(admit_per_second(brake_, 200), 50u);
}

TEST_F(BrakeTest, ARateOfZeroLeavesNoBrakeBelowOne) {
    brake_ = brake(brake_, kDead, 0, now_);
    EXPECT_EQ(admit_per_second(brake_, 0), 0u);
    EXPECT_EQ(admit_per_second(brake_, kOperatorRate), 1u);
}

}  // namespace onsale::sale
