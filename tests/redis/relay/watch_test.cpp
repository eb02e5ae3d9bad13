// Differences between Redis and the store are found and repaired. The state of the store wins.
#include "adapter/redis/script/hall_keys.hpp"
#include "tests/redis/relay/store_site.hpp"
#include "tests/support/redis_monitor.hpp"

namespace onsale::redis {
namespace {

using namespace sale::command;

constexpr runtime::CounterKey kCompared{"reconciler_seats_compared_total"};
constexpr runtime::CounterKey kDrift{"reconciler_drift_total"};

class Drift : public StoreSite {
  protected:
    explicit Drift(StoreSpeed speed = {}) : StoreSite(speed) {}

    bool found(DriftKind kind) {
        return std::ranges::any_of(store->drifts(),
                                   [&](const HallDrift& one) { return one.kind == kind; });
    }
    void found_and_repaired(DriftKind kind, const std::function<bool()>& repaired) {
        run_until([&] { return found(kind) && repaired(); });
        EXPECT_TRUE(repaired());
        EXPECT_GT(client.counters()["reconciler_repaired_total"], 0U);
    }
    // True if further seats were compared without a finding.
    bool is_quiet() {
        constexpr std::uint64_t kRounds = 3;
        const runtime::Counters before = client.counters();
        run_until([&] { return client.counters()[kCompared] >= before[kCompared] + kRounds * 10; });
        return client.counters()[kDrift] == before[kDrift];
    }
    // A repair may cause another one, but the repairs must end.
    void stays_quiet() {
        run_until([&] { return is_quiet(); });
        if (is_quiet()) return;
        for (const HallDrift& drift : store->drifts())
            ADD_FAILURE() << to_word(drift.kind);
    }
    bool exists(const std::string& name) { return redis({"EXISTS", name}).integer == 1; }
    std::string field(const std::string& name, const std::string& of) {
        return redis({"HGET", name, of}).text;
    }
    void block(const std::string& seat) {
        ASSERT_TRUE(
            run(store->sale_office().call(BlockSeats{kEvent, "fri", {seat}, "press", "house"})));
    }
};

TEST_F(Drift, WithoutAnyNothingIsSent) {
    (void)sold(1, {"A-1"});
    (void)paying(2, {"A-2"});
    block("A-3");
    (void)holding(3, {"A-4"});
    stays_quiet();
    EXPECT_EQ(client.counters()[kDrift], 0U);
}

TEST_F(Drift, ASoldSeatIsSoldAgain) {
    (void)sold(1, {"A-1"});
    (void)redis({"DEL", key("confirmed") + ":0"});
    found_and_repaired(DriftKind::kNotSold, [&] { return exists(key("confirmed") + ":0"); });
    stays_quiet();
}

TEST_F(Drift, ASoldSeatIsTakenFromWhoeverHoldsIt) {
    (void)sold(1, {"A-1"});
    const Buyer second = let_in(2);
    (void)redis({"DEL", key("confirmed") + ":0"});
    run_until([&] { return found(DriftKind::kNotSold); });
    run_until([&] { return exists(key("confirmed") + ":0"); });
    EXPECT_FALSE(run(holds.call(SelectSeats{second, {"A-1"}})));
    EXPECT_EQ(state("A-1"), SeatState::kSold);
}

TEST_F(Drift, ASeatBeingPaidInTheStoreIsBeingPaidAgain) {
    (void)paying(1, {"A-1"});
    // Otherwise the relay itself would repair it.
    run_until([&] { return store->halls().is_at_rest(kEvent); });
    (void)redis({"DEL", key("seat") + ":0", "visit:{1}:" + guest_arg(guest(1))});
    found_and_repaired(DriftKind::kNotPaying, [&] { return exists(key("seat") + ":0"); });
    stays_quiet();
}

TEST_F(Drift, ABlockedSeatIsBlockedAgain) {
    block("A-1");
    (void)redis({"HDEL", key("blocked"), "0"});
    found_and_repaired(DriftKind::kNotBlocked,
                       [&] { return !redis({"HGET", key("blocked"), "0"}).is_nil(); });
    stays_quiet();
}

TEST_F(Drift, ASeatThatWaitsForAPersonWaitsAgain) {
    auto settings = std::make_shared<sale::SaleSettings>();
    settings->returns = sale::ReturnPolicy::kByOperator;
    ASSERT_TRUE(run(store->sale_office().call(SetSettings{kEvent, settings})));
    const payment::Order order = sold(1, {"A-1"});
    RequestRefund refund{.order = order.code, .guest = guest(1), .seats = {}, .shown = {}};
    refund.shown = run(store->orders().call(PreviewRefund{refund}))->amount;
    ASSERT_TRUE(run(store->orders().call(refund)));
    run_until([&] { return order_now(order).refunds[0].state == payment::RefundState::kSent; });
    ASSERT_TRUE(
        run(store->orders().call(RecordRefund{order.code, {0}, 1, payment::RefundResult::kDone})));
    ASSERT_EQ(state("A-1"), SeatState::kReturned);
    (void)redis({"ZREM", key("returns"), "0"});
    found_and_repaired(DriftKind::kNotWaiting,
                       [&] { return redis({"ZSCORE", key("returns"), "0"}).text == "inf"; });
    stays_quiet();
}

TEST_F(Drift, ASeatTheStoreNeverSoldIsNotSold) {
    (void)redis({"SET", key("confirmed") + ":5", guest_arg(guest(9))});
    found_and_repaired(DriftKind::kSoldUnknown, [&] { return !exists(key("confirmed") + ":5"); });
    stays_quiet();
}

TEST_F(Drift, AllSeatsOfOneLookAreRepairedTogether) {
    constexpr int kSeats = 5;
    run_until([&] { return store->halls().is_at_rest(kEvent); });
    std::vector<std::string> sell{"MSET"};
    for (int i = 0; i < kSeats; ++i)
        sell.insert(sell.end(), {key("confirmed") + ":" + std::to_string(i), guest_arg(guest(9))});
    (void)redis(sell);
    run_until([&] { return !exists(key("confirmed") + ":0"); });
    stays_quiet();
    EXPECT_EQ(std::ranges::count(store->drifts(), DriftKind::kSoldUnknown, &HallDrift::kind),
              kSeats);
}

TEST_F(Drift, ASeatTheHouseDoesNotKeepIsNotBlocked) {
    (void)redis({"HSET", key("blocked"), "5", std::string(2, '\0')});
    found_and_repaired(DriftKind::kBlockedUnknown,
                       [&] { return redis({"HGET", key("blocked"), "5"}).is_nil(); });
    stays_quiet();
}

TEST_F(Drift, ASeatThatWaitsForNobodyIsFree) {
    (void)redis({"ZADD", key("returns"), "inf", "5"});
    found_and_repaired(DriftKind::kWaitingUnknown,
                       [&] { return redis({"ZSCORE", key("returns"), "5"}).is_nil(); });
    stays_quiet();
}

TEST_F(Drift, ASeatWhoseOwnerDoesNotHoldItComesBack) {
    (void)holding(1, {"A-1"});
    (void)redis({"DEL", "visit:{1}:" + guest_arg(guest(1))});
    found_and_repaired(DriftKind::kOrphan, [&] { return !exists(key("seat") + ":0"); });
    stays_quiet();
}

TEST_F(Drift, RemainingSeatsAreRecounted) {
    (void)redis({"SET", key("remaining"), "99"});
    (void)redis({"HSET", key("hall"), "0", "99"});
    found_and_repaired(DriftKind::kCounts, [&] {
        return redis({"GET", key("remaining")}).text == "10" && field(key("hall"), "0") == "10";
    });
    stays_quiet();
}

TEST_F(Drift, TheMapOfClientsFollowsTheStateThatDecides) {
    (void)redis({"HSET", key("seats"), "5", "blocked"});
    found_and_repaired(DriftKind::kShown,
                       [&] { return redis({"HGET", key("seats"), "5"}).is_nil(); });
    stays_quiet();
}

TEST_F(Drift, RulesAreTheStores) {
    (void)redis({"HSET", key("hall"), "hold_ttl", "1"});
    found_and_repaired(DriftKind::kRules,
                       [&] { return field(key("hall"), "hold_ttl") == "600000"; });
    stays_quiet();
}

TEST_F(Drift, AnEmptiedRedisIsToldEverything) {
    (void)sold(1, {"A-1"});
    const payment::Order order = paying(2, {"A-2"});
    block("A-3");
    auto levers = std::make_shared<sale::SaleLevers>();
    levers->sections_stopped = {"S"};
    ASSERT_TRUE(run(store->sale_office().call(sale::command::SetLevers{kEvent, levers})));
    (void)redis({"FLUSHALL"});
    run_until([&] { return exists(key("confirmed") + ":0") && exists(key("seat") + ":1"); });
    shown("A-1", SeatState::kSold);
    shown("A-2", SeatState::kPaying);
    shown("A-3", SeatState::kBlocked);
    EXPECT_EQ(sale.levers(kEvent).sections_stopped, levers->sections_stopped);
    EXPECT_NE(sale.terms(kEvent), nullptr);
    EXPECT_EQ(approve(order)->order.state, OrderState::kPaid);
    EXPECT_EQ(redis({"GET", key("remaining")}).text, "7");
    stays_quiet();
}

TEST_F(Drift, AGuestWhoPaysWhenRedisIsEmptiedStillHasItsSeats) {
    const Buyer buyer = holding(1, {"A-1"});
    ASSERT_TRUE(request(buyer));
    (void)redis({"FLUSHALL"});
    run_until([&] { return redis({"HGET", key("seats"), "0"}).text.starts_with("paying:"); });
    Buyer again = buyer;
    again.admission = let_in(1).admission;
    run_until([&] { return state("A-1") == SeatState::kPaying; });
    const auto selected = run(holds.call(SelectSeats{again, {"A-1"}}));
    ASSERT_TRUE(selected) << static_cast<int>(selected.error().hall.error);
}

TEST_F(Drift, AServerThatWentBackInTimeCatchesUp) {
    (void)redis({"SAVE"});
    (void)sold(1, {"A-1"});
    server.kill();
    server.start();
    run_until([&] { return exists(key("confirmed") + ":0"); });
    shown("A-1", SeatState::kSold);
    stays_quiet();
}

class PayingAlone : public Drift {
  protected:
    explicit PayingAlone(bool repairs_under_leases = false)
        : Drift({.hall_watch = {.step = 20ms,
                                .every = 200ms,
                                .glance_every = 50ms,
                                .alone_max = 300ms,
                                .lease_wait = 20s},
                 .repairs_under_leases = repairs_under_leases}) {}

