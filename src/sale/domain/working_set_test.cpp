#include "sale/domain/working_set.hpp"

#include <gtest/gtest.h>

#include "sale/domain/rule/test_lockstep.hpp"
#include "sale/domain/rule/test_store.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::Order;
using payment::OrderId;
using seat::SeatState;

constexpr HallId kFriday = TestSale::kFriday;

// Orders of a sale that keeps everything, and a state that has only its event.
class WorkingSetTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const TestShop shop;
        for (const auto& [at, bytes] : shop.journal()) {
            Facts facts;
            ASSERT_TRUE(load(bytes, facts));
            for (const Fact& fact : facts)
                events.evolve(fact, at);
        }
    }

    const seat::Hall& hall() const { return events.halls().find(kFriday)->seats; }
    std::optional<booking::BookingNumber> number_of(OrderId id) const {
        const auto* const number = store.state().bookings().number_of(id);
        return number == nullptr ? std::nullopt : std::optional{*number};
    }
    void bring(WorkingSet& set, OrderId id) { set.bring(store.order(id), number_of(id)); }
    OrderId declined(std::uint32_t name, const std::vector<std::uint32_t>& seats) {
        const OrderId id = store.claim(name, seats)->order;
        ONSALE_ASSERT(store.confirm(id) && store.decline(id));
        return id;
    }
    // Decides and applies a command; the facts that were applied.
    template <class Command>
    Facts run(const Command& command) {
        BatchRun run{events, store.now()};
        run.run(command, store.moment());
        return run.facts;
    }
    void expect_only_events() const {
        EXPECT_EQ(events.orders().size(), 0U);
        EXPECT_TRUE(events.orders().in_order_of_due().empty());
        EXPECT_EQ(events.bookings().size(), 0U);
        EXPECT_TRUE(hall().visits().empty());
        for (std::uint32_t seat = 0; seat < hall().seating().size(); ++seat) {
            EXPECT_EQ(hall().state({seat}), SeatState::kFree);
            EXPECT_EQ(hall().fence({seat}), 0U);
            EXPECT_FALSE(hall().owner({seat}));
        }
    }

    TestStore store;
    State events;
};

TEST_F(WorkingSetTest, BringsTheSeatsThatAreBeingPaid) {
    const OrderId id = store.claim(1, {2, 3})->order;
    WorkingSet set{events};
    bring(set, id);
    EXPECT_EQ(hall().state({2}), SeatState::kPaying);
    EXPECT_EQ(hall().fence({3}), 1U);
    EXPECT_EQ(hall().owner({3}), TestSale::guest(1));
    const seat::Visit* const visit = hall().visit(TestSale::guest(1), store.now());
    ASSERT_NE(visit, nullptr);
    EXPECT_EQ(visit->seats, (seat::Seats{{2}, {3}}));
    EXPECT_EQ(visit->deadline, store.order(id).hold_until);
    EXPECT_EQ(events.orders().being_paid(TestSale::guest(1))->id, id);
}

TEST_F(WorkingSetTest, BringsTheSoldSeatsThatWereNotRefunded) {
    const OrderId id = store.sold(1, {2, 3});
    store.refunded(id, {"A-3"});
    WorkingSet set{events};
    bring(set, id);
    EXPECT_EQ(hall().state({2}), SeatState::kFree);
    EXPECT_EQ(hall().state({3}), SeatState::kSold);
    EXPECT_TRUE(hall().visits().empty());
    EXPECT_EQ(events.bookings().find(*number_of(id)), id);
}

TEST_F(WorkingSetTest, ADeclinedOrderHasNoSeats) {
    const OrderId id = declined(1, {2});
    WorkingSet set{events};
    bring(set, id);
    EXPECT_EQ(hall().state({2}), SeatState::kFree);
    EXPECT_TRUE(hall().visits().empty());
}

TEST_F(WorkingSetTest, ARowAndAnOrderAgreeInEitherOrder) {
    const OrderId id = store.claim(1, {2})->order;
    for (const bool row_first : {true, false}) {
        WorkingSet set{events};
        const seat::StoredSeat row{{2}, SeatState::kPaying, 1, {}};
        if (row_first) set.bring(kFriday, row);
        bring(set, id);
        set.bring(kFriday, row);
        EXPECT_EQ(hall().owner({2}), TestSale::guest(1));
    }
}

