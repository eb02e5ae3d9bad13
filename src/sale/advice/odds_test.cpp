#include "sale/advice/odds.hpp"

#include <gtest/gtest.h>

#include "tests/support/enum_words.hpp"

namespace onsale::sale {
namespace {

constexpr BuyingRates kMeasuredHalf = {2'000, 500, 200, true};

Odds measured(std::uint32_t free, std::uint32_t may_return, std::uint32_t ahead) {
    return odds_of({free, may_return, ahead, kMeasuredHalf}).odds;
}

Odds assumed(std::uint32_t free, std::uint32_t ahead) {
    return odds_of({free, 0, ahead, {}}).odds;
}

}  // namespace

TEST(Odds, TheNumbersAreThoseOfTheSentence) {
    const OddsAnswer answer = odds_of({700, 1'000, 4'000, kMeasuredHalf});
    EXPECT_EQ(answer.odds, Odds::kUnlikely);
    EXPECT_EQ(answer.seats, 900u);
    EXPECT_EQ(answer.seats_wanted, 4'000u);
    EXPECT_EQ(answer.expected_left, 0u);
    EXPECT_EQ(answer.guests_ahead, 4'000u);
}

TEST(Odds, SeatsLeftAreThoseThatGuestsAheadDoNotWant) {
    EXPECT_EQ(odds_of({5'000, 500, 4'000, kMeasuredHalf}).expected_left, 1'100u);
}

TEST(Odds, WithMeasuredRatesTheCrowdMayBeAQuarterGreedier) {
    EXPECT_EQ(measured(1'252, 0, 1'000), Odds::kLikely);
    EXPECT_EQ(measured(1'251, 0, 1'000), Odds::kEven);
    EXPECT_EQ(measured(801, 0, 1'000), Odds::kEven);
    EXPECT_EQ(measured(800, 0, 1'000), Odds::kUnlikely);
}

TEST(Odds, WithAssumedRatesLikelyMeansEnoughForAll) {
    EXPECT_EQ(assumed(2'002, 1'000), Odds::kLikely);
    EXPECT_EQ(assumed(2'001, 1'000), Odds::kEven);
    EXPECT_EQ(assumed(501, 1'000), Odds::kEven);
    EXPECT_EQ(assumed(500, 1'000), Odds::kUnlikely);
}

TEST(Odds, NoneIsSaidOnlyWhenNothingMayComeBack) {
    EXPECT_EQ(measured(0, 0, 0), Odds::kNone);
    EXPECT_EQ(measured(0, 1, 0), Odds::kUnlikely);
    EXPECT_EQ(measured(0, 1, 1'000'000), Odds::kUnlikely);
}

TEST(Odds, TheLastSeatIsAnEvenChanceForTheNextGuest) {
    EXPECT_EQ(measured(1, 0, 0), Odds::kEven);
    EXPECT_EQ(measured(2, 0, 0), Odds::kLikely);
}

TEST(AheadLimits, AreThoseOfTheOddsForEveryGuest) {
    for (const OddsInput input :
         {OddsInput{1'252, 0, 0, kMeasuredHalf}, OddsInput{900, 400, 250, kMeasuredHalf},
          OddsInput{60, 0, 7, {}}}) {
        const AheadLimits limits = ahead_limits(input);
        for (std::uint32_t ahead = 0; ahead < 2'000; ++ahead) {
            OddsInput with_line = input;
            with_line.guests_ahead += ahead;
            EXPECT_EQ(odds_behind(limits, ahead), odds_of(with_line).odds) << ahead;
        }
    }
}

TEST(AheadLimits, AreTheLastGuestsWithTheseOdds) {
    const AheadLimits limits = ahead_limits({1'252, 0, 0, kMeasuredHalf});
    EXPECT_EQ(limits.likely, 1'000);
    EXPECT_EQ(limits.even, 1'563);
    // Admitted guests choose first, so they count like guests of the line.
    EXPECT_EQ(ahead_limits({1'252, 0, 400, kMeasuredHalf}).likely, 600);
}

TEST(AheadLimits, NobodyHasGoodOddsWithoutSeats) {
    const AheadLimits limits = ahead_limits({0, 0, 0, kMeasuredHalf});
    EXPECT_EQ(limits.likely, -1);
    EXPECT_EQ(limits.even, -1);
    EXPECT_EQ(odds_behind(limits, 0), Odds::kUnlikely);
}

TEST(AheadLimits, NobodyHasOddsWhenAllIsSold) {
    const OddsInput input{.seats_free = 5, .rates = kMeasuredHalf, .sold_out = true};
    EXPECT_EQ(odds_of(input).odds, Odds::kNone);
    EXPECT_EQ(odds_behind(ahead_limits(input), 0), Odds::kNone);
}

TEST(AheadLimits, StayBelowTheLargestCount) {
    constexpr std::uint32_t kMost = 4'294'967'295;
    constexpr std::uint32_t kInside = 10;
    EXPECT_EQ(ahead_limits({kMost, 0, kInside, {1'000, 1, 0, true}}).likely,
              std::int64_t{kMost} - kInside - 1);
}

TEST(BuyingRates, AreAssumedUntilFiftyHaveShown) {
    EXPECT_EQ(rates_of({49, 40, 160, 49, 0}), BuyingRates{});
    EXPECT_EQ(rates_of({50, 10, 40, 0, 0}).buyers_per_admitted, 200u);
    EXPECT_TRUE(rates_of({50, 10, 40, 0, 0}).measured);
    EXPECT_EQ(rates_of({50, 10, 40, 0, 0}).seats_per_buyer, 2'000u);
    EXPECT_EQ(rates_of({100, 50, 175, 0, 0}).seats_per_buyer, 3'500u);
    EXPECT_EQ(rates_of({0, 0, 0, 50, 5}).return_share, 100u);
}

TEST(BuyingRates, StayInsideTheirRangesWhateverIsCounted) {
    const BuyingRates most = rates_of({50, 4'000'000'000, 4'000'000'000, 50, 4'000'000'000});
    EXPECT_EQ(most, (BuyingRates{1'000, 1'000, 1'000, true}));
    EXPECT_EQ(rates_of({50, 50, 4'000'000'000, 0, 0}).seats_per_buyer, 64'000u);
    EXPECT_EQ(rates_of({50, 50, 10, 0, 0}).seats_per_buyer, 1'000u);
}

TEST(RoughCount, IsOneDigit) {
    for (const auto& [count, rough] : {std::pair{0, 0},
                                       {7, 7},
                                       {14, 10},
                                       {15, 20},
                                       {649, 600},
                                       {650, 700},
                                       {951, 1'000},
                                       {49'999, 50'000}})
        EXPECT_EQ(rough_count(static_cast<std::uint64_t>(count)),
                  static_cast<std::uint64_t>(rough));
}

TEST(Odds, HaveWords) {
    test::expect_own_words<Odds>();
    EXPECT_EQ(to_word(Odds::kLikely), "likely");
    EXPECT_EQ(to_word(Odds::kNone), "none");
}

}  // namespace onsale::sale
