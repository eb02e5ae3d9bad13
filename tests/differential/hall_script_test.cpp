// Cases that random runs do not cover: fences after a failover, and the TTL of keys.
#include <algorithm>

#include <gtest/gtest.h>

#include "adapter/redis/script/hall_args.hpp"
#include "adapter/redis/script/hall_keys.hpp"
#include "adapter/redis/script/scripts.hpp"
#include "tests/differential/hall_pair.hpp"
#include "tests/differential/redis_process.hpp"

namespace onsale::differential {
namespace {

using namespace std::chrono_literals;

constexpr Instant kStart = instant_from_ms(1'800'000'000'000);
constexpr Duration kDay = 24h;
constexpr GuestId kGuest{{1, 2, 3}};
constexpr GuestId kTaker{{4, 5, 6}};

class HallScript : public testing::Test {
  protected:
    HallScript() {
        for (const redis::ScriptText& script : redis::script_texts())
            redis_.load(script.text(), script.sha1);
        waiting_room::EventSettings settings;
        settings.performances = {{"fri", "Friday", kStart}, {"sun", "Sunday", kStart}};
        pair_ = std::make_unique<HallPair>(redis_, settings, kStart);
        pair_->enter(kGuest);
    }

    Visitor visitor() const {
        return {HallPair::kFriday, kGuest, waiting_room::admission_id({1}, 1)};
    }
    Answer ask(std::string_view script, const std::string& performance, Words arguments) {
        arguments.insert(arguments.begin(), std::to_string(to_ms(pair_->now())));
        return redis_.call(RedisLink::script_call(redis::script_text(script).sha1,
                                                  redis::hall_keys(HallOracle::kEvent, performance),
                                                  arguments));
    }
    Duration ttl(const std::string& key) { return Duration{redis_.call({"PTTL", key}).number}; }

