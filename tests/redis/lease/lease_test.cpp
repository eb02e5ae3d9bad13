// Leases for work on seats: waiting tasks are woken, and nobody waits for a dead process.
#include <iostream>

#include "adapter/redis/lease/seat_leases.hpp"
#include "tests/redis/client/on_loop.hpp"

namespace onsale::redis {
namespace {

using seat::SeatIndex;
using Outcome = Result<Lease, LeaseError>;

constexpr waiting_room::EventId kEvent{7};
// Longer than any test, so that no timeout ends a wait.
constexpr auto kLong = 60s;

// One process with its own client and leases.
struct Worker {
    Worker(boost::asio::io_context& loop, const Config& config, LeaseConfig leases_config)
        : client(loop, config), leases(client, std::move(leases_config)) {}

    std::uint64_t asked() const {
        return client.commands().at("lease_take")[runtime::CommandEnd::kAnswered];
    }

    Client client;
    SeatLeases leases;
};

class Leases : public OnLoop {
  protected:
    Config config() const {
        Config config;
        config.seeds = {endpoint_of(server)};
        return config;
    }
    std::unique_ptr<Worker> worker(const std::string& name, std::chrono::milliseconds beat = 10s,
                                   std::chrono::milliseconds alive = kLong) {
        return std::make_unique<Worker>(
            loop, config(),
            LeaseConfig{.process = name, .ttl = kLong, .beat = beat, .alive = alive});
    }
    Outcome take(Worker& worker, std::uint32_t seat = 1, std::chrono::milliseconds limit = kLong) {
        return run(worker.leases.acquire(kEvent, "fri", SeatIndex{seat}, in(limit)));
    }
    // Begins to wait for the lease. `got` is set at the end of the wait.
    void begin(Worker& worker, std::optional<Outcome>& got) {
        spawn(worker.leases.acquire(kEvent, "fri", SeatIndex{1}, in(kLong)),
              [&got](Outcome outcome) { got.emplace(std::move(outcome)); });
    }
    // The worker has asked, was refused, has subscribed, and has asked once more.
    void run_until_waiting(Worker& worker) {
        run_until(
            [&] { return worker.client.commands().contains("lease_take") && worker.asked() == 2; });
    }
    std::string key(std::uint32_t seat) const { return "lease:{7}:fri:" + std::to_string(seat); }

