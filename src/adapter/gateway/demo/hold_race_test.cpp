// Races between an order's deadline and its payment, a few milliseconds apart in either direction.
// The result must be paid with seats, or refunded without seats, ten thousand times.
#include <gtest/gtest.h>

#include "adapter/gateway/demo/test_shop.hpp"
#include "tests/support/chance.hpp"

namespace onsale::gateway {
namespace {

constexpr int kTrials = 10'000;
constexpr std::int64_t kAroundMs = 50;

struct Seen {
    int seated = 0;
    int refunded = 0;
    int not_charged = 0;
};

// Another guest takes the seats as soon as they are free.
void let_another_in(TestShop& shop) {
    static_cast<void>(shop.request(2, 1, 2));
    shop.commit();
}

void pay_at_the_deadline(test::Chance& chance, DemoScript script, Seen& seen) {
    TestShop shop;
    const OrderId id = *shop.request(1, 1, 2);
    shop.commit();
    const Order& order = *shop.book().find(id);
    const auto offset = static_cast<std::int64_t>(chance.below(2 * kAroundMs + 1)) - kAroundMs;
    const Instant pays_at = order.deadline + Duration{offset};
    const Instant ticks_at = order.deadline + Duration{chance.below(100)};
    const bool contended = chance.one_in(2);
    const auto pay = [&] {
        shop.press(order, script);
        static_cast<void>(shop.confirm(order));
        shop.commit();
    };
    const auto end = [&] {
        shop.tick();
        shop.commit();
        if (contended) let_another_in(shop);
    };
    if (pays_at < ticks_at) {
        shop.jump(pays_at - shop.now()), pay();
        shop.jump(ticks_at - shop.now()), end();
    } else {
        shop.jump(ticks_at - shop.now()), end();
        shop.jump(pays_at - shop.now()), pay();
    }
    shop.settle();
    const Order& after = *shop.book().find(id);
    const std::string name = to_text(AttemptName{{id.value}, 1});
    const auto charges = shop.demo().charges(name);
    const auto balance = shop.demo().query(name, shop.now())->balance;
    const bool seated = shop.hall().sold(after.quote.lines[0].chosen) &&
                        shop.hall().sold(after.quote.lines[1].chosen);
    ASSERT_LE(charges, 1u);
    if (after.state == OrderState::kPaid) {
        ASSERT_TRUE(seated && charges == 1 && balance == after.quote.total.amount);
        ++seen.seated;
    } else {
        ASSERT_TRUE(!seated && balance == 0);
        charges == 1 ? ++seen.refunded : ++seen.not_charged;
    }
}

}  // namespace

TEST(HoldRace, PaidAndSeatedOrRefundedAndNotSeated) {
    test::Chance chance{20'261'115};
    Seen seen;
    for (int trial = 0; trial < kTrials && !HasFatalFailure(); ++trial)
        pay_at_the_deadline(
            chance, chance.one_in(3) ? DemoScript::kApprove : DemoScript::kChargeAtPage, seen);
    // Each outcome must occur, or the test proves nothing.
    EXPECT_GT(seen.seated, kTrials / 10);
    EXPECT_GT(seen.refunded, kTrials / 100);
    EXPECT_GT(seen.not_charged, kTrials / 100);
}

}  // namespace onsale::gateway
