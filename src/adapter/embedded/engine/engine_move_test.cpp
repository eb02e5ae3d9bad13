// Moving a place to another device: what is stored on disk, and what is not.
#include <gtest/gtest.h>

#include "adapter/embedded/journal/snapshot.hpp"
#include "tests/support/test_engine.hpp"

namespace onsale::embedded {
namespace {

using namespace std::chrono_literals;
using test::guest_named;
using test::kEvent;
using test::TestEngine;
using waiting_room::MoveError;
using waiting_room::MoveOutcome;
using waiting_room::Number;
namespace command = waiting_room::command;

MoveOutcome offer(TestEngine& test, std::uint32_t name, std::uint32_t number) {
    return std::get<MoveOutcome>(
        test.act(command::OfferPlace{kEvent, Number{number}, guest_named(name), sha256("a code")}));
}

MoveOutcome take(TestEngine& test, std::uint32_t name) {
    return std::get<MoveOutcome>(
        test.act(command::TakePlace{kEvent, guest_named(name), sha256("a code")}));
}

}  // namespace

TEST(EngineMove, AnOfferWritesNothing) {
    TestEngine test;
    test.enter_all(2);
    const std::uint64_t rows = test.engine->journal().last_seq();
    EXPECT_EQ(offer(test, 1, 1).value(), Number{1});
    EXPECT_EQ(test.engine->journal().last_seq(), rows);
}

TEST(EngineMove, ATakenPlaceIsThereAfterAKill) {
    TestEngine test{1};
    test.enter_all(2);
    ASSERT_TRUE(offer(test, 1, 1) && take(test, 9));
    const std::string before = test.state();
    test.restart();
    EXPECT_EQ(test.state(), before);
    EXPECT_EQ(test.line().find(guest_named(9)), Number{1});
    EXPECT_FALSE(test.line().find(guest_named(1)));
    EXPECT_EQ(test.line().ledger().size(), 1U);
}

TEST(EngineMove, ATakenPlaceIsInTheSnapshot) {
    TestEngine test{1};
    test.enter_all(2);
    ASSERT_TRUE(offer(test, 1, 1) && take(test, 9));
    take_snapshot(test.storage());
    const auto snapshot = load_snapshot(test.storage());
    ASSERT_TRUE(snapshot);
    EXPECT_EQ(test::bytes_of(*snapshot->state), test.replayed());
    EXPECT_FALSE(snapshot->state->room().find(kEvent)->moved().belongs(Number{1}, guest_named(1)));
}

TEST(EngineMove, AKillEndsTheCodeAndNothingElse) {
    TestEngine test;
    test.enter_all(1);
    ASSERT_TRUE(offer(test, 1, 1));
    test.restart();
    EXPECT_EQ(take(test, 9).error(), MoveError::kCodeInvalid);
    EXPECT_EQ(test.line().find(guest_named(1)), Number{1});
    EXPECT_TRUE(offer(test, 1, 1) && take(test, 9));
}

TEST(EngineMove, AFullDiskMovesNothingAndEndsTheCode) {
    TestEngine test;
    test.enter_all(1);
    ASSERT_TRUE(offer(test, 1, 1));
    test.fill_disk();
    EXPECT_EQ(take(test, 9).error(), MoveError::kUnavailable);
    EXPECT_EQ(offer(test, 1, 1).error(), MoveError::kUnavailable);
    test.empty_disk();
    test.tick();
    EXPECT_EQ(test.line().find(guest_named(1)), Number{1});
    EXPECT_EQ(take(test, 9).error(), MoveError::kCodeInvalid);
    EXPECT_EQ(test.replayed(), test.state());
}

TEST(EngineMove, AFailedSyncLeavesItOpenWhetherThePlaceMoved) {
    TestEngine test;
    test.enter_all(1);
    ASSERT_TRUE(offer(test, 1, 1));
    test.disk.fail_next_sync();
    EXPECT_EQ(take(test, 9).error(), MoveError::kOutcomeUnknown);
}

TEST(EngineMove, TakingKeepsTheNewDevicePresent) {
    TestEngine test;
    test.enter_all(1);
    test.pass(179s);
    ASSERT_TRUE(offer(test, 1, 1) && take(test, 9));
    test.pass(5s);
    EXPECT_EQ(test.standing(1), waiting_room::Standing::kWaiting);
}

TEST(EngineMove, AnUnknownEventIsRefused) {
    TestEngine test;
    const command::TakePlace take{waiting_room::EventId{77}, guest_named(1), sha256("a code")};
    EXPECT_EQ(std::get<MoveOutcome>(test.act(take)).error(), MoveError::kUnknownEvent);
}

}  // namespace onsale::embedded