    test::RedisServer server;
};

TEST_F(Leases, AWaiterIsWokenByTheReleaseAndAsksOnlyThen) {
    const auto a = worker("a"), b = worker("b");
    std::optional<Outcome> held{take(*a)}, got;
    ASSERT_TRUE(held->has_value());
    begin(*b, got);
    run_until_waiting(*b);
    const auto released_at = std::chrono::steady_clock::now();
    held.reset();
    run_until([&] { return got.has_value(); });
    const auto took = std::chrono::steady_clock::now() - released_at;
    std::cout << "woken after " << std::chrono::duration_cast<std::chrono::microseconds>(took)
              << '\n';
    EXPECT_TRUE(got->has_value());
    EXPECT_EQ(b->asked(), 3u);
    EXPECT_EQ(b->client.counters()["seat_leases_waited_total"], 1u);
}

TEST_F(Leases, OfOneSeatKeepsNobodyFromAnother) {
    const auto a = worker("a"), b = worker("b");
    const auto one = take(*a, 1);
    const auto two = take(*b, 2);
    EXPECT_TRUE(two.has_value());
    EXPECT_EQ(b->asked(), 1u);
    EXPECT_EQ(b->client.counters()["seat_leases_waited_total"], 0u);
}

TEST_F(Leases, HaveEverHigherFences) {
    const auto a = worker("a");
    const std::uint64_t first = take(*a)->fence();
    EXPECT_GT(take(*a)->fence(), first);
}

TEST_F(Leases, OfADeadProcessAreTakenBeforeTheyLapse) {
    const auto a = worker("a", 50ms, 300ms), b = worker("b");
    const auto held = take(*a);
    a->client.close();  // It no longer sends heartbeats and cannot release.
    const auto got = take(*b);
    ASSERT_TRUE(got.has_value());
    EXPECT_GT(got->fence(), held->fence());
    EXPECT_LE(b->asked(), 4u) << "it asked again and again";
}

TEST_F(Leases, OfALivingProcessAreKept) {
    const auto a = worker("a", 20ms, 300ms), b = worker("b");
    const auto held = take(*a);
    const auto got = take(*b, 1, 900ms);
    EXPECT_EQ(got.error(), LeaseError::kHeld);
    EXPECT_EQ(b->client.counters()["seat_lease_timeouts_total"], 1u);
    EXPECT_TRUE(held->is_held());
}

TEST_F(Leases, ThatAreLostAreNoticed) {
    const auto a = worker("a", 20ms);
    const auto held = take(*a);
    (void)server.command({"DEL", key(1)});
    run_until([&] { return !held->is_held(); });
    EXPECT_EQ(a->client.counters()["seat_leases_lost_total"], 1u);
}

TEST_F(Leases, AreNoGoodAnyMoreWhenRedisHasNotRenewedThem) {
    const auto a = std::make_unique<Worker>(
        loop, config(), LeaseConfig{.process = "a", .ttl = 300ms, .beat = 20ms, .alive = 100ms});
    const auto held = take(*a);
    server.pause();
    run_until([&] { return !held->is_held(); });
    server.resume();
}

TEST_F(Leases, ThatWereLostAreNotReleasedOverTheNextHolder) {
    const auto a = worker("a"), b = worker("b");
    std::optional<Outcome> lost{take(*a)};
    (void)server.command({"DEL", key(1)});
    const auto next = take(*b);
    lost.reset();
    run_until([&] { return a->client.commands().contains("lease_release"); });
    EXPECT_EQ(server.command({"EXISTS", key(1)}).integer, 1);
}

TEST_F(Leases, GoInTurnToThoseWhoWaitInOneProcess) {
    const auto a = worker("a"), b = worker("b");
    std::optional<Outcome> held{take(*a)}, first, second;
    begin(*b, first);
    begin(*b, second);
    run_until_waiting(*b);
    held.reset();
    run_until([&] { return first.has_value(); });
    EXPECT_FALSE(second.has_value());
    first.reset();
    run_until([&] { return second.has_value(); });
    EXPECT_TRUE(second->has_value());
}

TEST_F(Leases, KeepOnlySoManyWaiting) {
    const auto a = worker("a");
    Worker b{loop, config(), {.process = "b", .alive = kLong, .waiting_max = 1}};
    const auto held = take(*a);
    std::optional<Outcome> waiting;
    begin(b, waiting);
    run_until_waiting(b);
    EXPECT_EQ(take(b, 2).error(), LeaseError::kTooMany);
}

TEST_F(Leases, OfManySeatsAreTakenAllOrNone) {
    const auto a = worker("a"), b = worker("b");
    std::optional<Outcome> held{take(*a, 3)};
    const std::vector seats{SeatIndex{3}, SeatIndex{2}, SeatIndex{3}};
    auto refused = run(b->leases.acquire_all(kEvent, "fri", seats, in(300ms)));
    EXPECT_EQ(refused.error(), LeaseError::kHeld);
    EXPECT_TRUE(take(*a, 2).has_value()) << "the one that it had is free again";
    held.reset();
    EXPECT_EQ(run(b->leases.acquire_all(kEvent, "fri", seats, in(kLong)))->size(), 2u);
}

TEST_F(Leases, AreRefusedInTimeWhenRedisIsGone) {
    const auto a = worker("a");
    server.kill();
    EXPECT_EQ(take(*a, 1, 300ms).error(), LeaseError::kUnavailable);
}

// The server answers after the caller has timed out.
TEST_F(Leases, ThatCameTooLateAreGivenBack) {
    const auto a = worker("a"), b = worker("b");
    (void)take(*a, 9);  // Connects the client.
    server.pause();
    EXPECT_EQ(take(*a, 1, 300ms).error(), LeaseError::kUnavailable);
    server.resume();
    EXPECT_TRUE(take(*b, 1, 10s).has_value());
}

TEST_F(Leases, WakeWhoeverWaitedThroughALostConnection) {
    const auto a = worker("a"), b = worker("b");
    std::optional<Outcome> held{take(*a)}, got;
    begin(*b, got);
    run_until_waiting(*b);
    (void)server.command({"CLIENT", "KILL", "TYPE", "pubsub"});
    held.reset();
    run_until([&] { return got.has_value(); });
    EXPECT_TRUE(got->has_value());
}

}  // namespace
}  // namespace onsale::redis
