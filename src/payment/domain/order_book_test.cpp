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

// A book that has only the terms; the orders are stored elsewhere.
class SparseOrderBook : public ::testing::Test {
  protected:
    SparseOrderBook() {
        const Fact terms{{}, {}, fact::TermsSet{kEvent, TestOrderBook::shared(test_terms())}};
        book.evolve(terms, kStart);
    }
    // A paying, a declined and a paid order. The declined one was requested with a key.
    void fill() {
        ONSALE_ASSERT(orders.paying(1) == OrderId{1});
        auto keyed = orders.request(2);
        keyed.call = CallKey{7, 8};
        ONSALE_ASSERT(orders.run(keyed) && orders.run(TestOrderBook::confirm({2})) &&
                      orders.run(TestOrderBook::record({2}, result::OutcomeUnknown{})));
        ONSALE_ASSERT(orders.paying(3) == OrderId{3});
        ONSALE_ASSERT(orders.run(TestOrderBook::confirm({3})) &&
                      orders.run(TestOrderBook::record({3}, TestOrderBook::approved())));
    }

    TestOrderBook orders;
    OrderBook book;
};

TEST_F(SparseOrderBook, FindsWhatWasPutAsIfItHadBeenDecidedHere) {
    fill();
    for (const std::uint64_t id : {3U, 1U, 2U})
        book.put(orders.order({id}));
    EXPECT_EQ(TestOrderBook::bytes_of(book), orders.saved());
    const auto ids = book.of(kEvent, {});
    EXPECT_EQ(std::vector(ids.begin(), ids.end()), (std::vector<OrderId>{{1}, {2}, {3}}));
    EXPECT_EQ(book.requested(test_guest(2), 7)->id, OrderId{2});
    EXPECT_EQ(book.find(orders.order({3}).code)->id, OrderId{3});
    EXPECT_EQ(book.being_paid(test_guest(1))->id, OrderId{1});
    EXPECT_EQ(book.open_order(test_guest(3), kEvening), nullptr);
    EXPECT_EQ(book.in_order_of_due(), orders.book().in_order_of_due());
    EXPECT_EQ(book.waiting_for_guests(kEvent), orders.book().waiting_for_guests(kEvent));
}

TEST_F(SparseOrderBook, ForgetsWhatIsDropped) {
    fill();
    const std::string empty = TestOrderBook::bytes_of(book);
    for (const std::uint64_t id : {1U, 2U, 3U})
        book.put(orders.order({id}));
    for (const std::uint64_t id : {2U, 1U, 3U}) {
        book.drop({id});
        EXPECT_EQ(book.find(orders.order({id}).code), nullptr);
    }
    EXPECT_EQ(TestOrderBook::bytes_of(book), empty);
    EXPECT_TRUE(book.of(kEvent, {}).empty());
    EXPECT_EQ(book.requested(test_guest(2), 7), nullptr);
    EXPECT_EQ(book.being_paid(test_guest(1)), nullptr);
    EXPECT_TRUE(book.in_order_of_due().empty());
    EXPECT_TRUE(book.waiting_for_guests(kEvent).empty());
}

TEST_F(SparseOrderBook, ForgetsCodesAndKeysOfWhatIsDropped) {
    fill();
    Order order = orders.order({2});
    const OrderCode code = order.code;
    book.put(order);
    book.drop({2});
    order.code = {77};
    order.calls.clear();
    book.put(order);
    EXPECT_EQ(book.find(code), nullptr);
    EXPECT_EQ(book.requested(test_guest(2), 7), nullptr);
}

TEST_F(SparseOrderBook, OpensOrdersWithTheIdsThatAreHandedOut) {
    fill();
    book.put(orders.order({3}));
    book.hand_out({2});
    for (const std::uint64_t id : {2U, 3U}) {
        if (id == 3U) book.hand_out({4});
        const Decision asked =
            decide(book, orders.request(static_cast<std::uint8_t>(10 + id)), {kStart, kStart});
        ASSERT_TRUE(asked.outcome);
        for (const Fact& fact : asked.facts)
            book.evolve(fact, kStart);
    }
    const auto ids = book.of(kEvent, {});
    EXPECT_EQ(std::vector(ids.begin(), ids.end()), (std::vector<OrderId>{{2}, {3}, {4}}));
    EXPECT_EQ(book.next_id(), OrderId{5});
}

}  // namespace
}  // namespace onsale::payment