    // As in a process that ends between Redis and the store.
    void pay_alone(const Buyer& buyer) {
        const auto answer = run(
            caller.tell("seat_pay", {kEvent, "fri"},
                        {guest_arg(buyer.guest), std::to_string(buyer.admission.value)}, in(5s)));
        ASSERT_EQ(answer->word, "ok");
    }
};

TEST_F(PayingAlone, EndsAfterAWhile) {
    const Buyer buyer = holding(1, {"A-1", "A-3"});
    pay_alone(buyer);
    shown("A-1", SeatState::kPaying);
    found_and_repaired(DriftKind::kPayingAlone, [&] { return state("A-1") == SeatState::kHeld; });
    EXPECT_EQ(state("A-3"), SeatState::kHeld);
    EXPECT_TRUE(request(buyer));
}

TEST_F(PayingAlone, IsNotWhoeverHasAnOrder) {
    (void)paying(1, {"A-1"});
    stays_quiet();
    EXPECT_EQ(state("A-1"), SeatState::kPaying);
}

// A call that times out is sent again, and a copy of it may arrive much later.
TEST_F(PayingAlone, ACopyOfTheRepairLeavesTheNextPaymentAlone) {
    test::RedisMonitor monitor{server.port()};
    const Buyer buyer = holding(1, {"A-1"});
    pay_alone(buyer);
    found_and_repaired(DriftKind::kPayingAlone, [&] { return state("A-1") == SeatState::kHeld; });
    std::vector<std::vector<std::string>> repairs;
    for (const std::vector<std::string>& words : monitor.commands())
        if (words.front() == "EVALSHA" && (std::ranges::find(words, "stop") != words.end() ||
                                           std::ranges::find(words, "decline") != words.end()))
            repairs.push_back(words);
    ASSERT_EQ(repairs.size(), 1U);
    ASSERT_TRUE(request(buyer));
    run_until([&] { return store->halls().is_at_rest(kEvent); });
    EXPECT_EQ(redis(repairs.front()).items.at(0).text, "no_hold");
    EXPECT_TRUE(redis({"HGET", key("seats"), "0"}).text.starts_with("paying:"));
}

// As after the store was restored from an older backup.
TEST_F(PayingAlone, EndsIfRedisKnowsALaterTurnThanTheStore) {
    const Buyer buyer = holding(1, {"A-1"});
    (void)redis({"HSET", key("synced"), "0", std::to_string(7 * kSyncedSteps + 1)});
    pay_alone(buyer);
    found_and_repaired(DriftKind::kPayingAlone, [&] { return state("A-1") == SeatState::kFree; });
    EXPECT_EQ(redis({"HGET", key("synced"), "0"}).text, std::to_string(8 * kSyncedSteps + 4));
    const payment::Order order = sold(2, {"A-1"});
    EXPECT_EQ(order.state, OrderState::kPaid);
    shown("A-1", SeatState::kSold);
}

class PayingAloneUnderALease : public PayingAlone {
  protected:
    PayingAloneUnderALease() : PayingAlone(true) {}
};

TEST_F(PayingAloneUnderALease, StaysIfTheStoreAcceptsItWhileTheRepairWaits) {
    SeatLeases others{client, {.process = "other"}};
    const Buyer buyer = holding(1, {"A-1"});
    auto lease = run(others.acquire(kEvent, "fri", {0}, in(5s)));
    ASSERT_TRUE(lease);
    pay_alone(buyer);
    run_until([&] { return found(DriftKind::kPayingAlone); });
    ASSERT_TRUE(request(buyer));
    run_until([&] { return store->halls().is_at_rest(kEvent); });
    lease->release();
    stays_quiet();
    EXPECT_EQ(client.counters()["reconciler_repaired_total"], 0U);
    EXPECT_FALSE(found(DriftKind::kNotPaying));
    EXPECT_EQ(state("A-1"), SeatState::kPaying);
}

TEST_F(PayingAloneUnderALease, EndsWhenNobodyWorksOnTheSeat) {
    pay_alone(holding(1, {"A-1"}));
    found_and_repaired(DriftKind::kPayingAlone, [&] { return state("A-1") == SeatState::kHeld; });
}

}  // namespace
}  // namespace onsale::redis