TEST_F(WorkingSetTest, ALaterTurnOfARowCountsMoreThanAnOldOrder) {
    const OrderId id = store.claim(1, {2})->order;
    for (const bool row_first : {true, false}) {
        WorkingSet set{events};
        const seat::StoredSeat row{{2}, SeatState::kSold, 2, {}};
        if (row_first) set.bring(kFriday, row);
        bring(set, id);
        if (!row_first) set.bring(kFriday, row);
        EXPECT_EQ(hall().state({2}), SeatState::kSold);
        EXPECT_EQ(hall().fence({2}), 2U);
    }
}

TEST_F(WorkingSetTest, DropsWhatWasBroughtAndWhatTheRulesAdded) {
    const OrderId paying = store.claim(1, {2})->order;
    ASSERT_TRUE(store.confirm(paying));
    {
        WorkingSet set{events};
        bring(set, paying);
        set.bring(kFriday, {{7}, SeatState::kBlocked, 4, {}});
        set.bring(BoughtSeats{TestSale::guest(2), TestSale::kEvent, kFriday, 3});
        set.hand_out({5000});
        const Buyer buyer{TestSale::kEvent, "fri", TestSale::guest(2), {}};
        EXPECT_FALSE(
            run(command::RequestPayment{
                    buyer, {}, TestSale::kProvider, "hall", {}, {}, HoldElsewhere{{{8}}, 5min}})
                .empty());
        EXPECT_EQ(events.orders().open_order(TestSale::guest(2), kFriday)->id, OrderId{5000});
        EXPECT_FALSE(
            run(command::RecordPayment{store.order(paying).code, 1, payment::ResultSource::kAnswer,
                                       payment::result::Approved{store.key(paying), "hall",
                                                                 store.order(paying).quote.total}})
                .empty());
        EXPECT_EQ(events.bookings().seats_of(TestSale::guest(1), kFriday), 1U);
    }
    expect_only_events();
    EXPECT_EQ(events.bookings().seats_of(TestSale::guest(2), kFriday), 0U);
}

TEST_F(WorkingSetTest, SumsAreNotCountedAgainByTheirOrders) {
    const OrderId id = store.sold(1, {2, 3});
    WorkingSet set{events};
    set.bring(BoughtSeats{TestSale::guest(1), TestSale::kEvent, kFriday, 2});
    bring(set, id);
    EXPECT_EQ(events.bookings().seats_of(TestSale::guest(1), kFriday), 2U);
}

// The hall knows nothing of a declined order, so only facts about the order remain.
TEST_F(WorkingSetTest, ADeclinedOrderEndsWithoutAVisit) {
    const OrderId id = declined(1, {2});
    WorkingSet set{events};
    bring(set, id);
    const Facts facts = run(command::CancelOrder{store.order(id).code, TestSale::guest(1)});
    ASSERT_EQ(facts.size(), 1U);
    const auto& ended = std::get<payment::Fact>(facts.front()).body;
    EXPECT_TRUE(std::holds_alternative<payment::fact::OrderEnded>(ended));
}

TEST_F(WorkingSetTest, ADeclinedOrderIsHeldLongerWithoutAVisit) {
    const OrderId id = declined(1, {2});
    WorkingSet set{events};
    bring(set, id);
    const Facts facts =
        run(command::HoldLonger{TestSale::kEvent, "fri", TestSale::guest(1), 20min});
    ASSERT_EQ(facts.size(), 1U);
    EXPECT_EQ(events.orders().find(id)->deadline, store.now() + 20min);
}

TEST_F(WorkingSetTest, DoesNotKnowAnOrderOfLaterPrices) {
    ASSERT_TRUE(store.set_terms(TestSale::terms()));
    const OrderId id = store.claim(1, {2})->order;
    EXPECT_FALSE(WorkingSet{events}.knows(store.order(id)));
}

}  // namespace
}  // namespace onsale::sale
