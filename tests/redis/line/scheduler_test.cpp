// Schedulers that compete for an event.
#include "adapter/redis/feed/event_directory.hpp"
#include "adapter/redis/schedule/line_scheduler.hpp"
#include "tests/redis/line/line_site.hpp"

namespace onsale::redis {
namespace {

constexpr std::uint32_t kSlots = 5;
// Longer than any test, so that only answers of scripts and notifications trigger work.
constexpr std::chrono::milliseconds kNever = 1h;

class Schedulers : public LineSite {
  protected:
    Schedulers() : LineSite{{.max_active = kSlots}} {}

    std::unique_ptr<LineScheduler> scheduler(const std::string& owner,
                                             std::chrono::milliseconds sweep_every = 20ms) {
        auto made = std::make_unique<LineScheduler>(loop, node.caller,
                                                    ScheduleConfig{.owner = owner,
                                                                   .step = 10ms,
                                                                   .standby = 10ms,
                                                                   .sweep_every = sweep_every,
                                                                   .quiet_sweep = sweep_every,
                                                                   .lease = 60s,
                                                                   .idle_check = 50ms});
        made->follow({kEvent});
        return made;
    }
    std::uint32_t active() const { return node.line()->ledger().size(); }
    // Takes all slots and lets one guest wait. Returns when the scheduler knows it.
    void fill_the_line(const LineScheduler& at_work) {
        run_until([&] { return at_work.leases() == 1; });
        for (std::uint32_t name = 1; name <= kSlots + 1; ++name)
            (void)enter(name);
        EXPECT_EQ(standing(kSlots + 1), Standing::kWaiting);
        run_for(100ms);
    }
    void run_for(std::chrono::milliseconds time) {
        const Deadline until = in(time);
        run_until([&] { return std::chrono::steady_clock::now() >= until; });
    }
};

TEST_F(Schedulers, OneOfTwoIsAtWorkAndNobodyTooMuchIsLetIn) {
    for (std::uint32_t name = 1; name <= 2 * kSlots; ++name)
        (void)enter(name);
    EXPECT_EQ(active(), 0u) << "without a scheduler nobody is let in";
    const auto one = scheduler("one");
    const auto two = scheduler("two");
    run_until([&] { return active() == kSlots; });
    run_until([&] {
        return one->counters()["scheduler_steps_total"] + two->counters()["scheduler_steps_total"] >
               10;
    });
    EXPECT_EQ(one->leases() + two->leases(), 1u);
    EXPECT_EQ(
        one->counters()["scheduler_admitted_total"] + two->counters()["scheduler_admitted_total"],
        kSlots);
    EXPECT_EQ(active(), kSlots);
    EXPECT_EQ(standing(kSlots), Standing::kAdmitted);
    EXPECT_EQ(standing(kSlots + 1), Standing::kWaiting);
}

TEST_F(Schedulers, TellTheLineWhetherThePaymentProcessIsThere) {
    const auto gone_at = [&] {
        return server.command({"HGET", "line:{1}", "payment_gone_at"}).text;
    };
    const auto now = [] { return std::chrono::steady_clock::now(); };
    PaymentSight sight;
    sight.see(3000ms, now() - 60s);
    sight.see(std::nullopt, now() - 59s);
    sight.see(std::nullopt, now());
    LineScheduler one{loop, node.caller, {.owner = "one", .step = 10ms}, &sight};
    one.follow({kEvent});
    run_until([&] { return gone_at() > "0"; });
    sight.see(3000ms, now() - 11s);
    sight.see(3000ms, now());
    run_until([&] { return gone_at() == "0"; });
}

TEST_F(Schedulers, EndNoAdmissionWhileThePaymentProcessMayBeDead) {
    auto settings = std::make_shared<waiting_room::EventSettings>(node.line()->settings());
    settings->rules.claim_within = 300ms;
    apply({{kEvent, waiting_room::fact::EventEdited{settings}}});
    run_until([&] { return relay.is_idle(kEvent); });
    PaymentSight sight;
    sight.see(1300ms, std::chrono::steady_clock::now());
    LineScheduler one{loop, node.caller, {.owner = "one", .step = 10ms}, &sight};
    one.follow({kEvent});
    (void)enter(1);
    run_until([&] { return standing(1) == Standing::kAdmitted; });
    run_for(1000ms);
    EXPECT_EQ(standing(1), Standing::kAdmitted);
    sight = {};
    run_until([&] { return standing(1) == Standing::kMissed; });
}

TEST_F(Schedulers, WhoEntersAtAFreeSlotIsLetInAtOnce) {
    const auto one = scheduler("one");
    run_until([&] { return one->leases() == 1; });
    EXPECT_EQ(enter(1).value(), Number{1});
    EXPECT_EQ(standing(1), Standing::kAdmitted);
}

TEST_F(Schedulers, AFullLineCostsNoStepsAndTheNextSlotIsTakenAtOnce) {
    const auto one = scheduler("one", kNever);
    fill_the_line(*one);
    const auto steps = one->counters()["scheduler_steps_total"];
    run_for(300ms);
    EXPECT_EQ(one->counters()["scheduler_steps_total"], steps);
    (void)run(node.lines.call(waiting_room::command::Revoke{kEvent, guest(1), false}));
    run_until([&] { return standing(kSlots + 1) == Standing::kAdmitted; });
    run_until([&] { return one->counters()["scheduler_steps_total"] == steps + 1; });
}

TEST_F(Schedulers, WhatAnOperatorChangesIsNews) {
    const auto one = scheduler("one", kNever);
    fill_the_line(*one);
    auto settings = std::make_shared<waiting_room::EventSettings>(node.line()->settings());
    settings->rules.max_active = kSlots + 1;
    apply({{kEvent, waiting_room::fact::EventEdited{settings}}});
    run_until([&] { return standing(kSlots + 1) == Standing::kAdmitted; });
}

TEST_F(Schedulers, AnAdmissionEndsWhenItIsDueAndNotWithTheNextSweep) {
    auto settings = std::make_shared<waiting_room::EventSettings>(node.line()->settings());
    settings->rules.claim_within = 1s;
    apply({{kEvent, waiting_room::fact::EventEdited{settings}}});
    run_until([&] { return relay.is_idle(kEvent); });
    (void)enter(1);
    auto first = scheduler("first");
    run_until([&] { return standing(1) == Standing::kAdmitted; });
    first.reset();
    const auto second = scheduler("second", kNever);
    run_until([&] { return standing(1) == Standing::kMissed; });
}

TEST_F(Schedulers, TheBucketIsFollowedWithoutNews) {
    auto settings = std::make_shared<waiting_room::EventSettings>(node.line()->settings());
    settings->rules.admit_per_second = 2;
    apply({{kEvent, waiting_room::fact::EventEdited{settings}}});
    run_until([&] { return relay.is_idle(kEvent); });
    for (std::uint32_t name = 1; name <= kSlots; ++name)
        (void)enter(name);
    const auto one = scheduler("one", kNever);
    run_until([&] { return active() == kSlots; });
    EXPECT_LE(one->counters()["scheduler_steps_total"], kSlots + 1);
}

TEST_F(Schedulers, WhoHasNoLeaseDoesNotRunScriptsForIt) {
    const auto one = scheduler("one");
    run_until([&] { return one->leases() == 1; });
    const auto two = scheduler("two");
    const auto locks = [&] {
        auto commands = node.client.commands();
        return commands["line_lock"][runtime::CommandEnd::kAnswered];
    };
    const auto before = locks();
    const auto steps = one->counters()["scheduler_steps_total"];
    run_until([&] { return one->counters()["scheduler_steps_total"] >= steps + 20; });
    EXPECT_EQ(locks(), before);
    EXPECT_EQ(two->leases(), 0u);
}

TEST_F(Schedulers, AnOldFenceIsRefusedAndCounted) {
    const auto paused = scheduler("paused");
    run_until([&] { return paused->leases() == 1; });
    // Its lease expires unnoticed, and another scheduler takes it before the next step.
    (void)server.command({"DEL", "admission:lock:{1}"});
    const auto next = run(node.caller.ask("line_lock", kEvent, {"next", "4000"}, in(1s)));
    ASSERT_EQ(next->items[0].text, "ok");
    run_until([&] {
        return paused->counters()["scheduler_stale_total"] +
                   paused->counters()["scheduler_leases_lost_total"] >
               0;
    });
    EXPECT_EQ(paused->counters()["scheduler_stale_total"], 1u);
    EXPECT_EQ(paused->leases(), 0u);
}

TEST_F(Schedulers, WhoStopsGivesTheLeaseBack) {
    auto one = scheduler("one");
    run_until([&] { return one->leases() == 1; });
    one.reset();
    run_until([&] { return server.command({"EXISTS", "admission:lock:{1}"}).integer == 0; });
}

TEST_F(Schedulers, AClosedEventWithoutGuestsLeavesTheList) {
    const auto is_listed = [&] {
        return server.command({"SISMEMBER", std::string{kActiveEventsKey}, "1"}).integer == 1;
    };
    run_until(is_listed);
    const auto one = scheduler("one");
    relay.apply(
        {waiting_room::Fact{kEvent, waiting_room::fact::LifecycleChanged{Lifecycle::kClosed}}}, {});
    run_until([&] { return !is_listed(); });
}

class Directory : public LineSite {
  protected:
    std::vector<EventId> told;
    EventDirectory directory{loop, node.client, kEventsKey, 20ms,
                             [this](const auto& events) { told = events; }};
};

TEST_F(Directory, TellsWhichEventsThereAre) {
    run_until([&] { return told == std::vector{kEvent}; });
}

TEST_F(Directory, AnArchivedEventLeavesIt) {
    run_until([&] { return !told.empty(); });
    relay.apply(
        {waiting_room::Fact{kEvent, waiting_room::fact::LifecycleChanged{Lifecycle::kArchived}}},
        {});
    run_until([&] { return told.empty(); });
}

}  // namespace
}  // namespace onsale::redis
