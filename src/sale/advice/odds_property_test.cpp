// For any numbers the odds are monotonic and nothing overflows.
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sale/advice/odds.hpp"

namespace onsale::sale {
namespace {

constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();

// Mostly numbers of a realistic sale near the thresholds, sometimes arbitrary ones.
rc::Gen<std::uint32_t> count() {
    return rc::gen::weightedOneOf<std::uint32_t>(
        {{8, rc::gen::inRange<std::uint32_t>(0, 3'000)}, {1, rc::gen::arbitrary<std::uint32_t>()}});
}

BuyingRates any_rates() {
    return rates_of({*count(), *count(), *count(), *count(), *count()});
}

OddsInput any_input() {
    return {*count(), *count(), *count(), any_rates()};
}

// Saturating addition.
std::uint32_t more(std::uint32_t than, std::uint32_t by) {
    return by > kMost - than ? kMost : than + by;
}

void expect_no_better(const OddsInput& worse, const OddsInput& than) {
    const OddsAnswer low = odds_of(worse);
    const OddsAnswer high = odds_of(than);
    RC_ASSERT(low.odds >= high.odds);
    RC_ASSERT(low.expected_left <= high.expected_left);
}

}  // namespace

TEST(OddsProperty, MoreGuestsAheadNeverMakeThemBetter) {
    EXPECT_TRUE(rc::check([] {
        const OddsInput input = any_input();
        OddsInput crowded = input;
        crowded.guests_ahead = more(input.guests_ahead, *count());
        expect_no_better(crowded, input);
    }));
}

TEST(OddsProperty, MoreSeatsNeverMakeThemWorse) {
    EXPECT_TRUE(rc::check([] {
        const OddsInput input = any_input();
        OddsInput richer = input;
        richer.seats_free = more(input.seats_free, *count());
        expect_no_better(input, richer);
        richer.seats_may_return = more(input.seats_may_return, *count());
        expect_no_better(input, richer);
    }));
}

TEST(OddsProperty, ASeatThatComesBackNeverMakesThemWorse) {
    EXPECT_TRUE(rc::check([] {
        OddsInput input = any_input();
        input.seats_may_return = more(input.seats_may_return, 1);
        OddsInput back = input;
        --back.seats_may_return;
        back.seats_free = more(back.seats_free, 1);
        RC_PRE(back.seats_free != input.seats_free);
        expect_no_better(input, back);
    }));
}

TEST(OddsProperty, KeenerBuyersAheadNeverMakeThemBetter) {
    EXPECT_TRUE(rc::check([] {
        const OddsInput input = any_input();
        OddsInput keener = input;
        keener.rates.buyers_per_admitted =
            *rc::gen::inRange(input.rates.buyers_per_admitted, kWhole + 1);
        expect_no_better(keener, input);
    }));
}

TEST(OddsProperty, TheNumbersAddUp) {
    EXPECT_TRUE(rc::check([] {
        const OddsInput input = any_input();
        const OddsAnswer answer = odds_of(input);
        const std::uint64_t all = std::uint64_t{input.seats_free} + input.seats_may_return;
        RC_ASSERT(answer.seats >= input.seats_free);
        RC_ASSERT(answer.seats <= all);
        RC_ASSERT(answer.expected_left <= answer.seats);
        RC_ASSERT((answer.odds == Odds::kNone) == (all == 0));
    }));
}

}  // namespace onsale::sale
