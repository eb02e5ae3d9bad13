// Tests of the lease for work on a seat, on a real Redis.
#include <gtest/gtest.h>

#include "adapter/redis/script/hall_keys.hpp"
#include "adapter/redis/script/scripts.hpp"
#include "tests/differential/redis_link.hpp"
#include "tests/differential/redis_process.hpp"

namespace onsale::differential {
namespace {

constexpr waiting_room::EventId kEvent{7};
// Longer than any of these tests, which run in real time.
constexpr std::string_view kLong = "60000";

class Lease : public testing::Test {
  protected:
    Lease() {
        for (const redis::ScriptText& script : redis::script_texts())
            redis_.load(script.text(), script.sha1);
    }

    static Words keys(std::uint32_t seat) { return redis::lease_keys(kEvent, "fri", seat); }
    static std::string alive(const std::string& process) {
        return redis::process_key(kEvent, process);
    }
    // Ends the heartbeat of the process.
    void die(const std::string& process) { redis_.call({"DEL", alive(process)}); }
    Answer call(std::string_view script, const Words& keys, const Words& arguments) {
        return redis_.call(
            RedisLink::script_call(redis::script_text(script).sha1, keys, arguments));
    }
    Answer take(const std::string& process, const std::string& task, std::uint32_t seat = 1) {
        Words all = keys(seat);
        all.push_back(alive(process));
        return call("lease_take", all, {process, task, std::string{kLong}, std::string{kLong}});
    }
    std::string renew(const std::string& process, const Answer& taken) {
        return call("lease_renew", {alive(process), keys(1)[0]},
                    {process, std::string{kLong}, std::string{kLong}, "confirm",
                     taken.items[1].text})
            .items[0]
            .text;
    }
    std::string release(const std::string& process) {
        return call("lease_release", {keys(1)[0]}, {process, "confirm"}).items[0].text;
    }

    RedisProcess server_;
    RedisLink redis_{server_.socket()};
};

TEST_F(Lease, IsRefusedToOthersWhileItsHolderLives) {
    ASSERT_EQ(take("a", "confirm").items[0].text, "ok");
    const Answer refused = take("b", "confirm");
    EXPECT_EQ(refused.items[0].text, "held");
    EXPECT_GT(refused.items[1].number, 0);
}

TEST_F(Lease, IsOfOneTaskOfAProcess) {
    ASSERT_EQ(take("a", "confirm").items[0].text, "ok");
    EXPECT_EQ(take("a", "refund").items[0].text, "held");
}

TEST_F(Lease, IsGivenAgainToItsHolderWithTheSameFence) {
    const Answer first = take("a", "confirm");
    EXPECT_EQ(take("a", "confirm").items[1].text, first.items[1].text);
}

TEST_F(Lease, OfADeadProcessIsAnybodysWithAHigherFence) {
    const Answer first = take("a", "confirm");
    die("a");
    const Answer stolen = take("b", "confirm");
    ASSERT_EQ(stolen.items[0].text, "ok");
    EXPECT_GT(std::stoull(stolen.items[1].text), std::stoull(first.items[1].text));
}

TEST_F(Lease, ThatWasLostCanNeitherBeRenewedNorReleased) {
    const Answer first = take("a", "confirm");
    die("a");
    ASSERT_EQ(take("b", "confirm").items[0].text, "ok");
    EXPECT_EQ(renew("a", first), "lost");
    EXPECT_EQ(release("a"), "lost");
    EXPECT_EQ(take("c", "confirm").items[0].text, "held");
}

TEST_F(Lease, OfOneSeatDoesNotKeepAnother) {
    ASSERT_EQ(take("a", "confirm", 1).items[0].text, "ok");
    EXPECT_EQ(take("b", "confirm", 2).items[0].text, "ok");
}

TEST_F(Lease, ThatIsRenewedStaysItsHolders) {
    const Answer taken = take("a", "confirm");
    redis_.call({"PEXPIRE", keys(1)[0], "1000"});
    EXPECT_EQ(renew("a", taken), "ok");
    EXPECT_GT(redis_.call({"PTTL", keys(1)[0]}).number, 1000);
}

TEST_F(Lease, ThatIsRenewedKeepsItsProcessAlive) {
    const Answer taken = take("a", "confirm");
    die("a");
    EXPECT_EQ(renew("a", taken), "ok");
    EXPECT_EQ(take("b", "confirm").items[0].text, "held");
}

TEST_F(Lease, ThatIsReleasedWakesWhoeverWaits) {
    ASSERT_EQ(take("a", "confirm").items[0].text, "ok");
    RedisLink waiting{server_.socket()};
    waiting.call({"SSUBSCRIBE", keys(1)[0]});
    ASSERT_EQ(release("a"), "ok");
    // The next message on the waiting connection is the wake-up.
    const Answer heard = waiting.call({"PING"});
    EXPECT_EQ(heard.items[0].text, "smessage");
    EXPECT_EQ(heard.items[1].text, keys(1)[0]);
    EXPECT_EQ(take("b", "confirm").items[0].text, "ok");
}

}  // namespace
}  // namespace onsale::differential
