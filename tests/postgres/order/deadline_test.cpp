// What happens when time passes: any process finds it, and one of them acts.
#include <gtest/gtest.h>

#include "tests/postgres/order/order_site.hpp"

namespace onsale::postgres {
namespace {

class OrderDeadlines : public OnOrders {
  protected:
    template <class Body>
    static std::size_t asked(const Process& process) {
        return static_cast<std::size_t>(
            std::ranges::count_if(process->committed, [](const sale::Fact& fact) {
                const auto* const of_order = std::get_if<payment::Fact>(&fact);
                return of_order != nullptr && std::holds_alternative<Body>(of_order->body);
            }));
    }
    std::size_t due(Process& process) { return run(process->due().run()).value(); }
    payment::Order show(payment::OrderCode code) {
        return call(first, ShowOrder{code, {}}).value().order;
    }

    Process first = process(1);
    Process second = process(2);
};

TEST_F(OrderDeadlines, AGuestWhoDoesNotPayInTimeLosesTheSeats) {
    const auto order = paying(first, 1, {1});
    EXPECT_EQ(due(second), 0u);
    time.advance(1h);
    EXPECT_EQ(due(second), 1u);
    EXPECT_EQ(show(order.code).ended, payment::EndReason::kPayTimeUsed);
    EXPECT_EQ(living(), "");
    EXPECT_EQ(due(second), 0u);
}

TEST_F(OrderDeadlines, WhileALineIsFrozenNoGuestIsLate) {
    shop.freeze(true);
    first = process(3);
    (void)paying(first, 1, {1});
    time.advance(1h);
    EXPECT_EQ(due(first), 0u);
}

TEST_F(OrderDeadlines, AMissingAnswerIsAskedForByOneProcess) {
    const auto order = paying(first, 1, {1});
    (void)call(first, confirm(order)).value();
    time.advance(80s);
    EXPECT_EQ(due(first) + due(second), 1u);
    EXPECT_EQ(show(order.code).state, OrderState::kUnknown);
    time.advance(3s);
    EXPECT_EQ(due(second) + due(first), 1u);
    EXPECT_EQ(asked<payment::fact::InquirySent>(first) + asked<payment::fact::InquirySent>(second),
              1u);
}

TEST_F(OrderDeadlines, AReturnThatNobodyConfirmsIsHandedOutAgain) {
    const auto order = paying(first, 1, {1});
    const KeepReturn back{order.code, 1, key(order), order.attempts.back().total, "approval"};
    ASSERT_TRUE(call(first, back).has_value());
    EXPECT_EQ(asked<payment::fact::GuestReturned>(first), 1u);
    time.advance(6s);
    EXPECT_EQ(due(second), 1u);
    EXPECT_EQ(asked<payment::fact::GuestReturned>(second), 1u);
}

TEST_F(OrderDeadlines, ARefundIsSentByTheProcessThatTookIt) {
    const auto order = paid(first, 1, {1});
    RequestRefund wanted{order.code, order.guest, {}, payment::RefundWhy::kGuestWish, {}, {}};
    wanted.shown = call(first, PreviewRefund{wanted})->amount;
    ASSERT_TRUE(call(first, wanted).has_value());
    EXPECT_EQ(due(second), 1u);
    EXPECT_EQ(asked<payment::fact::RefundSent>(second), 1u);
    EXPECT_EQ(due(first), 0u);
}

TEST_F(OrderDeadlines, AnOrderThatAnotherProcessHasTakenIsSkipped) {
    for (std::uint32_t name = 1; name <= 8; ++name)
        (void)paying(first, name, {name});
    time.advance(1h);
    std::size_t taken = 0;
    int ended = 0;
    for (Process* process : {&first, &second})
        spawn((*process)->due().run(), [&](auto count) {
            taken += count.value();
            ++ended;
        });
    run_until([&] { return ended == 2; });
    EXPECT_EQ(taken, 8u);
    EXPECT_EQ(sql("SELECT count(*) FROM orders WHERE state = 4"), "8");
    EXPECT_EQ(sql("SELECT max(facts) FROM orders"), "2");
}

}  // namespace
}  // namespace onsale::postgres
