#include "payment/domain/prices.hpp"

#include <gtest/gtest.h>

namespace onsale::payment {
namespace {

PriceList two_grades() {
    return {kWon,
            {{"VIP", {{"adult", 150'000}, {"youth", 120'000}}}, {"R", {{"adult", 99'000}}}},
            {{"booking", FeePer::kSeat, 2'000}, {"delivery", FeePer::kOrder, 3'200}}};
}

ChosenSeat chosen(std::uint32_t seat, std::uint16_t grade, std::uint16_t type) {
    return {{seat}, {1}, {grade}, {type}};
}

}  // namespace

TEST(Prices, TheQuoteSumsPricesAndEveryFee) {
    const std::vector<ChosenSeat> seats = {chosen(1, 0, 0), chosen(2, 0, 1), chosen(3, 1, 0)};
    const auto quoted = quote(two_grades(), seats);
    ASSERT_TRUE(quoted);
    EXPECT_EQ(quoted->total, (Money{150'000 + 120'000 + 99'000 + 3 * 2'000 + 3'200, kWon}));
    EXPECT_EQ(quoted->order_fees, 3'200);
    EXPECT_EQ(quoted->lines[1].price, 120'000);
    EXPECT_EQ(quoted->lines[1].fees, 2'000);
}

TEST(Prices, TheFirstShownPriceIsThatOfOneSeat) {
    EXPECT_EQ(first_shown(two_grades(), {1}, {0}), (Money{99'000 + 2'000 + 3'200, kWon}));
}

TEST(Prices, AnUnknownGradeOrTypeHasNoPrice) {
    const ChosenSeat no_grade = chosen(1, 2, 0);
    const ChosenSeat no_type = chosen(1, 1, 1);
    EXPECT_EQ(quote(two_grades(), {&no_grade, 1}).error(), QuoteError::kUnknownPrice);
    EXPECT_EQ(quote(two_grades(), {&no_type, 1}).error(), QuoteError::kUnknownPrice);
}

TEST(Prices, ASeatIsSoldOnceInAnOrder) {
    const std::vector<ChosenSeat> seats = {chosen(1, 0, 0), chosen(1, 1, 0)};
    EXPECT_EQ(quote(two_grades(), seats).error(), QuoteError::kSameSeatTwice);
}

TEST(Prices, AnOrderHasLinesAndNotTooMany) {
    EXPECT_EQ(quote(two_grades(), {}).error(), QuoteError::kNoLines);
    std::vector<ChosenSeat> many;
    for (std::uint32_t seat = 0; seat <= kLinesMax; ++seat)
        many.push_back(chosen(seat, 0, 0));
    EXPECT_EQ(quote(two_grades(), many).error(), QuoteError::kTooManyLines);
}

TEST(Prices, AListThatCannotBeSoldFromSaysWhy) {
    EXPECT_FALSE(problem_of(two_grades()));
    PriceList negative = two_grades();
    negative.grades[0].types[0].amount = -1;
    EXPECT_TRUE(problem_of(negative));
    PriceList huge = two_grades();
    huge.fees[0].amount = kAmountMax + 1;
    EXPECT_TRUE(problem_of(huge));
    PriceList empty = two_grades();
    empty.grades[1].types.clear();
    EXPECT_EQ(problem_of(empty), "grade R needs at least one price");
}

}  // namespace onsale::payment
