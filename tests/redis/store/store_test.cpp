// A queue node uses codes in the process of the sale store.
#include "adapter/redis/store/remote_store.hpp"
#include "adapter/redis/store/store_server.hpp"
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
class NotingVerifier : public CodeVerifier {
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

class StoreQuestions : public OnLoop {
  protected:
    Config config() const {
        Config config;
        config.seeds = {endpoint_of(server)};
        return config;
    }
    void open() {
        store_server = std::make_unique<StoreServer>(store, verifier, StoreServerConfig{});
        run_until([&] { return server.command({"EXISTS", "{desk}open"}).integer == 1; });
    }
    auto prove(RemoteStore& from, std::uint8_t name) {
        return from.prove({kEvent, guest(name), sha256("code"), {"members"}});
    }

    test::RedisServer server;
    Client store{loop, config()};
    Client node{loop, config()};
    NotingVerifier verifier;
    RemoteStore remote{node, {.node = "n1", .timeout = 1s}};
    std::unique_ptr<StoreServer> store_server;
};

TEST_F(StoreQuestions, ACodeIsSpentInTheStoresProcess) {
    open();
    const auto proof = run(prove(remote, 3));
    EXPECT_EQ(proof.value(), code_proof(sha256("code"), "fans"));
    ASSERT_EQ(verifier.proved.size(), 1u);
    EXPECT_EQ(verifier.proved[0].event, kEvent);
    EXPECT_EQ(verifier.proved[0].guest, guest(3));
    EXPECT_EQ(verifier.proved[0].code, sha256("code"));
    EXPECT_EQ(verifier.proved[0].claimed_phases, std::vector<std::string>{"members"});
}

TEST_F(StoreQuestions, ARefusalComesBackAsItIs) {
    open();
    verifier.refuses = EnterError::kCodeUsedUp;
    EXPECT_EQ(run(prove(remote, 3)).error(), EnterError::kCodeUsedUp);
}

TEST_F(StoreQuestions, EligibilityIsCheckedThere) {
    open();
    const auto phases = run(remote.check({kEvent, guest(4), {}, {"fans"}}));
    ASSERT_EQ(phases->size(), 2u);
    EXPECT_EQ(phases->at(0).phase, "fans");
    EXPECT_TRUE(phases->at(0).eligible);
    EXPECT_FALSE(phases->at(1).eligible);
    EXPECT_FALSE(verifier.checked.at(0).code.has_value());
}

TEST_F(StoreQuestions, AGuestIsBarredThere) {
    open();
    EXPECT_TRUE(run(remote.bar(kEvent, guest(5))));
    EXPECT_EQ(verifier.barred, (std::vector{std::pair{kEvent, guest(5)}}));
}

TEST_F(StoreQuestions, WithoutAStoreEverybodyIsToldAtOnce) {
    EXPECT_EQ(run(prove(remote, 1)).error(), EnterError::kUnavailable);
    EXPECT_EQ(run(remote.check({kEvent, guest(1), {}, {}})).error(), EnterError::kUnavailable);
    EXPECT_FALSE(run(remote.bar(kEvent, guest(1))));
    EXPECT_EQ(server.command({"LLEN", "{desk}requests"}).integer, 0);
}

TEST_F(StoreQuestions, AStoreThatStopsClosesIt) {
    open();
    store_server.reset();
    run_until([&] { return server.command({"EXISTS", "{desk}open"}).integer == 0; });
    EXPECT_EQ(run(prove(remote, 1)).error(), EnterError::kUnavailable);
}

// A dead store counts as open until its key expires.
TEST_F(StoreQuestions, AStoreThatDiesLeavesAnUnknownOutcome) {
    (void)server.command({"SET", "{desk}open", "1"});
    EXPECT_EQ(run(prove(remote, 1)).error(), EnterError::kOutcomeUnknown);
    (void)server.command({"DEL", "{desk}open"});
    EXPECT_EQ(run(prove(remote, 1)).error(), EnterError::kUnavailable);
}

TEST_F(StoreQuestions, ManyAreAnsweredEachToItsOwnNode) {
    open();
    Client other_client{loop, config()};
    RemoteStore other{other_client, {.node = "n2", .timeout = 5s}};
    constexpr std::size_t kEach = 400;
    std::size_t right = 0, done = 0;
    for (std::size_t i = 0; i < kEach; ++i)
        for (RemoteStore* const from : {&remote, &other})
            spawn(prove(*from, 1), [&](const auto& proof) {
                ++done;
                if (proof) ++right;
            });
    run_until([&] { return done == 2 * kEach; });
    EXPECT_EQ(right, 2 * kEach);
    EXPECT_EQ(store.counters()["store_desk_answered_total"], 2 * kEach);
}

TEST_F(StoreQuestions, OnlySoManyWaitForAnAnswer) {
    (void)server.command({"SET", "{desk}open", "1"});
    RemoteStore small{node, {.node = "n3", .timeout = 5s, .waiting_max = 1}};
    std::optional<Result<std::string, EnterError>> waiting;
    spawn(prove(small, 1), [&](auto proof) { waiting = std::move(proof); });
    run_until([&] { return server.command({"LLEN", "{desk}requests"}).integer == 1; });
    EXPECT_EQ(run(prove(small, 2)).error(), EnterError::kUnavailable);
}

TEST_F(StoreQuestions, AnUnreadableQuestionIsCountedAndSkipped) {
    open();
    (void)server.command({"RPUSH", "{desk}requests", "from another world"});
    EXPECT_TRUE(run(prove(remote, 1)).has_value());
    EXPECT_EQ(store.counters()["store_desk_unreadable"], 1u);
}

TEST_F(StoreQuestions, AServerThatComesBackIsServedAgain) {
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

TEST_F(StoreQuestions, WaitersAreToldWhenTheRemoteStoreGoes) {
    (void)server.command({"SET", "{desk}open", "1"});
    auto short_lived =
        std::make_unique<RemoteStore>(node, RemoteStoreConfig{.node = "n4", .timeout = 60s});
    std::optional<Result<std::string, EnterError>> waiting;
    spawn(prove(*short_lived, 1), [&](auto proof) { waiting = std::move(proof); });
    run_until([&] { return server.command({"LLEN", "{desk}requests"}).integer == 1; });
    short_lived.reset();
    run_until([&] { return waiting.has_value(); });
    EXPECT_EQ(waiting->error(), EnterError::kOutcomeUnknown);
}

}  // namespace
}  // namespace onsale::redis
