// Seats are held in Redis and sold by the store. Tests who gets them when one of the two fails.
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "tests/redis/relay/store_site.hpp"

namespace onsale::redis {
namespace {

using namespace sale::command;

// Disables repairs during a test.
constexpr StoreSpeed kNoRepair{.hall_watch = {.step = std::chrono::hours{1},
                                              .every = std::chrono::hours{1},
                                              .glance_every = std::chrono::hours{1}}};

class RelayedOrdersTest : public StoreSite {
  protected:
    RelayedOrdersTest() : StoreSite(kNoRepair) {
        // Returned seats become free immediately.
        seat::HallRules rules;
        rules.return_delay_max = Duration{0};
        EXPECT_TRUE(run(store->sale_office().call(SetHallRules{kEvent, "fri", rules})));
    }
    const sale::HoldView* hold(std::uint32_t name) {
        return sale.find(kEvent, "fri")->hold(guest(name));
    }
    // Simulates a process that dies after seat_pay and before it calls the store.
    void stop_clock(const Buyer& buyer) {
        const auto answer = run(
            caller.tell("seat_pay", {kEvent, "fri"},
                        {guest_arg(buyer.guest), std::to_string(buyer.admission.value)}, in(5s)));
        ASSERT_EQ(answer->word, "ok");
    }
    // An order that ended because the guest took too long. Its seats are free again.
    payment::Order given_up(std::uint32_t name, const std::string& seat) {
        const payment::Order order = paying(name, {seat});
        time.advance(std::chrono::minutes{16});
        in_store_until(order, OrderState::kEnded);
        shown(seat, SeatState::kFree);
        return order;
    }
};

TEST_F(RelayedOrdersTest, OfTwoWhoHoldASeatTheFirstToAskPays) {
    const Buyer first = holding(1, {"A-1"});
    ASSERT_EQ(redis({"DEL", key("seat") + ":0"}).integer, 1);
    const Buyer second = holding(2, {"A-1"});
    ASSERT_TRUE(request(first));
    const auto refused = request(second);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().error, PayError::kSeatTaken);
    run_until([&] { return hold(2) == nullptr; });
    EXPECT_EQ(state("A-1"), SeatState::kPaying);
    ASSERT_NE(hold(1), nullptr);
    EXPECT_TRUE(hold(1)->paying);
}

TEST_F(RelayedOrdersTest, AGuestKeepsTheOtherSeatsOfAHold) {
    const Buyer first = holding(1, {"A-1"});
    ASSERT_EQ(redis({"DEL", key("seat") + ":0"}).integer, 1);
    const Buyer second = holding(2, {"A-1", "A-2"});
    ASSERT_TRUE(request(first));
    EXPECT_EQ(request(second).error().error, PayError::kSeatTaken);
    run_until([&] { return hold(2) != nullptr && hold(2)->seats == seat::Seats{{1}}; });
    EXPECT_TRUE(request(second));
}

// The halls are sent to Redis again shortly, so the guest may retry.
TEST_F(RelayedOrdersTest, AHallThatRedisHasLostIsNotAnUnknownOne) {
    const Buyer buyer = holding(1, {"A-1"});
    ASSERT_EQ(redis({"DEL", key("hall")}).integer, 1);
    EXPECT_EQ(request(buyer).error().error, PayError::kUnavailable);
    const Buyer nowhere{kEvent, "sun", guest(1), buyer.admission};
    EXPECT_EQ(request(nowhere).error().error, PayError::kUnknownPerformance);
}

// Redis has lost all data while a guest was paying.
class PaidAfterALoss : public RelayedOrdersTest {
  protected:
    waiting_room::Standing standing() const {
        return room.find(kEvent)->book().standing(waiting_room::Number{1});
    }
    void lose_everything() {
        (void)redis({"FLUSHALL"});
        run_until([&] { return standing() == waiting_room::Standing::kNone; });
        run_until([&] { return redis({"EXISTS", key("seat") + ":0"}).integer == 1; });
    }
    void poll() {
        run_until([&] {
            return run(lines.call(waiting_room::command::Enter{.event = kEvent,
                                                               .guest = guest(1),
                                                               .code = {},
                                                               .claimed_phases = {},
                                                               .shown = waiting_room::Number{1},
                                                               .only_back = true}))
                .has_value();
        });
    }
};

TEST_F(PaidAfterALoss, ThePlaceThatCameBackMakesRoom) {
    const payment::Order order = paying(1, {"A-1"});
    lose_everything();
    poll();
    EXPECT_EQ(standing(), waiting_room::Standing::kAdmitted);
    ASSERT_TRUE(approve(order));
    run_until([&] { return standing() == waiting_room::Standing::kEndedCompleted; });
    EXPECT_EQ(room.find(kEvent)->ledger().size(), 0u);
}

TEST_F(PaidAfterALoss, AGuestWhoHadBoughtBeforeDoesNotComeBack) {
    (void)sold(1, {"A-1"});
    run_until([&] { return standing() == waiting_room::Standing::kEndedCompleted; });
    (void)redis({"FLUSHALL"});
    run_until([&] { return standing() == waiting_room::Standing::kNone; });
    poll();
    EXPECT_EQ(standing(), waiting_room::Standing::kEndedCompleted);
}

TEST_F(RelayedOrdersTest, AServerThatLostAPaymentSellsItsSeatToNobodyElse) {
    (void)let_in(2);
    (void)redis({"SAVE"});
    const payment::Order order = paying(1, {"A-1"});
    server.kill();
    server.start();
    // Any order is possible: the seat may be returned to its payer before the second guest asks,
    // between asking and paying, or afterwards.
    const Buyer second = let_in(2);
    run_until([&] {
        const auto held = run(holds.call(SelectSeats{second, {"A-1"}}));
        return held || held.error().hall.error == seat::HallError::kSeatTaken;
    });
    EXPECT_FALSE(request(second));
    EXPECT_EQ(approve(order)->order.state, OrderState::kPaid);
    shown("A-1", SeatState::kSold);
}

TEST_F(RelayedOrdersTest, AStoreThatWasGoneBeforeTheClaimIsAskedAgain) {
    const Buyer buyer = holding(1, {"A-1"});
    stop_clock(buyer);
    restart_store();
    const auto asked = request(buyer);
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->order.state, OrderState::kPaying);
    EXPECT_EQ(approve(asked->order)->order.state, OrderState::kPaid);
}

