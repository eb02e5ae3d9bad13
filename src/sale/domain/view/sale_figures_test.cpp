#include "sale/domain/view/sale_figures.hpp"

#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"
#include "sale/domain/view/buying_counts.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::DeclineReason;

constexpr std::int64_t kSeat = 101'000;
constexpr std::int64_t kOrderFee = 1'000;

// A shop and the figures of everything that has happened in it.
class Figures : public ::testing::Test {
  protected:
    const EventFigures& seen() {
        replay();
        return figures_.of(TestSale::kEvent);
    }
    const SaleTotals& totals() { return seen().totals(); }
    RecentCounts recent(Duration window = 5min) { return seen().recent(window, shop.now()); }
    ProviderFigures provider() { return figures_.of(TestSale::kProvider); }
    const Buying& buying() {
        replay();
        return buying_.of(TestSale::kEvent);
    }

    TestShop shop;

  private:
    void replay() {
        for (; read_ < shop.journal().size(); ++read_) {
            const auto& [at, bytes] = shop.journal()[read_];
            Facts facts;
            ASSERT_TRUE(load(bytes, facts));
            for (const Fact& fact : facts) {
                figures_.apply(fact, at);
                buying_.apply(fact);
            }
        }
    }

    SaleFigures figures_;
    BuyingCounts buying_;
    std::size_t read_ = 0;
};

TEST_F(Figures, APurchaseIsCountedWithItsMoneyAndSeats) {
    (void)shop.paid(shop.let_in(1), {"A-1", "A-2"});
    EXPECT_EQ(totals().requested, 1u);
    EXPECT_EQ(totals().approved, 1u);
    EXPECT_EQ(totals().bookings, 1u);
    EXPECT_EQ(totals().seats_sold, 2u);
    EXPECT_EQ(totals().captured, 2 * kSeat + kOrderFee);
    EXPECT_EQ(totals().orders, 1u);
    EXPECT_EQ(totals().holds_begun, 1u);
    EXPECT_EQ(totals().holds_bought, 1u);
    EXPECT_EQ(recent().approved, 1u);
}

TEST_F(Figures, ProvidersAreJudgedByTheirAnswers) {
    (void)shop.paid(shop.let_in(1), {"A-1"});
    shop.pass(1s);
    ASSERT_TRUE(shop.decline(shop.confirming(shop.let_in(2), {"A-2"})));
    (void)seen();
    const ProviderFigures told = provider();
    EXPECT_EQ(told.approved, 1u);
    EXPECT_EQ(told.declined, 1u);
    EXPECT_EQ(told.unknown, 0u);
    ASSERT_TRUE(told.last_approved);
    EXPECT_GE(shop.now() - *told.last_approved, 1s);
    EXPECT_EQ(SaleFigures{shop.state()}.of(TestSale::kProvider), told);
}