    RedisProcess server_;
    RedisLink redis_{server_.socket()};
    std::unique_ptr<HallPair> pair_;
};

TEST_F(HallScript, FencesBeginAnewAboveTheBaseThatARepairRaised) {
    redis_.call({"HSET", "hall:{1}:fri", "base", "65536"});
    const seat::command::Select select{kGuest, {256 + 1}, {{3}}, 0};
    const seat::Seating& seating = pair_->oracle().hall(HallPair::kFriday).seating();
    const Answer held = ask("seat_select", "fri", redis::seat_select_args(seating, select, {}));
    ASSERT_EQ(held.items[0].text, "ok");
    EXPECT_EQ(held.items[3].number, 65537);
}

TEST_F(HallScript, AHoldsKeysOutliveItsDeadlineByADay) {
    ASSERT_EQ(pair_->select(visitor(), {{3}}).front(), "ok");
    const Duration longest = seat::HallRules{}.hold_ttl + kDay;
    EXPECT_LE(ttl("seat:{1}:fri:3"), longest);
    EXPECT_GT(ttl("seat:{1}:fri:3"), longest - 1min);
}

TEST_F(HallScript, AHoldThatIsBeingPaidHasNoTtlAndADeclinedOneHasAgain) {
    ASSERT_EQ(pair_->select(visitor(), {{3}}).front(), "ok");
    ASSERT_EQ(pair_->pay(visitor()).front(), "ok");
    EXPECT_EQ(ttl("seat:{1}:fri:3").count(), -1);
    ASSERT_EQ(pair_->decline({HallPair::kFriday, kGuest, {{{3}, 1}}}, 3min).front(), "ok");
    EXPECT_GT(ttl("seat:{1}:fri:3").count(), 0);
}

TEST_F(HallScript, ADeclineThatComesTwiceLeavesTheNextAttemptAlone) {
    const PromisedSeats hold{HallPair::kFriday, kGuest, {{{3}, 0}}};
    ASSERT_EQ(pair_->select(visitor(), {{3}}).front(), "ok");
    ASSERT_EQ(pair_->pay(visitor()).front(), "ok");
    ASSERT_EQ(pair_->decline(hold, 3min).back(), "1");
    EXPECT_EQ(pair_->decline_late(hold).back(), "0");
    ASSERT_EQ(pair_->pay(visitor()).front(), "ok");
    EXPECT_EQ(pair_->decline_late(hold).front(), "no_hold");
    EXPECT_EQ(pair_->oracle().hall(HallPair::kFriday).state({3}), seat::SeatState::kPaying);
    EXPECT_EQ(pair_->decline(hold, 3min).back(), "1");
}

TEST_F(HallScript, HoldsInARowLengthenAnAdmissionByOneHoldInAll) {
    const auto until = [](Words held) { return instant_from_ms(std::stoll(held.at(1))); };
    const Visitor sunday{HallPair::kSunday, kGuest, visitor().admission};
    const Instant begun = pair_->line_now();
    const std::string admission = std::to_string(visitor().admission.value);
    ASSERT_EQ(pair_->line("line_claim", {admission, ""}).front(), "ok");
    pair_->set(kStart + 9min, 1);
    EXPECT_EQ(until(pair_->select(visitor(), {{3}})), begun + 19min);
    pair_->set(kStart + 15min, 2);
    EXPECT_EQ(until(pair_->select(sunday, {{3}})), begun + 20min);
    ASSERT_EQ(pair_->extend(visitor(), 1).front(), "ok");
    ASSERT_EQ(pair_->release(sunday).front(), "ok");
    EXPECT_EQ(until(pair_->select(sunday, {{4}})), begun + 22min);
}

// An operator edits the event while guests are inside.
TEST_F(HallScript, HoldsInARowAreBoundByTheTimeThatWasGrantedWhateverTheRulesSayNow) {
    const auto until = [](Words held) { return instant_from_ms(std::stoll(held.at(1))); };
    const auto set_times = [this](Duration admission_ttl) {
        auto settings =
            std::make_shared<waiting_room::EventSettings>(pair_->oracle().line().settings());
        settings->rules.admission_ttl = admission_ttl;
        settings->rules.claim_within = 0s;
        settings->rules.extension = 0s;
        pair_->office(waiting_room::fact::EventEdited{settings});
    };
    const Visitor sunday{HallPair::kSunday, kGuest, visitor().admission};
    const Instant begun = pair_->line_now();
    ASSERT_EQ(pair_->extend(visitor(), 1).front(), "ok");
    set_times(2s);
    pair_->set(kStart + 11min, 1);
    EXPECT_EQ(until(pair_->select(visitor(), {{3}})), begun + 21min);
    set_times(1h);
    pair_->set(kStart + 15min, 2);
    EXPECT_EQ(until(pair_->select(sunday, {{3}})), begun + 22min);
}

// Written by an older version. A later change of the admission adds the own end.
TEST_F(HallScript, ARowWithoutItsOwnEndHasItsDeadlineForIt) {
    const Answer row = redis_.call({"HGET", "admission:{1}", "1"});
    const std::string older = row.text.substr(0, row.text.rfind(' '));
    redis_.call({"HSET", "admission:{1}", "1", older});
    ASSERT_EQ(pair_->select(visitor(), {{3}}).front(), "ok");
    const Answer now = redis_.call({"HGET", "admission:{1}", "1"});
    EXPECT_EQ(now.text.substr(now.text.rfind(' ')), row.text.substr(row.text.rfind(' ')));
    EXPECT_EQ(std::ranges::count(now.text, ' '), 6);
}

TEST_F(HallScript, TheSweepOfAFrozenLineTakesTheTtlsOff) {
    ASSERT_EQ(pair_->select(visitor(), {{3}}).front(), "ok");
    pair_->office(waiting_room::fact::DeadlinesFrozen{true});
    pair_->sweep(HallPair::kFriday);
    EXPECT_EQ(ttl("seat:{1}:fri:3").count(), -1);
}

TEST_F(HallScript, AVisitWithoutAHoldIsForgottenADayAfterItIsNeeded) {
    ASSERT_EQ(pair_->select(visitor(), {{3}}).front(), "ok");
    const std::string key = "visit:{1}:" + redis::guest_arg(kGuest);
    EXPECT_EQ(ttl(key).count(), -1);
    ASSERT_EQ(pair_->release(visitor()).front(), "ok");
    EXPECT_GT(ttl(key), kDay);
}

TEST_F(HallScript, MoneyThatComesLateLeavesAPlaceAloneThatSomebodyElseHasTaken) {
    ASSERT_EQ(pair_->select(visitor(), {{3}}).front(), "ok");
    ASSERT_EQ(pair_->release(visitor()).front(), "ok");
    const Sha256Digest code = sha256("a code");
    const std::string owner = redis::guest_arg(kGuest);
    pair_->line("line_offer", {"1", owner, std::string{as_bytes(code)}});
    pair_->line("line_take", {redis::guest_arg(kTaker), std::string{as_bytes(code)}});
    ASSERT_EQ(pair_->select({HallPair::kFriday, kTaker, visitor().admission}, {{5}}).front(), "ok");
    ASSERT_EQ(pair_->reclaim({HallPair::kFriday, kGuest, {{{3}, 1}}}).front(), "ok");
    pair_->sync({HallPair::kFriday, "SOLD", owner, {{3}}, {}}, std::nullopt);
    const seat::Hall& hall = pair_->oracle().hall(HallPair::kFriday);
    EXPECT_EQ(hall.state({3}), seat::SeatState::kSold);
    EXPECT_EQ(hall.state({5}), seat::SeatState::kHeld);
}

TEST_F(HallScript, APerformanceWithoutAHallIsUnknown) {
    EXPECT_EQ(ask("seat_release", "mon", {redis::guest_arg(kGuest), "257", redis::random_arg(0)})
                  .items[0]
                  .text,
              "unknown_performance");
    EXPECT_EQ(ask("seat_sweep", "mon", {}).items[0].text, "unknown_performance");
    EXPECT_EQ(ask("hall_read", "mon", {"0", "10", "shown"}).items[0].text, "unknown_performance");
}

}  // namespace
}  // namespace onsale::differential