TEST_F(RelayedOrdersTest, AStoreThatWasGoneAfterTheClaimKnowsItsOrder) {
    const Buyer buyer = holding(1, {"A-1"});
    const auto first = request(buyer);
    restart_store();
    const auto again = request(buyer);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->order.code, first->order.code);
    EXPECT_EQ(again->order.attempt(), 1);
}

TEST_F(RelayedOrdersTest, ARefusedRequestLeavesTheHoldAsItWas) {
    const Buyer buyer = holding(1, {"A-1"});
    const Instant deadline = hold(1)->deadline;
    auto levers = std::make_shared<sale::SaleLevers>();
    levers->providers_stopped = {{1}};
    ASSERT_TRUE(run(store->sale_office().call(sale::command::SetLevers{kEvent, levers})));
    EXPECT_EQ(request(buyer).error().error, PayError::kProviderStopped);
    EXPECT_EQ(state("A-1"), SeatState::kHeld);
    EXPECT_EQ(hold(1)->deadline, deadline);
}

TEST_F(RelayedOrdersTest, APaymentIsNotStoppedByASecondWish) {
    const Buyer buyer = holding(1, {"A-1"});
    ASSERT_TRUE(request(buyer));
    const auto other = run(store->orders().call(RequestPayment{buyer, {}, {2}, "hall", {}}));
    EXPECT_EQ(other.error().order, payment::OrderError::kAlreadyPaying);
    EXPECT_EQ(state("A-1"), SeatState::kPaying);
}

TEST_F(RelayedOrdersTest, ADeclinedPaymentIsTriedAgain) {
    const Buyer buyer = holding(1, {"A-1"});
    const payment::Order order = request(buyer)->order;
    ASSERT_TRUE(record(order, Declined{payment::DeclineReason::kLimit}));
    EXPECT_EQ(state("A-1"), SeatState::kHeld);
    const auto again = request(buyer);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->order.code, order.code);
    EXPECT_EQ(again->order.attempt(), 2);
    EXPECT_EQ(approve(again->order)->order.state, OrderState::kPaid);
    EXPECT_EQ(state("A-1"), SeatState::kSold);
}

TEST_F(RelayedOrdersTest, MoreTimeAfterADeclineIsMoreTimeForTheOrder) {
    const Buyer buyer = holding(1, {"A-1"});
    const payment::Order order = request(buyer)->order;
    ASSERT_TRUE(record(order, Declined{payment::DeclineReason::kLimit}));
    const Instant before = order_now(order).deadline;
    ASSERT_TRUE(
        run(lines.call(waiting_room::command::Extend{kEvent, buyer.admission, guest(1), 1})));
    run_until([&] { return order_now(order).deadline > before; });
    const Duration more = order_now(order).deadline - before;
    EXPECT_GT(more, std::chrono::seconds{100});
    EXPECT_LE(more, std::chrono::seconds{121});
    time.advance(std::chrono::minutes{11});
    EXPECT_EQ(order_now(order).state, OrderState::kHeld);
    const auto again = request(buyer);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->order.code, order.code);
}

