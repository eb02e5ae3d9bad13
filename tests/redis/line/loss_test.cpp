// Redis has lost all data: FLUSHALL, or a server that restarts empty.
#include "adapter/redis/schedule/line_scheduler.hpp"
#include "adapter/redis/script/hall_args.hpp"
#include "runtime/system_time.hpp"
#include "tests/redis/line/line_site.hpp"

namespace onsale::redis {
namespace {

constexpr std::uint32_t kSlots = 5;
constexpr std::uint32_t kGuests = 40;

// The server runs on this machine.
Instant server_now() {
    return runtime::SystemTime{}.wall();
}

// Guests 1 to 5 are admitted, 6 to 40 wait.
class TotalLoss : public LineSite {
  protected:
    explicit TotalLoss(std::chrono::milliseconds restore_wait = 1h)
        : LineSite{{.max_active = kSlots, .restore_wait = restore_wait}} {
        scheduler.follow({kEvent});
        run_until([&] { return scheduler.leases() == 1; });
        for (std::uint32_t name = 1; name <= kGuests; ++name)
            (void)enter(name);
        run_until([&] { return standing(kSlots) == Standing::kAdmitted; });
    }

    void lose_everything() {
        (void)server.command({"FLUSHALL"});
        run_until([&] { return server.command({"HGET", "line:{1}", "epoch_from"}).text != ""; });
        run_until([&] { return standing(1) == Standing::kNone; });
        run_until([&] { return scheduler.leases() == 1; });
    }
    EnterOutcome poll(std::uint32_t name, Node& at, bool was_inside = false) {
        return run(at.lines.call(waiting_room::command::Enter{.event = kEvent,
                                                              .guest = guest(name),
                                                              .code = {},
                                                              .claimed_phases = {},
                                                              .shown = Number{name},
                                                              .was_inside = was_inside,
                                                              .only_back = true}));
    }
    // Retries until the line has been sent to Redis again.
    void poll_at_last(std::uint32_t name) {
        run_until([&] { return poll(name, node).has_value(); });
    }
    std::uint32_t active() const { return node.line()->ledger().size(); }
    void run_steps(std::uint64_t count) {
        const auto before = scheduler.counters()["scheduler_steps_total"];
        run_until([&] { return scheduler.counters()["scheduler_steps_total"] >= before + count; });
    }

