#include "payment/domain/order_book.hpp"

#include <gtest/gtest.h>

#include "payment/domain/rule/test_order_book.hpp"

namespace onsale::payment {
namespace {

constexpr EventId kOther{2};

// Orders 1 and 3 belong to one event, 2 and 4 to the other.
class OrderBookTest : public ::testing::Test {
  protected:
    OrderBookTest() {
        ONSALE_ASSERT(
            orders.run(command::SetTerms{kOther, TestOrderBook::shared(test_terms()), {}}));
        for (std::uint8_t guest = 1; guest <= 4; ++guest) {
            auto request = orders.request(guest);
            request.event = guest % 2 == 1 ? kEvent : kOther;
            ONSALE_ASSERT(orders.run(request));
        }
    }

    static std::vector<OrderId> of(const OrderBook& book, EventId event, OrderId after = {}) {
        const auto found = book.of(event, after);
        return {found.begin(), found.end()};
    }

    TestOrderBook orders;
};

TEST_F(OrderBookTest, FindsAnEventsOrdersAmongThoseOfOthers) {
    EXPECT_EQ(of(orders.book(), kEvent), (std::vector<OrderId>{{1}, {3}}));
    EXPECT_EQ(of(orders.book(), kOther), (std::vector<OrderId>{{2}, {4}}));
    EXPECT_TRUE(of(orders.book(), {3}).empty());
}

TEST_F(OrderBookTest, BeginsAfterAnyOrder) {
    EXPECT_EQ(of(orders.book(), kEvent, {1}), (std::vector<OrderId>{{3}}));
    EXPECT_EQ(of(orders.book(), kEvent, {2}), (std::vector<OrderId>{{3}}));
    EXPECT_TRUE(of(orders.book(), kEvent, {3}).empty());
}

TEST_F(OrderBookTest, KnowsTheOrdersOfEachEventWhenLoaded) {
    const std::string bytes = orders.saved();
    ByteReader in{bytes};
    const auto loaded = OrderBook::load(in);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(of(*loaded, kOther), (std::vector<OrderId>{{2}, {4}}));
}

TEST_F(OrderBookTest, IsNotLoadedWithAnOrderMissing) {
    TestOrderBook empty;
    ONSALE_ASSERT(empty.run(command::SetTerms{kOther, TestOrderBook::shared(test_terms()), {}}));
    std::string bytes = orders.saved();
    // After the terms, where an empty book ends: the number of orders and the id of the first one.
    const std::size_t count_at = empty.saved().size() - 1;
    ASSERT_EQ(bytes.substr(count_at, 2), (std::string{4, 1}));
    bytes[count_at + 1] = 2;
    ByteReader in{bytes};
    EXPECT_FALSE(OrderBook::load(in));
}

}  // namespace
}  // namespace onsale::payment
