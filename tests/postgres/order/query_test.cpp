#include <gtest/gtest.h>

#include "tests/postgres/order/order_site.hpp"

namespace onsale::postgres {
namespace {

class OrderQuery : public OnOrders {
  protected:
    FindOrders find(std::uint32_t limit, std::optional<OrderState> state = std::nullopt,
                    payment::OrderId before = {}) const {
        return {TestSale::kEvent, before, state, limit};
    }

    Process first = process(1);
    Process second = process(2);
};

TEST_F(OrderQuery, AnotherProcessShowsTheOrderInEveryWay) {
    const auto order = paid(first, 1, {1});
    const auto shown = call(second, ShowOrder{order.code, order.guest});
    ASSERT_TRUE(shown && shown->booking);
    EXPECT_EQ(shown->order, order);
    EXPECT_EQ(call(second, ShowOrderById{order.id})->order, order);
    EXPECT_EQ(call(second, ShowBooking{*shown->booking, order.guest})->order, order);
    EXPECT_EQ(call(second, ListBookings{order.guest})->front().order, order);
    EXPECT_EQ(call(second, ShowBooking{*shown->booking, TestSale::guest(2)}).error().error,
              PayError::kUnknownOrder);
}

TEST_F(OrderQuery, AnOpenOrderIsFoundByItsGuest) {
    const auto order = paying(first, 1, {1});
    const ShowOpenOrder show{TestSale::kEvent, "fri", order.guest};
    EXPECT_EQ(call(second, show)->order.code, order.code);
    (void)call(first, CancelOrder{order.code, order.guest}).value();
    EXPECT_EQ(call(second, show).error().error, PayError::kUnknownOrder);
    EXPECT_EQ(call(second, ShowOpenOrder{TestSale::kEvent, "mon", order.guest}).error().error,
              PayError::kUnknownPerformance);
}

TEST_F(OrderQuery, PagesOfOrdersBeginWithTheNewest) {
    const auto oldest = paying(first, 1, {1});
    const auto middle = paid(first, 2, {2});
    const auto newest = paying(first, 3, {3});
    const auto page = call(second, find(2));
    ASSERT_EQ(page->orders.size(), 2u);
    EXPECT_EQ(page->orders[0].order.code, newest.code);
    EXPECT_EQ(page->next, middle.id);
    const auto rest = call(second, find(2, std::nullopt, *page->next));
    ASSERT_EQ(rest->orders.size(), 1u);
    EXPECT_EQ(rest->orders[0].order.code, oldest.code);
    EXPECT_FALSE(rest->next);
    const auto bookings = call(second, find(5, OrderState::kPaid));
    ASSERT_EQ(bookings->orders.size(), 1u);
    EXPECT_EQ(bookings->orders[0].order.code, middle.code);
}

}  // namespace
}  // namespace onsale::postgres