    LineScheduler scheduler{loop, node.caller,
                            ScheduleConfig{.owner = "one",
                                           .step = 10ms,
                                           .standby = 10ms,
                                           .sweep_every = 20ms,
                                           .quiet_sweep = 20ms}};
};

TEST_F(TotalLoss, TheFirstToPollIsNotAdmittedBeforeThoseWhoWereInside) {
    lose_everything();
    for (std::uint32_t name = 30; name < 40; ++name)
        poll_at_last(name);
    run_steps(10);
    EXPECT_EQ(active(), 0u);
    for (std::uint32_t name = 1; name <= kSlots; ++name)
        poll_at_last(name);
    for (std::uint32_t name = 1; name <= kSlots; ++name)
        EXPECT_EQ(standing(name), Standing::kAdmitted) << name;
    EXPECT_EQ(active(), kSlots);
}

TEST_F(TotalLoss, ANewGuestWaitsToo) {
    lose_everything();
    const Number number = enter_at_last(kGuests + 1);
    run_steps(10);
    EXPECT_EQ(standing(number.value), Standing::kWaiting);
}

TEST_F(TotalLoss, NoMoreComeBackInsideThanThereAreSlots) {
    auto settings = std::make_shared<waiting_room::EventSettings>(node.line()->settings());
    settings->rules.max_active = 2;
    lose_everything();
    apply({{kEvent, waiting_room::fact::EventEdited{settings}}});
    run_until([&] { return node.line()->settings().rules.max_active == 2; });
    for (std::uint32_t name = 1; name <= kSlots; ++name)
        poll_at_last(name);
    EXPECT_EQ(active(), 2u);
    EXPECT_EQ(standing(3), Standing::kWaiting);
}

TEST_F(TotalLoss, APlaceThatHadEndedDoesNotComeBackByPolling) {
    const auto admission = waiting_room::admission_id(Number{2}, 1);
    ASSERT_TRUE(
        run(node.lines.call(waiting_room::command::Complete{kEvent, admission})).has_value());
    lose_everything();
    poll_at_last(2);
    EXPECT_EQ(standing(2), Standing::kEndedCompleted);
    EXPECT_EQ(node.line()->answer(Number{2}, {}).status, waiting_room::QueueStatus::kExpired);
    poll_at_last(2);
    EXPECT_EQ(standing(2), Standing::kEndedCompleted);
    EXPECT_EQ(node.line()->book().keeping_count(), 0u);
}

TEST_F(TotalLoss, WhosePlaceHadEndedMayJoinAgain) {
    ASSERT_TRUE(
        run(node.lines.call(waiting_room::command::Revoke{kEvent, guest(2), false})).has_value());
    lose_everything();
    const Number again = enter_at_last(2, Number{2});
    EXPECT_GT(again.value, kGuests);
    EXPECT_EQ(standing(2), Standing::kEndedRevoked);
    EXPECT_EQ(standing(again.value), Standing::kWaiting);
    EXPECT_EQ(enter_at_last(2), again);
    EXPECT_EQ(server.command({"ZCARD", "queue:{1}"}).integer, 1);
}

TEST_F(TotalLoss, ABuyerIsNotInLineAgainWhicheverProcessIsAsked) {
    (void)run(node.lines.call(waiting_room::command::Revoke{kEvent, guest(2), false}));
    lose_everything();
    Node other{loop, config()};
    run_until([&] { return other.line() != nullptr; });
    (void)server.command({"EVAL", "redis.call('HSET', KEYS[1], 'day', cmsgpack.pack({bought = 1}))",
                          "1", "visit:{1}:" + guest_arg(guest(2))});
    run_until([&] { return poll(2, other).has_value(); });
    EXPECT_EQ(other.line()->book().standing(Number{2}), Standing::kEndedCompleted);
}

// A process that has started since does not know the admitted guests. An entry token proves the
// admission.
TEST_F(TotalLoss, AnEntryTokenBringsItsGuestBackInside) {
    lose_everything();
    Node other{loop, config()};
    run_until([&] { return other.line() != nullptr; });
    run_until([&] { return poll(4, other, true).has_value(); });
    EXPECT_EQ(other.line()->book().standing(Number{4}), Standing::kAdmitted);
    run_until([&] { return poll(6, other).has_value(); });
    EXPECT_EQ(other.line()->book().standing(Number{6}), Standing::kWaiting);
}

TEST_F(TotalLoss, OperatorsSeeForHowLongAndHowManyAreBack) {
    EXPECT_FALSE(watch->awaited(kEvent).has_value());
    lose_everything();
    poll_at_last(30);
    poll_at_last(31);
    run_until([&] {
        const auto awaited = watch->awaited(kEvent);
        return awaited && awaited->restored == 2;
    });
    EXPECT_GT(to_ms(watch->awaited(kEvent)->until), 0);
}

TEST_F(TotalLoss, NobodyIsToldAWaitWhileLostPlacesAreAwaited) {
    const auto told = [](const Node& at, Duration from_now) {
        const auto answer = at.line()->answer(Number{30}, server_now() + from_now);
        EXPECT_GT(answer.position, 0u);
        return answer.wait.has_value();
    };
    EXPECT_TRUE(told(node, 0ms));
    lose_everything();
    poll_at_last(30);
    EXPECT_FALSE(told(node, 0ms));
    EXPECT_TRUE(told(node, 5h)) << "the wait is over then";
    // A process that reads the whole line now.
    Node other{loop, config()};
    run_until([&] { return other.line() != nullptr; });
    EXPECT_FALSE(told(other, 0ms));
}

TEST_F(TotalLoss, PlacesThatCameBackAreTheJoinsThatCount) {
    EXPECT_EQ(node.line()->joined_total(), kGuests);
    lose_everything();
    for (std::uint32_t name = 1; name <= kGuests; ++name)
        poll_at_last(name);
    EXPECT_EQ(node.line()->joined_total(), kGuests);
    EXPECT_GT(node.line()->book().issued_count(), kGuests) << "the rest of a block was skipped";
    EXPECT_GE(node.line()->admitted_total(), std::uint64_t{kSlots});
}

class ShortWait : public TotalLoss {
  protected:
    ShortWait() : TotalLoss{200ms} {}
};

TEST_F(ShortWait, IsOverOnceNobodyComesBackAnyMore) {
    lose_everything();
    for (std::uint32_t name = 30; name < 40; ++name)
        poll_at_last(name);
    run_until([&] { return active() == kSlots; });
    for (std::uint32_t name = 30; name < 30 + kSlots; ++name)
        EXPECT_EQ(standing(name), Standing::kAdmitted) << name;
}

class NoWait : public TotalLoss {
  protected:
    NoWait() : TotalLoss{0ms} {}
};

TEST_F(NoWait, MeansThatAdmissionGoesOnAtOnce) {
    lose_everything();
    poll_at_last(30);
    run_until([&] { return standing(30) == Standing::kAdmitted; });
    EXPECT_FALSE(watch->awaited(kEvent).has_value());
}

}  // namespace
}  // namespace onsale::redis
