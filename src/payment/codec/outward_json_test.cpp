// Tests of the fields of quotes, refunds and orders that guests see, and must never see.
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "payment/codec/order_json.hpp"
#include "payment/codec/quote_json.hpp"

namespace onsale::payment {
namespace {

using namespace std::chrono_literals;
namespace json = boost::json;

constexpr Instant kNoon = instant_from_ms(1'800'014'400'000);  // 2027-01-15T12:00:00Z.

const Terms kTerms = {{kWon,
                       {{"VIP", {{"adult", 150'000}, {"youth", 120'000}}}},
                       {{"booking", FeePer::kSeat, 2'000}, {"delivery", FeePer::kOrder, 3'000}}},
                      {{{3, 200, 0}}, 24h, 1},
                      {}};

std::string seat_name(SeatIndex seat) {
    return "A-" + std::to_string(seat.value);
}

OrderContext context() {
    return {kTerms, seat_name, 1h, 1s};
}

Quote two_seats() {
    const std::vector<ChosenSeat> seats = {{{7}, {987'654'321}, {0}, {0}},
                                           {{8}, {987'654'321}, {0}, {1}}};
    return quote(kTerms.prices, seats).value();
}

Order order_in(OrderState state) {
    Order order;
    order.id = {4'242};
    order.guest.bytes.fill(0x5a);
    order.state = state;
    order.deadline = kNoon;
    order.quote = two_seats();
    order.attempts = {{{1}, "merchant-9", {}, order.quote.total, "key-secret"}};
    order.history = {{state, kNoon, {}, 0}};
    return order;
}

}  // namespace

TEST(QuoteJson, NamesSeatsGradesAndTypes) {
    EXPECT_EQ(json::value(to_json(two_seats(), kTerms.prices, seat_name)), json::parse(R"({
        "lines": [{"seat": "A-7", "grade": "VIP", "type": "adult", "price": 150000, "fees": 2000},
                  {"seat": "A-8", "grade": "VIP", "type": "youth", "price": 120000, "fees": 2000}],
        "orderFees": 3000, "total": 277000, "currency": "KRW"})"));
}

TEST(RefundQuoteJson, ListsWhatIsMissingFromTheAmount) {
    const Refundable what{{two_seats().lines[1]}, 3'000, kWon};
    const auto refund = quote_refund(kTerms.refunds, what, {RefundWhy::kGuestWish, 4, 240h});
    EXPECT_EQ(json::value(to_json(refund.value(), seat_name)), json::parse(R"({
        "seats": ["A-8"], "amount": 96000, "currency": "KRW",
        "deductions": [{"kind": "cancellation", "seat": "A-8", "amount": 24000},
                       {"kind": "seat_fees", "seat": "A-8", "amount": 2000},
                       {"kind": "order_fees", "amount": 3000}]})"));
}

TEST(OrderJson, AnOrderAtTheProviderShowsItsDeadlineInWallTime) {
    const json::object shown = to_json(order_in(OrderState::kPaying), context());
    EXPECT_EQ(shown.at("state"), "paying");
    EXPECT_EQ(shown.at("deadline"), "2027-01-15T13:00:00.000+00:00");
    EXPECT_EQ(shown.at("attempt"), 1);
    EXPECT_EQ(shown.at("attemptsLeft"), 2);
    EXPECT_FALSE(shown.contains("declined"));
    EXPECT_FALSE(shown.contains("reason"));
    EXPECT_FALSE(shown.contains("paidAt"));
}

TEST(OrderJson, ADeclinedOrderSaysWhyAndUntilWhenItMayBeTriedAgain) {
    Order order = order_in(OrderState::kHeld);
    order.history.back().why = static_cast<std::uint8_t>(DeclineReason::kLimit);
    const json::object shown = to_json(order, context());
    EXPECT_EQ(shown.at("declined"), "limit");
    EXPECT_TRUE(shown.contains("deadline"));
}

TEST(OrderJson, AStateTheGuestCannotChangeHasNoDeadline) {
    Order confirming = order_in(OrderState::kPaying);
    confirming.confirming = true;
    EXPECT_FALSE(to_json(confirming, context()).contains("deadline"));
    EXPECT_FALSE(to_json(order_in(OrderState::kUnknown), context()).contains("deadline"));
}

TEST(OrderJson, AnEndedOrderSaysWhyAndHasNoAttemptsLeft) {
    Order order = order_in(OrderState::kEnded);
    order.ended = EndReason::kCancelled;
    const json::object shown = to_json(order, context());
    EXPECT_EQ(shown.at("reason"), "cancelled");
    EXPECT_EQ(shown.at("attemptsLeft"), 0);
}

TEST(OrderJson, APaidOrderShowsItsRefunds) {
    Order order = order_in(OrderState::kPaid);
    Refund& refund = order.refunds.emplace_back();
    refund.quote = {{{7}}, {}, {150'000, kWon}};
    refund.state = RefundState::kSent;
    refund.requested_at = kNoon;
    const json::object shown = to_json(order, context());
    EXPECT_EQ(shown.at("paidAt"), "2027-01-15T12:00:01.000+00:00");
    EXPECT_EQ(shown.at("refunds"), json::parse(R"([{"state": "sent", "why": "guest_wish",
        "requestedAt": "2027-01-15T12:00:01.000+00:00", "seats": ["A-7"], "deductions": [],
        "amount": 150000, "currency": "KRW"}])"));
}

TEST(OrderJson, TellsNothingThatIsNotTheGuests) {
    const std::string text = json::serialize(to_json(order_in(OrderState::kPaying), context()));
    for (const char* hidden : {"4242", "merchant-9", "key-secret", "987654321", "5a5a", "WlpaW"})
        EXPECT_EQ(text.find(hidden), text.npos) << hidden;
}

}  // namespace onsale::payment
