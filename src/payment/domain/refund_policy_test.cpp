#include "payment/domain/refund_policy.hpp"

#include <gtest/gtest.h>

#include "base/time_text.hpp"

namespace onsale::payment {
namespace {

using namespace std::chrono_literals;

RefundPolicy usual_table() {
    return {{{10, 100, 4'000}, {7, 100, 0}, {3, 200, 0}, {1, 300, 0}}, 24h, 1};
}

Refundable two_seats() {
    return {
        {{{{1}, {1}, {}, {}}, 100'000, 2'000}, {{{2}, {1}, {}, {}}, 50'000, 2'000}}, 3'000, kWon};
}

RefundCase wish(std::int32_t days, Duration since = 240h) {
    return {RefundWhy::kGuestWish, days, since};
}

std::int64_t amount(const RefundCase& refund) {
    const auto quote = quote_refund(usual_table(), two_seats(), refund);
    return quote ? quote->amount.amount : -1;
}

Instant at(const char* text) {
    return *parse_iso_time(text);
}

}  // namespace

TEST(RefundPolicy, EachRowBeginsOnItsDay) {
    EXPECT_EQ(amount(wish(10)), 150'000 - 4'000 - 4'000);
    EXPECT_EQ(amount(wish(9)), 150'000 - 15'000);
    EXPECT_EQ(amount(wish(7)), 150'000 - 15'000);
    EXPECT_EQ(amount(wish(6)), 150'000 - 30'000);
    EXPECT_EQ(amount(wish(2)), 150'000 - 45'000);
    EXPECT_EQ(amount(wish(0)), -1);
}

TEST(RefundPolicy, SoonAfterTheBookingEverythingIsBack) {
    EXPECT_EQ(amount(wish(5, 24h - 1ms)), 157'000);
    EXPECT_EQ(amount(wish(5, 24h)), 120'000);
    EXPECT_EQ(amount(wish(0, 1h)), -1);
}

TEST(RefundPolicy, TheOrganisersFaultGivesAllBackOnAnyDay) {
    EXPECT_EQ(amount({RefundWhy::kOrganiserFault, -3, 9'000h}), 157'000);
}

TEST(RefundPolicy, WithoutTheDaysOnlyTheOrganisersFaultGivesMoneyBack) {
    const RefundCase soon{RefundWhy::kGuestWish, std::nullopt, 1h};
    EXPECT_EQ(amount(soon), -1);
    RefundPolicy any_day{{{0, 900, 0}}, 24h, 0};
    EXPECT_FALSE(quote_refund(any_day, two_seats(), soon));
    EXPECT_EQ(amount({RefundWhy::kOrganiserFault, std::nullopt, 1h}), 157'000);
}

TEST(RefundPolicy, TheDeductionsAreListedAndMakeUpTheDifference) {
    const auto quote = quote_refund(usual_table(), two_seats(), wish(5));
    const std::vector<Deduction> expected = {{DeductionKind::kCancellation, SeatIndex{1}, 20'000},
                                             {DeductionKind::kSeatFees, SeatIndex{1}, 2'000},
                                             {DeductionKind::kCancellation, SeatIndex{2}, 10'000},
                                             {DeductionKind::kSeatFees, SeatIndex{2}, 2'000},
                                             {DeductionKind::kOrderFees, std::nullopt, 3'000}};
    EXPECT_EQ(quote->deductions, expected);
    EXPECT_EQ(quote->amount.amount, 157'000 - 37'000);
}

TEST(RefundPolicy, DaysAreThoseOfTheEventsZone) {
    const ZoneOffset seoul = [](Instant) -> Duration { return 9h; };
    const ZoneOffset utc = [](Instant) -> Duration { return 0h; };
    const Instant show = at("2026-11-20T19:00:00+09:00");
    const Instant last_second = at("2026-11-19T23:59:59+09:00");
    EXPECT_EQ(days_before(show, last_second, seoul), 1);
    EXPECT_EQ(days_before(show, last_second + 1s, seoul), 0);
    EXPECT_EQ(days_before(show, last_second + 1s, utc), 1);
    EXPECT_EQ(days_before(show, show + 24h, seoul), -1);
}

TEST(RefundPolicy, TheOffsetIsAskedForEachInstant) {
    const Instant change = at("2026-10-25T01:00:00Z");
    const ZoneOffset berlin = [&](Instant when) -> Duration { return when < change ? 2h : 1h; };
    EXPECT_EQ(days_before(at("2026-10-25T23:30:00Z"), at("2026-10-24T22:30:00Z"), berlin), 1);
}

TEST(RefundPolicy, ATableThatContradictsItselfSaysWhy) {
    EXPECT_FALSE(problem_of(usual_table()));
    RefundPolicy unsorted = usual_table();
    std::swap(unsorted.rows[0], unsorted.rows[1]);
    EXPECT_TRUE(problem_of(unsorted));
    RefundPolicy greedy = usual_table();
    greedy.rows[0].permille = 1'001;
    EXPECT_TRUE(problem_of(greedy));
}

}  // namespace onsale::payment
