// A queue node uses codes in the process of the sale store.
#include "adapter/redis/desk/desk_server.hpp"
#include "adapter/redis/desk/remote_desk.hpp"
#include "tests/redis/client/on_loop.hpp"

namespace onsale::redis {
namespace {

using waiting_room::EligibilityOutcome;
using waiting_room::EnterError;
using waiting_room::EventId;
using waiting_room::PhaseEligibility;
namespace command = waiting_room::command;

constexpr EventId kEvent{7};

GuestId guest(std::uint8_t name) {
    GuestId id;
    id.bytes.fill(name);
    return id;
}

// Records each request and accepts it.
class NotingDesk : public CodeVerifier {
  public:
    awaitable<Result<std::string, EnterError>> prove(command::Enter enter) override {
        proved.push_back(enter);
        if (refuses) co_return fail(*refuses);
        co_return code_proof(enter.code.value(), "fans");
    }
    awaitable<EligibilityOutcome> check(command::CheckEligibility check) override {
        checked.push_back(check);
        co_return std::vector<PhaseEligibility>{{"fans", true}, {"all", false}};
    }
    awaitable<bool> bar(EventId event, GuestId barred_guest) override {
        barred.emplace_back(event, barred_guest);
        co_return true;
    }

    std::vector<command::Enter> proved;
    std::vector<command::CheckEligibility> checked;
    std::vector<std::pair<EventId, GuestId>> barred;
    std::optional<EnterError> refuses;
};

class Desk : public OnLoop {
  protected:
    Config config() const {
        Config config;
        config.seeds = {endpoint_of(server)};
        return config;
    }
    void open() {
        desk_server = std::make_unique<DeskServer>(store, desk, DeskServerConfig{});
        run_until([&] { return server.command({"EXISTS", "{desk}open"}).integer == 1; });
    }
    auto prove(RemoteDesk& from, std::uint8_t name) {
        return from.prove({kEvent, guest(name), sha256("code"), {"members"}});
    }

