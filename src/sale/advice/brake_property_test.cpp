// The invariants of the brake hold for any payments and any operator's rate.
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sale/advice/brake.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kRateMax = 1'000'000;

rc::Gen<std::uint32_t> rates() {
    return rc::gen::oneOf(rc::gen::inRange<std::uint32_t>(1, 200),
                          rc::gen::inRange<std::uint32_t>(1, kRateMax + 1));
}

RecentPayments any_payments() {
    const auto count = rc::gen::inRange<std::uint32_t>(0, 40);
    return {*count, *count, *count, 1s, Duration{*rc::gen::inRange(0, 15'000)}};
}

// A brake after random steps, with the time and the operator's last rate.
struct Life {
    Brake brake;
    Instant now;
    std::uint32_t rate;

    void look(const RecentPayments& payments) {
        now += Duration{*rc::gen::inRange(0, 90'000)};
        brake = sale::brake(brake, payments, rate, now);
    }
};

Life any_life() {
    Life life{{}, instant_from_ms(1'800'000'000'000), *rates()};
    for (int left = *rc::gen::inRange(0, 30); left > 0; --left) {
        if (*rc::gen::inRange(0, 5) == 0) life.rate = *rates();
        life.look(any_payments());
    }
    return life;
}

}  // namespace

TEST(BrakeProperty, NeverExceedsTheOperatorsRateNorStopsTheDoor) {
    EXPECT_TRUE(rc::check([] {
        const Life life = any_life();
        for (const std::uint32_t rate : {life.rate, *rates()}) {
            RC_ASSERT(admit_per_second(life.brake, rate) <= rate);
            RC_ASSERT(admit_per_second(life.brake, rate) >= kSlowestRate);
        }
    }));
}

TEST(BrakeProperty, WithoutPaymentsNothingChanges) {
    EXPECT_TRUE(rc::check([] {
        Life life = any_life();
        const Brake before = life.brake;
        life.look({});
        RC_ASSERT(life.brake == before);
    }));
}

TEST(BrakeProperty, BadNewsNeverRaisesTheRateAndGoodNewsNeverLowersIt) {
    EXPECT_TRUE(rc::check([] {
        Life life = any_life();
        const RecentPayments payments = any_payments();
        const std::uint32_t before = admit_per_second(life.brake, life.rate);
        life.look(payments);
        const std::uint32_t after = admit_per_second(life.brake, life.rate);
        if (health_of(payments) == PaymentHealth::kHealthy)
            RC_ASSERT(after >= before);
        else
            RC_ASSERT(after <= before);
    }));
}

TEST(BrakeProperty, WhenEverythingFailsItReachesOneASecond) {
    EXPECT_TRUE(rc::check([] {
        Life life = any_life();
        life.now += 60s;
        life.look({0, 0, 20, 1s, 1s});
        RC_ASSERT(admit_per_second(life.brake, life.rate) == kSlowestRate);
    }));
}

TEST(BrakeProperty, HealthyPaymentsFreeItInTheEnd) {
    EXPECT_TRUE(rc::check([] {
        Life life = any_life();
        // 20 doublings reach one million.
        for (int i = 0; i < 21; ++i) {
            life.now += 30s;
            life.look({20, 0, 0, 1s, 1s});
        }
        RC_ASSERT(life.brake == Brake{});
    }));
}

TEST(AdviceProperty, OnlyEmptyPlacesRaiseTheRate) {
    EXPECT_TRUE(rc::check([] {
        const auto count = rc::gen::inRange<std::uint32_t>(0, 3'000);
        SaleNumbers now{.max_active = *count,
                        .active = *count,
                        .waiting = *count,
                        .admit_per_second = *rates(),
                        .seats = SeatsLeft{*count, *count},
                        .hold_median = Duration{*rc::gen::inRange(0, 600'000)},
                        .payments = any_payments(),
                        .no_show_permille = *rc::gen::inRange<std::uint32_t>(0, 1'001),
                        .finished_per_minute = *count,
                        .rates = rates_of({*count, *count, *count, *count, *count})};
        const Advice advice = advise(now);
        RC_ASSERT(advice.admit_per_second >= kSlowestRate);
        RC_ASSERT((advice.admit_per_second > now.admit_per_second) ==
                  (advice.reason == AdviceReason::kSlotsIdle));
        if (advice.reason == AdviceReason::kSteady)
            RC_ASSERT(advice.admit_per_second == now.admit_per_second);
    }));
}

}  // namespace onsale::sale