TEST_F(Figures, TheLatencyIsFromTheConfirmToTheAnswer) {
    const auto order = shop.paying(shop.let_in(1), {"A-1"});
    shop.pass(30s);  // The guest is at the provider's page.
    ASSERT_TRUE(shop.confirm(order));
    shop.pass(2s);
    ASSERT_TRUE(shop.approve(order));
    EXPECT_EQ(recent().latency.count(), 1u);
    EXPECT_NEAR(static_cast<double>(recent().latency.quantile(950).count()), 2'000, 250);
}

TEST_F(Figures, ADeclineSaysWhy) {
    const auto order = shop.confirming(shop.let_in(1), {"A-1"});
    ASSERT_TRUE(shop.decline(order));
    EXPECT_EQ(totals().declined, 1u);
    EXPECT_EQ(totals().declines[static_cast<std::size_t>(DeclineReason::kLimit)], 1u);
    EXPECT_EQ(recent().declined(DeclineReason::kLimit), 1u);
    EXPECT_EQ(recent().latency.count(), 1u);
    EXPECT_EQ(totals().captured, 0);
}

TEST_F(Figures, TheOldestUnknownIsKnownUntilItIsResolved) {
    const auto first = shop.confirming(shop.let_in(1), {"A-1"});
    const auto second = shop.confirming(shop.let_in(2), {"A-2"});
    ASSERT_TRUE(shop.record(first, payment::result::OutcomeUnknown{}));
    const Instant since = shop.now();
    shop.pass(10s);
    ASSERT_TRUE(shop.record(second, payment::result::OutcomeUnknown{}));
    EXPECT_EQ(seen().unknown_now(), 2u);
    EXPECT_EQ(seen().oldest_unknown(), since);
    ASSERT_TRUE(shop.approve(first, payment::ResultSource::kQuery));
    EXPECT_EQ(seen().oldest_unknown(), since + 10s);
    ASSERT_TRUE(shop.record(second, payment::result::Declined{DeclineReason::kCard},
                            payment::ResultSource::kQuery));
    EXPECT_EQ(seen().unknown_now(), 0u);
    EXPECT_EQ(totals().unknown, 2u);
}

TEST_F(Figures, AnAnswerThatWasMissingIsNoMeasureOfTheLatency) {
    const auto order = shop.confirming(shop.let_in(1), {"A-1"});
    ASSERT_TRUE(shop.record(order, payment::result::OutcomeUnknown{}));
    shop.pass(4min);
    ASSERT_TRUE(shop.approve(order, payment::ResultSource::kQuery));
    EXPECT_EQ(recent().latency.count(), 0u);
    EXPECT_EQ(recent().unknown, 1u);
}

TEST_F(Figures, ARefundCountsWhenItIsDone) {
    const auto order = shop.paid(shop.let_in(1), {"A-1", "A-2"});
    ASSERT_TRUE(shop.refund(order, {"A-1"}));
    EXPECT_EQ(totals().refunded, 0);
    EXPECT_EQ(seen().refunds_open(), 1u);
    shop.tick();
    ASSERT_TRUE(shop.record_refund(order));
    EXPECT_EQ(totals().refunded, shop.order(order).refunds[0].quote.amount.amount);
    EXPECT_GT(totals().refunded, 0);
    EXPECT_EQ(seen().refunds_open(), 0u);
    EXPECT_EQ(totals().seats_refunded, 1u);
}

TEST_F(Figures, AHoldLastsFromItsFirstSeatToItsEnd) {
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    shop.pass(60s);
    ASSERT_TRUE(shop.select(buyer, {"A-2"}));
    shop.pass(60s);
    ASSERT_TRUE(shop.release(buyer));
    EXPECT_EQ(totals().holds_ended, 1u);
    EXPECT_EQ(recent().holds.count(), 1u);
    EXPECT_NEAR(static_cast<double>(recent().holds.quantile(500).count()), 120'000, 15'000);
}

TEST_F(Figures, AfterARestartTheTotalsAreThoseOfTheFacts) {
    (void)shop.paid(shop.let_in(1), {"A-1", "A-2"});
    const auto refunded = shop.paid(shop.let_in(2), {"A-3", "A-4"});
    shop.refunded(refunded, {"A-3"});
    ASSERT_TRUE(shop.refund(refunded, {"A-4"}));
    const auto declined = shop.confirming(shop.let_in(3), {"A-5"});
    ASSERT_TRUE(shop.decline(declined));
    const auto lost = shop.confirming(shop.let_in(4), {"A-6"});
    ASSERT_TRUE(shop.record(lost, payment::result::OutcomeUnknown{}));
    const SaleFigures restarted{*shop.reloaded()};
    const EventFigures& after = restarted.of(TestSale::kEvent);
    SaleTotals before = totals();
    before.holds_begun = before.holds_bought = before.holds_ended = 0;
    EXPECT_EQ(after.totals(), before);
    EXPECT_EQ(after.oldest_unknown(), seen().oldest_unknown());
    EXPECT_EQ(after.refunds_open(), 1u);
}

TEST_F(Figures, ARefundAskedForBeforeARestartIsCountedAfterIt) {
    const auto order = shop.paid(shop.let_in(1), {"A-1", "A-2"});
    shop.refunded(order, {"A-1"});
    ASSERT_TRUE(shop.refund(order, {"A-2"}));
    SaleFigures restarted{*shop.reloaded()};
    const std::int64_t before = restarted.of(TestSale::kEvent).totals().refunded;
    restarted.apply(payment::Fact{order, {}, payment::fact::RefundDone{{1}}}, shop.now());
    EXPECT_EQ(restarted.of(TestSale::kEvent).totals().refunded - before,
              shop.order(order).refunds[1].quote.amount.amount);
}

TEST(SaleFigures, AnEventThatSoldNothingHasZeros) {
    const SaleFigures figures;
    EXPECT_EQ(figures.of(TestSale::kEvent).totals(), SaleTotals{});
    EXPECT_EQ(figures.of(TestSale::kEvent).oldest_unknown(), std::nullopt);
}

TEST_F(Figures, BuyersAndSeatsThatCameBackAreCounted) {
    (void)shop.paid(shop.let_in(1), {"A-1", "A-2"});
    const Buyer undecided = shop.let_in(2);
    ASSERT_TRUE(shop.select(undecided, {"A-3", "A-4"}));
    ASSERT_TRUE(shop.select(undecided, {"A-4"}));
    ASSERT_TRUE(shop.release(undecided));
    EXPECT_EQ(buying(), (Buying{.inside_at_start = 0,
                                .buyers = 1,
                                .seats_bought = 2,
                                .held_seats_finished = 4,
                                .held_seats_returned = 2}));
}

TEST_F(Figures, BuyingStartsWithThoseInside) {
    (void)shop.let_in(1);
    (void)shop.let_in(2);
    const BuyingCounts restarted{*shop.reloaded()};
    EXPECT_EQ(restarted.of(TestSale::kEvent).inside_at_start, 2u);
}

}  // namespace
}  // namespace onsale::sale
