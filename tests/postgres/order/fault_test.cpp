// A proxy between a process and the server does harm.
#include <gtest/gtest.h>

#include "tests/postgres/order/order_site.hpp"

namespace onsale::postgres {
namespace {

using test::Flow;

class OrderFault : public OnOrders {
  protected:
    // The next writes and their COMMIT reach the server, and the answers are lost. Only then is the
    // timeout short: a busy machine needs longer for the other calls.
    void lose_next_answer() {
        far->set_timeout(1s);
        proxy.when_requested("add_facts", [this] { proxy.answers = Flow::kSwallowed; });
    }
    void mend() {
        far->set_timeout(20s);
        proxy.answers = proxy.requests = Flow::kPassed;
    }

    test::TcpProxy proxy{loop, database().port()};
    Process far = process(1, {}, proxy.port());
    Process near = process(2);
};

TEST_F(OrderFault, ALostAnswerIsUnknownAndARepeatFindsTheOrder) {
    lose_next_answer();
    EXPECT_EQ(call(far, wish(1, {1})).error().error, PayError::kOutcomeUnknown);
    mend();
    const auto again = call(far, wish(1, {1}));
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->order.attempt(), 1);
    EXPECT_EQ(sql("SELECT count(*) FROM orders"), "1");
}

TEST_F(OrderFault, AConfirmWithoutAnAnswerIsNotDecidedTwice) {
    const auto order = paying(far, 1, {1});
    lose_next_answer();
    EXPECT_EQ(call(far, confirm(order)).error().error, PayError::kOutcomeUnknown);
    mend();
    const auto again = call(far, confirm(order));
    ASSERT_TRUE(again.has_value());
    EXPECT_FALSE(again->calls_provider);
    EXPECT_EQ(far->counters["order_conflicts"], 0u) << "it was still decided from memory";
}

TEST_F(OrderFault, AnApprovalWithoutAnAnswerIsChargedOnce) {
    const auto order = paying(far, 1, {1});
    (void)call(far, confirm(order)).value();
    lose_next_answer();
    EXPECT_EQ(call(far, approval(order)).error().error, PayError::kOutcomeUnknown);
    mend();
    EXPECT_EQ(call(far, approval(order))->order.charges.size(), 1u);
    EXPECT_EQ(sql("SELECT count(*) FROM payments"), "1");
    EXPECT_EQ(sql("SELECT count(*) FROM outbox WHERE type = 'PAYMENT_CONFIRMED'"), "1");
}

TEST_F(OrderFault, WithoutAServerNothingIsDone) {
    far->set_timeout(400ms);
    proxy.refuses = true;
    proxy.cut();
    EXPECT_EQ(call(far, wish(1, {1})).error().error, PayError::kUnavailable);
    EXPECT_EQ(call(far, ShowOrder{{1}, {}}).error().error, PayError::kUnavailable);
    EXPECT_EQ(sql("SELECT count(*) FROM orders"), "0");
}

TEST_F(OrderFault, AnOrderThatCannotBeReadFailsAlone) {
    const auto bad = paying(near, 1, {1});
    const auto good = paying(near, 2, {2});
    (void)sql("UPDATE orders SET body = '\\x63' WHERE id = " + std::to_string(bad.id.value));
    start(far, confirm(bad));
    start(far, confirm(good));
    finish();
    EXPECT_EQ(outcomes[0]->error().error, PayError::kUnavailable);
    EXPECT_TRUE(outcomes[1]->has_value());
}

}  // namespace
}  // namespace onsale::postgres
