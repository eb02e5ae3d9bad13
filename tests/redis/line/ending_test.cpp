// Tests of the keys that stay in Redis after the end of an event.
#include "adapter/redis/feed/event_directory.hpp"
#include "adapter/redis/relay/event_removal.hpp"
#include "adapter/redis/schedule/line_scheduler.hpp"
#include "tests/redis/line/line_site.hpp"

namespace onsale::redis {
namespace {

class Ending : public LineSite {
  protected:
    Ending() : LineSite{{.max_active = 1}} {}

    void change(Lifecycle to) {
        apply({{kEvent, waiting_room::fact::LifecycleChanged{to}}});
        run_until([&] { return relay.is_idle(kEvent); });
    }
    std::unique_ptr<LineScheduler> scheduler() {
        auto made = std::make_unique<LineScheduler>(
            loop, node.caller,
            ScheduleConfig{.owner = "one", .step = 10ms, .standby = 10ms, .idle_check = 20ms});
        made->follow({kEvent});
        return made;
    }
    bool is_listed(std::string_view key) const {
        return server.command({"SISMEMBER", std::string{key}, "1"}).integer == 1;
    }
    bool exists(const std::string& key) const {
        return server.command({"EXISTS", key}).integer == 1;
    }
};

TEST_F(Ending, AClosedLineWithoutGuestsKeepsOnlyHowPlacesEnded) {
    const auto at_work = scheduler();
    run_until([&] { return at_work->leases() == 1; });
    (void)enter(1);
    run_until([&] { return standing(1) == Standing::kAdmitted; });
    change(Lifecycle::kClosed);
    run_until([&] { return at_work->counters()["scheduler_steps_total"] > 5; });
    EXPECT_TRUE(exists("guests:{1}")) << "somebody is inside";
    EXPECT_TRUE(is_listed(kActiveEventsKey));
    (void)run(node.lines.call(
        waiting_room::command::Complete{kEvent, waiting_room::admission_id(Number{1}, 1)}));
    run_until([&] { return !is_listed(kActiveEventsKey); });
    EXPECT_FALSE(exists("guests:{1}"));
    EXPECT_FALSE(exists("queue:seen:{1}"));
    Node other{loop, config()};
    run_until([&] { return other.line() != nullptr; });
    EXPECT_EQ(other.line()->book().standing(Number{1}), Standing::kEndedCompleted);
    EXPECT_EQ(other.line()->joined_total(), 1u);
}

TEST_F(Ending, AGuestWhoMissedATurnStillHasAPlace) {
    auto settings = std::make_shared<waiting_room::EventSettings>(node.line()->settings());
    settings->rules.claim_within = 1s;
    apply({{kEvent, waiting_room::fact::EventEdited{settings}}});
    const auto at_work = scheduler();
    run_until([&] { return at_work->leases() == 1; });
    (void)enter(1);
    run_until([&] { return standing(1) == Standing::kMissed; });
    change(Lifecycle::kClosed);
    const auto steps = at_work->counters()["scheduler_steps_total"];
    run_until([&] { return at_work->counters()["scheduler_steps_total"] > steps + 5; });
    EXPECT_TRUE(is_listed(kActiveEventsKey));
    EXPECT_TRUE(exists("guests:{1}"));
}

TEST_F(Ending, AnArchivedEventLeavesRedis) {
    (void)enter(1);
    (void)server.command({"SET", "visit:{1}:somebody", "x"});
    (void)server.command({"SET", "line:{11}", "of another event"});
    change(Lifecycle::kClosed);
    EXPECT_TRUE(exists("line:{1}"));
    change(Lifecycle::kArchived);
    run_until([&] { return !exists("line:{1}"); });
    EXPECT_EQ(server.command({"KEYS", "*{1}*"}).items.size(), 0u);
    EXPECT_TRUE(exists("line:{11}"));
    EXPECT_FALSE(is_listed(kEventsKey));
    EXPECT_EQ(node.line()->lifecycle(), Lifecycle::kArchived) << "views had heard of it before";
}

TEST(EventRemoval, KnowsKeysByTheirTag) {
    EXPECT_TRUE(is_key_of("line:{1}", EventId{1}));
    EXPECT_TRUE(is_key_of("seat:{1}:day:7", EventId{1}));
    EXPECT_FALSE(is_key_of("line:{11}", EventId{1}));
    EXPECT_FALSE(is_key_of("visit:{2}:{1}", EventId{1}));
    EXPECT_FALSE(is_key_of("events", EventId{1}));
}

}  // namespace
}  // namespace onsale::redis
