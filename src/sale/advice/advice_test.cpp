#include "sale/advice/advice.hpp"

#include <gtest/gtest.h>

#include "tests/support/enum_words.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;

// A healthy sale: 950 of 1,000 slots in use, enough seats for them, payments approved.
SaleNumbers going_well() {
    SaleNumbers now;
    now.max_active = 1'000;
    now.active = 950;
    now.waiting = 40'000;
    now.admit_per_second = 100;
    now.seats = {.free = 10'000, .may_return = 800};
    now.hold_median = 120s;
    now.payments = {95, 5, 0, 2s, 4s};
    now.finished_per_minute = 400;
    return now;
}

SaleNumbers with_payments(const RecentPayments& payments) {
    SaleNumbers now = going_well();
    now.payments = payments;
    return now;
}

}  // namespace

TEST(Advice, ASaleThatGoesWellStaysAsItIs) {
    const Advice advice = advise(going_well());
    EXPECT_EQ(advice.reason, AdviceReason::kSteady);
    EXPECT_EQ(advice.admit_per_second, 100u);
}

TEST(Advice, FailingPaymentsHalveTheRate) {
    const Advice advice = advise(with_payments({40, 50, 10, 2s, 4s}));
    EXPECT_EQ(advice.reason, AdviceReason::kPaymentsFailing);
    EXPECT_EQ(advice.admit_per_second, 50u);
}

TEST(Advice, WithoutOneApprovalItGoesToOneASecond) {
    EXPECT_EQ(advise(with_payments({0, 0, 20, 2s, 4s})).admit_per_second, 1u);
}

TEST(Advice, SlowPaymentsTakeAQuarterOffTheRate) {
    const Advice advice = advise(with_payments({95, 5, 0, 6s, 12'900ms}));
    EXPECT_EQ(advice.reason, AdviceReason::kPaymentsSlow);
    EXPECT_EQ(advice.admit_per_second, 75u);
}

TEST(Advice, SeatsForThoseInsideOnlySlowTheDoor) {
    SaleNumbers now = going_well();
    now.seats = {.free = 740, .may_return = 1'000};
    const Advice advice = advise(now);
    EXPECT_EQ(advice.reason, AdviceReason::kSeatsRunOut);
    EXPECT_EQ(advice.admit_per_second, 7u);  // 940 seats, one per guest, in 120 s.
}

TEST(Advice, WithoutASeatOneASecondMayStillLookForAReturn) {
    SaleNumbers now = going_well();
    now.seats = SeatsLeft{};
    EXPECT_EQ(advise(now).admit_per_second, 1u);
    now.active = 0;
    EXPECT_EQ(advise(now).admit_per_second, 1u);
}

TEST(Advice, SeatsThatRunOutNeverRaiseTheRate) {
    SaleNumbers now = going_well();
    now.seats = {.free = 740, .may_return = 1'000};
    now.admit_per_second = 3;
    EXPECT_EQ(advise(now).admit_per_second, 3u);
}

TEST(Advice, AnEventWithoutSeatsOfItsOwnIsNotSlowedForThem) {
    SaleNumbers now = going_well();
    now.seats.reset();
    EXPECT_EQ(advise(now).reason, AdviceReason::kSteady);
}

TEST(Advice, EmptyPlacesRaiseTheRateToWhatFillsThem) {
    SaleNumbers now = going_well();
    now.active = 400;
    now.admit_per_second = 10;
    now.finished_per_minute = 300;
    now.no_show_permille = 100;
    const Advice advice = advise(now);
    EXPECT_EQ(advice.reason, AdviceReason::kSlotsIdle);
    EXPECT_EQ(advice.admit_per_second, 17u);  // (300 + 600) / 0.9 / 60 = 16.7.
}

TEST(Advice, TheRateIsAtMostDoubled) {
    SaleNumbers now = going_well();
    now.active = 0;
    now.admit_per_second = 2;
    EXPECT_EQ(advise(now).admit_per_second, 4u);
}

TEST(Advice, EmptyPlacesWithNobodyToFillThemAreNoReason) {
    SaleNumbers now = going_well();
    now.active = 400;
    now.admit_per_second = 10;
    now.waiting = 599;
    EXPECT_EQ(advise(now).reason, AdviceReason::kSteady);
}

TEST(Advice, TroubleWithMoneyIsToldBeforeSeatsAndSpeed) {
    SaleNumbers now = with_payments({10, 90, 0, 2s, 20s});
    now.seats = SeatsLeft{};
    now.active = 0;
    EXPECT_EQ(advise(now).reason, AdviceReason::kPaymentsFailing);
}

TEST(PaymentHealth, HasAGapBetweenIllAndWell) {
    EXPECT_EQ(health_of({49, 51, 0, 1s, 1s}), PaymentHealth::kFailing);
    EXPECT_EQ(health_of({50, 50, 0, 1s, 1s}), PaymentHealth::kWorn);
    EXPECT_EQ(health_of({74, 26, 0, 1s, 1s}), PaymentHealth::kWorn);
    EXPECT_EQ(health_of({75, 25, 0, 1s, 1s}), PaymentHealth::kHealthy);
    EXPECT_EQ(health_of({89, 0, 11, 1s, 1s}), PaymentHealth::kFailing);
    EXPECT_EQ(health_of({90, 0, 10, 1s, 1s}), PaymentHealth::kWorn);
    EXPECT_EQ(health_of({95, 0, 5, 1s, 1s}), PaymentHealth::kHealthy);
    EXPECT_EQ(health_of({99, 1, 0, 1s, 5s}), PaymentHealth::kWorn);
    EXPECT_EQ(health_of({99, 1, 0, 1s, 10s}), PaymentHealth::kSlow);
}

TEST(PaymentHealth, NeedsMorePaymentsToWorryThanToTrust) {
    EXPECT_EQ(health_of({4, 0, 0, 1s, 1s}), PaymentHealth::kUnheard);
    EXPECT_EQ(health_of({5, 0, 0, 1s, 1s}), PaymentHealth::kHealthy);
    EXPECT_EQ(health_of({0, 19, 0, 1s, 1s}), PaymentHealth::kWorn);
    EXPECT_EQ(health_of({0, 20, 0, 1s, 1s}), PaymentHealth::kDead);
}

TEST(AdviceReason, HasWords) {
    test::expect_own_words<AdviceReason>();
    EXPECT_EQ(to_word(AdviceReason::kSteady), "steady");
    EXPECT_EQ(to_word(AdviceReason::kPaymentsFailing), "payments_failing");
    EXPECT_EQ(to_word(AdviceReason::kPaymentsSlow), "payments_slow");
    EXPECT_EQ(to_word(AdviceReason::kSeatsRunOut), "seats_run_out");
    EXPECT_EQ(to_word(AdviceReason::kSlotsIdle), "slots_idle");
}

}  // namespace onsale::sale