TEST_F(RelayedOrdersTest, TimeThatRedisGivesBackIsGivenToADeclinedOrder) {
    const Buyer buyer = holding(1, {"A-1"});
    const payment::Order order = request(buyer)->order;
    ASSERT_TRUE(record(order, Declined{payment::DeclineReason::kLimit}));
    const Instant before = order_now(order).deadline;
    ASSERT_TRUE(run(caller.ask("line_payment", kEvent, {"gone", "60000"}, in(5s))));
    ASSERT_TRUE(run(caller.ask("line_payment", kEvent, {"back", "10000"}, in(5s))));
    run_until([&] { return order_now(order).deadline > before; });
    EXPECT_GT(order_now(order).deadline - before, std::chrono::seconds{30});
}

TEST_F(RelayedOrdersTest, ADeclineThatComesLateOrTwiceLeavesTheNextAttemptAlone) {
    const Buyer buyer = holding(1, {"A-1"});
    const payment::Order order = request(buyer)->order;
    const auto fence = store->halls().halls().find(kFriday)->seats.fence({0});
    const std::string turn = std::to_string(fence);
    ASSERT_TRUE(record(order, Declined{payment::DeclineReason::kLimit}));
    ASSERT_EQ(state("A-1"), SeatState::kHeld);
    ASSERT_TRUE(request(buyer));
    const std::string paying = std::to_string((fence + 1) * 8 + 1);
    run_until([&] { return redis({"HGET", key("synced"), "0"}).text == paying; });
    for (const std::string how : {"decline", "stop", "undo"}) {
        const auto late =
            run(caller.tell("seat_unpay", {kEvent, "fri"},
                            {guest_arg(buyer.guest), how, "0", "0", "0", turn}, in(5s)));
        ASSERT_TRUE(late);
        EXPECT_EQ(late->word, "no_hold") << how;
        EXPECT_EQ(redis({"HGET", key("seats"), "0"}).text.substr(0, 7), "paying:") << how;
    }
}

TEST_F(RelayedOrdersTest, AfterADeclineTheGuestMayChooseOtherSeats) {
    const Buyer buyer = holding(1, {"A-1"});
    const payment::Order order = request(buyer)->order;
    ASSERT_TRUE(record(order, Declined{payment::DeclineReason::kLimit}));
    ASSERT_TRUE(run(holds.call(SelectSeats{buyer, {"A-2"}})));
    const auto again = request(buyer);
    ASSERT_TRUE(again);
    EXPECT_EQ(approve(again->order)->order.state, OrderState::kPaid);
    EXPECT_EQ(state("A-2"), SeatState::kSold);
    EXPECT_NE(in_store("A-1"), SeatState::kSold);
}

TEST_F(RelayedOrdersTest, GivingUpADeclinedOrderReleasesTheSeats) {
    const payment::Order order = paying(1, {"A-1"});
    ASSERT_TRUE(record(order, Declined{payment::DeclineReason::kLimit}));
    ASSERT_TRUE(run(store->orders().call(CancelOrder{order.code, guest(1)})));
    shown("A-1", SeatState::kFree);
}

TEST_F(RelayedOrdersTest, ALateApprovalGetsItsSeatIfNobodyHoldsIt) {
    const payment::Order order = given_up(1, "A-1");
    EXPECT_EQ(approve(order)->order.state, OrderState::kPaid);
    EXPECT_EQ(state("A-1"), SeatState::kSold);
}

TEST_F(RelayedOrdersTest, ALateApprovalIsPaidBackIfSomebodyHoldsItsSeat) {
    const payment::Order order = given_up(1, "A-1");
    const Buyer second = holding(2, {"A-1"});
    const auto late = approve(order);
    ASSERT_TRUE(late);
    EXPECT_EQ(late->order.state, OrderState::kEnded);
    EXPECT_EQ(late->order.refunds.size(), 1U);
    EXPECT_EQ(state("A-1"), SeatState::kHeld);
    EXPECT_TRUE(request(second));
}

