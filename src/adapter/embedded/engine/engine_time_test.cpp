// Downtime, a full disk and steps of the clock must not cost guests anything.
#include <gtest/gtest.h>

#include "tests/support/test_engine.hpp"

namespace onsale::embedded {
namespace {

using namespace std::chrono_literals;
using test::kEvent;
using test::kOpening;
using test::TestEngine;
using waiting_room::Number;
using waiting_room::Standing;
namespace command = waiting_room::command;

Instant deadline_of(const TestEngine& test, std::uint32_t number) {
    const auto* const admission = test.line().ledger().find(Number{number});
    return test.line().clock().due(admission->deadline, test.engine->clock().now());
}

TEST(EngineTime, FifteenMinutesOfDowntimeCostNobodyAPlaceOrAnAdmission) {
    TestEngine test{1};
    test.enter_all(3);
    ASSERT_TRUE(test.claim(1));
    test.restart(15min);
    test.tick();
    EXPECT_EQ(test.standing(1), Standing::kAdmitted);
    EXPECT_EQ(test.standing(2), Standing::kWaiting);
    EXPECT_EQ(test.standing(3), Standing::kWaiting);
}

TEST(EngineTime, DeadlinesMoveByTheTimeTheProcessWasDown) {
    TestEngine test{1};
    (void)test.enter(1);
    test.engine->note_alive();
    const Instant before = deadline_of(test, 1);
    test.restart(15min);
    EXPECT_EQ(deadline_of(test, 1), before + 15min);
}

TEST(EngineTime, TimeThatWasServedCountsAlsoAcrossARestart) {
    TestEngine test{1};
    (void)test.enter(1);
    ASSERT_TRUE(test.claim(1));
    test.pass(100s);
    const Instant before = deadline_of(test, 1);
    test.restart(1min);
    EXPECT_EQ(deadline_of(test, 1), before + 1min);
}

TEST(EngineTime, AShortRestartWritesNoFact) {
    TestEngine test;
    (void)test.enter(1);
    const std::uint64_t rows = test.engine->journal().last_seq();
    test.restart(50ms);
    EXPECT_EQ(test.engine->journal().last_seq(), rows);
}

TEST(EngineTime, FrozenDeadlinesDoNotMoveTwice) {
    TestEngine test{1};
    (void)test.enter(1);
    test.act(command::FreezeDeadlines{kEvent, true});
    const auto left = test.line().ledger().find(Number{1})->deadline -
                      test.line().clock().at(test.engine->clock().now());
    test.restart(15min);
    test.act(command::FreezeDeadlines{kEvent, false});
    EXPECT_EQ(deadline_of(test, 1), test.engine->clock().now() + left);
}

TEST(EngineTime, AStepOfTheWallClockMovesNoDeadline) {
    for (const Duration step : {Duration{2h}, Duration{-2h}}) {
        TestEngine test{1};
        (void)test.enter(1);
        const Instant before = deadline_of(test, 1);
        test.time.set_wall(test.time.wall() + step);
        test.tick();
        EXPECT_EQ(deadline_of(test, 1), before) << step.count();
        EXPECT_EQ(test.standing(1), Standing::kAdmitted) << step.count();
    }
}

TEST(EngineTime, AWallClockSetBackWhileDownDoesNotTurnTimeBack) {
    TestEngine test;
    (void)test.enter(1);
    const Instant before = test.engine->clock().now();
    test.kill();
    test.time.set_wall(kOpening - 5h);
    test.start();
    EXPECT_EQ(test.engine->clock().now(), before);
}

TEST(EngineTime, ADiskThatWasFullForAnHourCostsNobodyAPlaceOrAnAdmission) {
    TestEngine test{1};
    test.enter_all(2);
    ASSERT_TRUE(test.claim(1));
    test.fill_disk();
    (void)test.enter(3);
    test.pass(1h);
    test.empty_disk();
    test.tick();
    EXPECT_EQ(test.engine->health(), Health::kOk);
    EXPECT_EQ(test.standing(1), Standing::kAdmitted);
    EXPECT_EQ(test.standing(2), Standing::kWaiting);
}

TEST(EngineTime, TheTimeAfterAFailedSyncBelongsToTheGap) {
    TestEngine test{1};
    (void)test.enter(1);
    const Instant before = deadline_of(test, 1);
    test.disk.fail_next_sync();
    (void)test.enter(2);
    test.pass(1h);
    test.restart();
    EXPECT_EQ(deadline_of(test, 1), before + 1h);
}

TEST(EngineTime, SteadyJoinsDoNotKeepTheSilentPresent) {
    TestEngine test;
    (void)test.enter(1);
    for (std::uint32_t name = 2; name <= 10; ++name) {
        (void)test.enter(name);
        test.pass(20s);
    }
    (void)test.enter(11);
    test.pass(1s);
    EXPECT_EQ(test.standing(1), Standing::kAway);
}

}  // namespace
}  // namespace onsale::embedded
