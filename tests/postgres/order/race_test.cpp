// Several processes decide on one database. None leads.
#include <gtest/gtest.h>

#include "tests/postgres/order/order_site.hpp"

namespace onsale::postgres {
namespace {

class Race : public OnOrders {
  protected:
    std::size_t done() const {
        return static_cast<std::size_t>(
            std::ranges::count_if(outcomes, [](const auto& one) { return one->has_value(); }));
    }

    Process first = process(1);
    Process second = process(2);
};

TEST_F(Race, ASeatIsPaidForByOneGuestAndTheRuleRefusesTheOthers) {
    for (std::uint32_t name = 1; name <= 12; ++name)
        start(name % 2 == 0 ? first : second, wish(name, {name % 3, 5}));
    finish();
    EXPECT_EQ(done(), 1u);
    for (const auto& one : outcomes)
        if (!*one) EXPECT_EQ(one->error().error, PayError::kSeatTaken);
    EXPECT_EQ(sql("SELECT count(*) FROM orders"), "1");
}

TEST_F(Race, AGuestWhoAsksTwiceHasOneOrder) {
    start(first, wish(1, {1, 2}));
    start(second, wish(1, {1, 2}));
    finish();
    ASSERT_EQ(done(), 2u);
    EXPECT_EQ(outcomes[0]->value().order.code, outcomes[1]->value().order.code);
    EXPECT_EQ(outcomes[0]->value().order.attempt(), 1);
    EXPECT_EQ(living(), "1:1 2:1");
}

TEST_F(Race, AGuestPaysForOneOrderAtATime) {
    start(first, wish(1, {1}));
    start(second, wish(1, {2}));
    finish();
    ASSERT_EQ(done(), 1u);
    const auto& refused = outcomes[0]->has_value() ? *outcomes[1] : *outcomes[0];
    EXPECT_EQ(refused.error().order, payment::OrderError::kAlreadyPaying);
}

TEST_F(Race, OneConfirmCallsTheProvider) {
    const auto order = paying(first, 1, {1});
    start(first, confirm(order));
    start(second, confirm(order));
    start(first, confirm(order));
    finish();
    EXPECT_EQ(done(), 3u);
    EXPECT_EQ(std::ranges::count_if(outcomes,
                                    [](const auto& one) { return one->value().calls_provider; }),
              1);
}

TEST_F(Race, WhatAProcessRemembersMayBeOld) {
    const auto order = paying(first, 1, {1});
    (void)call(first, confirm(order)).value();
    (void)call(second, approval(order)).value();
    const auto again = call(first, approval(order));
    EXPECT_EQ(again->order.state, OrderState::kPaid);
    EXPECT_EQ(again->order.charges.size(), 1u);
    EXPECT_EQ(first->counters["order_conflicts"], 1u);
    EXPECT_EQ(sql("SELECT count(*) FROM payments"), "1");
}

TEST_F(Race, ARefusalDoesNotRestOnWhatAProcessRemembers) {
    const auto order = paying(first, 1, {1});
    (void)call(first, record(order, Declined{payment::DeclineReason::kLimit})).value();
    (void)paying(second, 1, {1});
    auto back = confirm(order);
    back.attempt = 2;
    EXPECT_TRUE(call(first, back).has_value());
}

TEST_F(Race, ALatePaymentAndTheNextOrderOfItsGuestKeepTheLimit) {
    sale::SaleSettings settings;
    settings.seats_per_guest = 2;
    ASSERT_TRUE(shop.set(settings));
    first = process(1);
    second = process(2);
    const auto order = paying(first, 1, {1, 2});
    time.advance(2h);
    EXPECT_EQ(run(first->due().run()).value(), 1u);
    start(first, approval(order));
    start(second, wish(1, {5}));
    finish();
    EXPECT_EQ(
        sql("SELECT count(*) FROM seat_owners WHERE ended_at IS NULL") == "2" || living() == "5:1",
        true)
        << living();
}

TEST_F(Race, ManyPurchasesOfTwoProcessesAllSucceed) {
    std::vector<payment::Order> orders;
    for (std::uint32_t name = 0; name < 10; ++name)
        start(name % 2 == 0 ? first : second, wish(name + 1, {name}));
    finish();
    ASSERT_EQ(done(), 10u);
    for (const auto& one : outcomes)
        orders.push_back(one->value().order);
    outcomes.clear();
    for (const auto& order : orders)
        start(first, confirm(order));
    finish();
    outcomes.clear();
    for (const auto& order : orders)
        start(second, approval(order));
    finish();
    EXPECT_EQ(done(), 10u);
    EXPECT_EQ(sql("SELECT count(*) FROM seat_owners WHERE state = 2 AND ended_at IS NULL"), "10");
}

TEST_F(Race, ACommandThatFindsTheQueueFullIsNotExecuted) {
    OrderConfig small;
    small.waiting_max = 1;
    first = process(3, small);
    start(first, wish(1, {1}));
    start(first, wish(2, {2}));
    finish();
    EXPECT_TRUE(outcomes[0]->has_value());
    EXPECT_EQ(outcomes[1]->error().error, PayError::kUnavailable);
    EXPECT_EQ(first->counters["order_refused_full"], 1u);
}

}  // namespace
}  // namespace onsale::postgres