TEST_F(RelayedOrdersTest, ALateApprovalOfAnOrderThatCannotComeBackLeavesTheSeatAlone) {
    const payment::Order order = given_up(1, "A-1");
    const payment::Order second = paying(2, {"A-1"});
    ASSERT_TRUE(run(store->orders().call(CancelOrder{second.code, guest(2)})));
    shown("A-1", SeatState::kFree);
    EXPECT_EQ(approve(order)->order.state, OrderState::kEnded);
    shown("A-1", SeatState::kFree);
}

// A store whose answer to a result is late.
class SlowStore final : public Handles<SlowStore, sale::Orders> {
  public:
    SlowStore(boost::asio::io_context& loop, sale::Orders& store)
        : store_(store), gate_(loop, boost::asio::steady_timer::time_point::max()) {}

    bool is_asked() const { return is_asked_; }
    void answer() { gate_.cancel(); }

    using Handles::call;
    Call<RecordPayment> call(RecordPayment it) override {
        is_asked_ = true;
        (void)co_await gate_.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
        co_return co_await store_.call(std::move(it));
    }
    template <class Command>
    Call<Command> handle(Command command) {
        return store_.call(std::move(command));
    }

  private:
    sale::Orders& store_;
    boost::asio::steady_timer gate_;
    bool is_asked_ = false;
};

// Two payments of one guest for one seat, without leases. Redis has taken the seat back for the
// late approval of the first, and the store accepts the second before it rejects the first.
TEST_F(RelayedOrdersTest, UndoingALateApprovalLeavesTheGuestsNextPaymentAlone) {
    const payment::Order first = given_up(1, "A-1");
    const Buyer buyer = let_in(1);
    SlowStore slow{loop, store->store_orders()};
    RelayedOrders late{{slow, caller, sale_feed, sale, store->relay_handle()}, {}};
    std::optional<sale::OrderOutcome> told;
    spawn(late.call(RecordPayment{first.code, first.attempt(), payment::ResultSource::kWebhook,
                                  Approved{"key-late", "hall", first.attempts.back().total}}),
          [&](sale::OrderOutcome outcome) { told = std::move(outcome); });
    run_until([&] { return slow.is_asked(); });
    shown("A-1", SeatState::kPaying);
    const auto second = request(buyer);
    ASSERT_TRUE(second);
    ASSERT_NE(second->order.code, first.code);

    slow.answer();
    run_until([&] { return told.has_value(); });
    EXPECT_EQ((*told)->order.state, OrderState::kEnded);
    EXPECT_EQ(redis({"HGET", key("seats"), "0"}).text.substr(0, 7), "paying:");
    EXPECT_EQ(approve(second->order)->order.state, OrderState::kPaid);
    shown("A-1", SeatState::kSold);
}

TEST_F(RelayedOrdersTest, WorkWithoutLeasesGoesOnAndIsCounted) {
    SeatLeases others{client, {.process = "other"}};
    SeatLeases mine{client, {.process = "mine"}};
    RelayedOrders orders{
        {store->store_orders(), caller, sale_feed, sale, store->relay_handle(), &mine},
        {.lease_wait = 100ms}};
    const Buyer buyer = holding(1, {"A-1"});
    const auto ask = [&] { return run(orders.call(RequestPayment{buyer, {}, {1}, "hall", {}})); };
    {
        const auto lease = run(others.acquire(kEvent, "fri", {0}, in(5s)));
        ASSERT_TRUE(lease);
        ASSERT_TRUE(ask());
        EXPECT_EQ(client.counters()["seat_work_without_lease_total"], 1U);
    }
    ASSERT_TRUE(ask());
    EXPECT_EQ(client.counters()["seat_work_without_lease_total"], 1U);
}

TEST_F(RelayedOrdersTest, AnApprovalIsRecordedWithoutRedis) {
    const payment::Order order = paying(1, {"A-1"});
    server.pause();
    const auto before = std::chrono::steady_clock::now();
    EXPECT_EQ(approve(order)->order.state, OrderState::kPaid);
    EXPECT_LT(std::chrono::steady_clock::now() - before, 5s);
    server.resume();
    shown("A-1", SeatState::kSold);
}

TEST_F(RelayedOrdersTest, ARequestWithoutRedisIsAnsweredInTime) {
    const Buyer buyer = holding(1, {"A-1"});
    server.pause();
    const auto before = std::chrono::steady_clock::now();
    EXPECT_EQ(request(buyer).error().error, PayError::kOutcomeUnknown);
    EXPECT_LT(std::chrono::steady_clock::now() - before, 5s);
    server.resume();
    run_until([&] { return request(buyer).has_value(); });
}

}  // namespace
}  // namespace onsale::redis