    test::RedisServer server;
    Client store{loop, config()};
    Client node{loop, config()};
    NotingDesk desk;
    RemoteDesk remote{node, {.node = "n1", .timeout = 1s}};
    std::unique_ptr<DeskServer> desk_server;
};

TEST_F(Desk, ACodeIsSpentInTheStoresProcess) {
    open();
    const auto proof = run(prove(remote, 3));
    EXPECT_EQ(proof.value(), code_proof(sha256("code"), "fans"));
    ASSERT_EQ(desk.proved.size(), 1u);
    EXPECT_EQ(desk.proved[0].event, kEvent);
    EXPECT_EQ(desk.proved[0].guest, guest(3));
    EXPECT_EQ(desk.proved[0].code, sha256("code"));
    EXPECT_EQ(desk.proved[0].claimed_phases, std::vector<std::string>{"members"});
}

TEST_F(Desk, ARefusalComesBackAsItIs) {
    open();
    desk.refuses = EnterError::kCodeUsedUp;
    EXPECT_EQ(run(prove(remote, 3)).error(), EnterError::kCodeUsedUp);
}

TEST_F(Desk, EligibilityIsCheckedThere) {
    open();
    const auto phases = run(remote.check({kEvent, guest(4), {}, {"fans"}}));
    ASSERT_EQ(phases->size(), 2u);
    EXPECT_EQ(phases->at(0).phase, "fans");
    EXPECT_TRUE(phases->at(0).eligible);
    EXPECT_FALSE(phases->at(1).eligible);
    EXPECT_FALSE(desk.checked.at(0).code.has_value());
}

TEST_F(Desk, AGuestIsBarredThere) {
    open();
    EXPECT_TRUE(run(remote.bar(kEvent, guest(5))));
    EXPECT_EQ(desk.barred, (std::vector{std::pair{kEvent, guest(5)}}));
}

TEST_F(Desk, WithoutAStoreEverybodyIsToldAtOnce) {
    EXPECT_EQ(run(prove(remote, 1)).error(), EnterError::kUnavailable);
    EXPECT_EQ(run(remote.check({kEvent, guest(1), {}, {}})).error(), EnterError::kUnavailable);
    EXPECT_FALSE(run(remote.bar(kEvent, guest(1))));
    EXPECT_EQ(server.command({"LLEN", "{desk}requests"}).integer, 0);
}

TEST_F(Desk, AStoreThatStopsClosesIt) {
    open();
    desk_server.reset();
    run_until([&] { return server.command({"EXISTS", "{desk}open"}).integer == 0; });
    EXPECT_EQ(run(prove(remote, 1)).error(), EnterError::kUnavailable);
}

// A dead store counts as open until its key expires.
TEST_F(Desk, AStoreThatDiesLeavesAnUnknownOutcome) {
    (void)server.command({"SET", "{desk}open", "1"});
    EXPECT_EQ(run(prove(remote, 1)).error(), EnterError::kOutcomeUnknown);
    (void)server.command({"DEL", "{desk}open"});
    EXPECT_EQ(run(prove(remote, 1)).error(), EnterError::kUnavailable);
}

TEST_F(Desk, ManyAreAnsweredEachToItsOwnNode) {
    open();
    Client other_client{loop, config()};
    RemoteDesk other{other_client, {.node = "n2", .timeout = 5s}};
    constexpr std::size_t kEach = 400;
    std::size_t right = 0, done = 0;
    for (std::size_t i = 0; i < kEach; ++i)
        for (RemoteDesk* const from : {&remote, &other})
            spawn(prove(*from, 1), [&](const auto& proof) {
                ++done;
                if (proof) ++right;
            });
    run_until([&] { return done == 2 * kEach; });
    EXPECT_EQ(right, 2 * kEach);
    EXPECT_EQ(desk_server->figures().answered, 2 * kEach);
}

TEST_F(Desk, OnlySoManyWaitForAnAnswer) {
    (void)server.command({"SET", "{desk}open", "1"});
    RemoteDesk small{node, {.node = "n3", .timeout = 5s, .waiting_max = 1}};
    std::optional<Result<std::string, EnterError>> waiting;
    spawn(prove(small, 1), [&](auto proof) { waiting = std::move(proof); });
    run_until([&] { return server.command({"LLEN", "{desk}requests"}).integer == 1; });
    EXPECT_EQ(run(prove(small, 2)).error(), EnterError::kUnavailable);
}

TEST_F(Desk, WhatCannotBeReadIsCountedAndPassedOver) {
    open();
    (void)server.command({"RPUSH", "{desk}requests", "from another world"});
    EXPECT_TRUE(run(prove(remote, 1)).has_value());
    EXPECT_EQ(desk_server->figures().unreadable, 1u);
}

TEST_F(Desk, AServerThatComesBackIsServedAgain) {
    open();
    server.kill();
    EXPECT_EQ(run(prove(remote, 1)).error(), EnterError::kUnavailable);
    server.start();
    run_until([&] { return server.command({"EXISTS", "{desk}open"}).integer == 1; });
    // The other side may not have reconnected yet.
    constexpr int kTriesMax = 100;
    bool is_served = false;
    for (int tries = 0; tries < kTriesMax && !is_served; ++tries)
        is_served = run(prove(remote, 1)).has_value();
    EXPECT_TRUE(is_served);
}

TEST_F(Desk, WhoWaitsIsToldWhenTheDeskGoes) {
    (void)server.command({"SET", "{desk}open", "1"});
    auto short_lived =
        std::make_unique<RemoteDesk>(node, RemoteDeskConfig{.node = "n4", .timeout = 60s});
    std::optional<Result<std::string, EnterError>> waiting;
    spawn(prove(*short_lived, 1), [&](auto proof) { waiting = std::move(proof); });
    run_until([&] { return server.command({"LLEN", "{desk}requests"}).integer == 1; });
    short_lived.reset();
    run_until([&] { return waiting.has_value(); });
    EXPECT_EQ(waiting->error(), EnterError::kOutcomeUnknown);
}

}  // namespace
}  // namespace onsale::redis
