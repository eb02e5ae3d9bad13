#include "adapter/embedded/engine/engine.hpp"

#include <gtest/gtest.h>

#include "tests/support/test_engine.hpp"

namespace onsale::embedded {
namespace {

using namespace std::chrono_literals;
using test::bytes_of;
using test::guest_named;
using test::kEvent;
using test::open_sale;
using test::TestEngine;
using waiting_room::Number;
using waiting_room::OperatorOutcome;
using waiting_room::Standing;
namespace command = waiting_room::command;

template <class OperatorCommand>
void expect_no_change(TestEngine& test, OperatorCommand rehearsed) {
    rehearsed.rehearse = true;
    const std::string before = test.state();
    const std::uint64_t rows = test.engine->journal().last_seq();
    const auto outcome = std::get<OperatorOutcome>(test.act(std::move(rehearsed)));
    ASSERT_TRUE(outcome.has_value());
    EXPECT_EQ(outcome->count, 3U);
    EXPECT_EQ(test.state(), before);
    EXPECT_EQ(test.engine->journal().last_seq(), rows);
}

TEST(Engine, ARehearsedCommandCountsAndChangesNothing) {
    TestEngine test;
    test.enter_all(3);
    auto stopped = std::make_shared<waiting_room::Levers>();
    stopped->joins_stopped = true;
    expect_no_change(test, command::SetLevers{kEvent, stopped});
    expect_no_change(test, command::FreezeDeadlines{kEvent, true});
    expect_no_change(test, command::MoveDeadlines{kEvent, 5min});
    expect_no_change(test, command::EditEvent{kEvent, open_sale(7), {}});
    expect_no_change(test, command::ChangeLifecycle{kEvent, command::LifecycleAction::kPause});
}

TEST(Engine, EveryAcknowledgedPlaceIsThereAfterAKill) {
    TestEngine test{1};
    test.enter_all(5);
    const std::string before = test.state();
    test.restart();
    EXPECT_EQ(test.state(), before);
}

TEST(Engine, OneBatchIsOneRow) {
    TestEngine test;
    const std::uint64_t rows = test.engine->journal().last_seq();
    std::vector<Command> commands;
    for (std::uint32_t name = 1; name <= 50; ++name)
        commands.push_back(command::Enter{kEvent, guest_named(name), {}, {}});
    const BatchResult result = test.engine->run(commands, true);
    EXPECT_EQ(result.outcomes.size(), 50U);
    EXPECT_EQ(test.engine->journal().last_seq(), rows + 1);
}

TEST(Engine, ABatchThatChangesNothingWritesNothing) {
    TestEngine test;
    (void)test.enter(1);
    const std::uint64_t writes = test.disk.writes();
    (void)test.enter(1);
    test.act(Seen{kEvent, {Number{1}}});
    test.tick();
    EXPECT_EQ(test.disk.writes(), writes);
}

TEST(Engine, AFreedSlotIsGivenAwayInTheSameBatch) {
    TestEngine test{1};
    test.enter_all(2);
    test.time.advance(1s);
    test.act(command::Complete{kEvent, waiting_room::admission_id(Number{1}, 1)});
    EXPECT_EQ(test.standing(2), Standing::kAdmitted);
}

// Two tabs of one browser poll at the same moment.
TEST(Engine, AGuestSeenTwiceAtOnceComesBackOnce) {
    TestEngine test{1};
    (void)test.enter(1);
    test.pass(2min);
    ASSERT_EQ(test.standing(1), Standing::kMissed);
    auto stopped = std::make_shared<waiting_room::Levers>();
    stopped->admission_stopped = true;
    test.act(command::SetLevers{kEvent, stopped});
    test.act(Seen{kEvent, {Number{1}, Number{1}}});
    EXPECT_EQ(test.standing(1), Standing::kRecalled);
}

TEST(Engine, FactsTellOfTheStateThatIsAnswered) {
    TestEngine test{1};
    sale::State follower;
    read_journal(test.engine->journal().database(), 0, {}, [&](const JournalRow& row) {
        sale::Facts facts;
        ASSERT_TRUE(sale::load(row.facts, facts));
        for (const auto& fact : facts)
            follower.evolve(fact, row.stamp.now);
    });
    const std::vector<Command> commands{command::Enter{kEvent, guest_named(1), {}, {}},
                                        command::Enter{kEvent, guest_named(2), {}, {}}};
    const BatchResult result = test.engine->run(commands, true);
    for (const auto& fact : result.facts)
        follower.evolve(fact, result.stamp.now);
    EXPECT_EQ(bytes_of(follower), test.state());
}

TEST(Engine, NumbersThatWereTakenAreNeverGivenAgain) {
    TestEngine test{0};
    (void)test.enter(1);
    const auto take = [&] {
        return std::get<waiting_room::PlaceOutcome>(test.act(command::TakeNumbers{kEvent, 100}));
    };
    EXPECT_EQ(take().value(), Number{101});
    test.restart();
    EXPECT_EQ(take().value(), Number{201});
    EXPECT_EQ(test.enter(2).value(), Number{202});
}

}  // namespace
}  // namespace onsale::embedded
