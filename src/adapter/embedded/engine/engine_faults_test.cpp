// A disk that is full, fails or is damaged: commands are rejected with the right error, and damage
// is named.
#include <gtest/gtest.h>

#include "tests/support/test_engine.hpp"

namespace onsale::embedded {
namespace {

using test::guest_named;
using test::kDatabasePath;
using test::kEvent;
using test::kWalFrame;
using test::kWalHeader;
using test::kWalPath;
using test::TestEngine;
using waiting_room::EnterError;
using waiting_room::OperatorError;
using waiting_room::OperatorOutcome;
namespace command = waiting_room::command;

TEST(EngineFaults, AFullDiskRefusesAsCertainlyNotDone) {
    TestEngine test;
    test.fill_disk();
    EXPECT_EQ(test.enter(1).error(), EnterError::kUnavailable);
    EXPECT_EQ(test.engine->health(), Health::kDiskFull);
}

TEST(EngineFaults, AFullDiskLeavesTheStateOfTheJournal) {
    TestEngine test;
    (void)test.enter(1);
    const std::string before = test.state();
    test.fill_disk();
    (void)test.enter(2);
    EXPECT_EQ(test.state(), before);
    EXPECT_EQ(test.replayed(), before);
}

TEST(EngineFaults, SpaceBringsTheEngineBackWithTheNextTick) {
    TestEngine test;
    test.fill_disk();
    (void)test.enter(1);
    test.empty_disk();
    test.tick();
    EXPECT_EQ(test.enter(1).value(), waiting_room::Number{1});
    EXPECT_EQ(test.replayed(), test.state());
}

TEST(EngineFaults, AFailedSyncAnswersThatTheOutcomeIsUnknown) {
    TestEngine test;
    test.disk.fail_next_sync();
    EXPECT_EQ(test.enter(1).error(), EnterError::kOutcomeUnknown);
    EXPECT_EQ(test.engine->health(), Health::kFailed);
}

TEST(EngineFaults, AfterAFailedSyncEverythingIsRefused) {
    TestEngine test;
    test.disk.fail_next_sync();
    (void)test.enter(1);
    EXPECT_EQ(test.enter(2).error(), EnterError::kOutcomeUnknown);
    const auto check = test.act(command::CheckEligibility{kEvent, guest_named(1), {}, {}});
    EXPECT_EQ(std::get<waiting_room::EligibilityOutcome>(check).error(),
              EnterError::kOutcomeUnknown);
    const auto operated = test.act(command::FreezeDeadlines{kEvent, true});
    EXPECT_EQ(std::get<OperatorOutcome>(operated).error().error, OperatorError::kOutcomeUnknown);
}

TEST(EngineFaults, ARestartAfterAFailedSyncReadsTheTruthAndWritesAgain) {
    TestEngine test;
    test.disk.fail_next_sync();
    (void)test.enter(1);
    test.restart();
    EXPECT_TRUE(test.enter(2).has_value());
    EXPECT_EQ(test.replayed(), test.state());
}

// The kernel marks a page whose sync failed as clean, so no later sync would write it again.
TEST(EngineFaults, APowerLossAfterThatRestartLosesNothing) {
    for (std::uint64_t luck = 0; luck < 20; ++luck) {
        TestEngine test;
        test.disk.fail_next_sync();
        (void)test.enter(1);
        test.restart();
        (void)test.enter(2);
        const std::string before = test.state();
        test.disk.crash(luck);
        test.engine.reset();
        ASSERT_EQ(test.refusal_to_start(), "") << luck;
        EXPECT_EQ(test.state(), before) << luck;
    }
}

TEST(EngineFaults, ASyncThatFailsWhileLookingForSpaceEndsWriting) {
    TestEngine test;
    test.fill_disk();
    (void)test.enter(1);
    test.empty_disk();
    test.disk.fail_next_sync();
    test.tick();
    EXPECT_EQ(test.engine->health(), Health::kFailed);
}

TEST(EngineFaults, AFlippedBitInTheMiddleOfTheLogStopsTheStartAndNamesFrameAndByte) {
    TestEngine test;
    test.enter_all(20);
    const std::size_t frame = test.log_frames() / 2;
    const std::size_t offset = kWalHeader + (frame - 1) * kWalFrame;
    test.kill();
    test.disk.flip_bit(kWalPath, offset + 2000);
    const std::string refusal = test.refusal_to_start();
    EXPECT_NE(refusal.find("frame " + std::to_string(frame)), refusal.npos) << refusal;
    EXPECT_NE(refusal.find("byte " + std::to_string(offset)), refusal.npos) << refusal;
}

TEST(EngineFaults, AFlippedBitInTheLastCommitIsFoundByTheMark) {
    TestEngine test;
    test.enter_all(5);
    const std::uint64_t rows = test.engine->journal().last_seq();
    const std::size_t end = kWalHeader + test.log_frames() * kWalFrame;
    test.kill();
    test.disk.flip_bit(kWalPath, end - 100);
    const std::string refusal = test.refusal_to_start();
    EXPECT_NE(refusal.find("row " + std::to_string(rows) + " was committed"), refusal.npos)
        << refusal;
}

TEST(EngineFaults, AFlippedBitInTheLogsHeaderIsFoundByTheMark) {
    TestEngine test;
    test.enter_all(5);
    test.kill();
    test.disk.flip_bit(kWalPath, 20);
    EXPECT_NE(test.refusal_to_start().find("was committed"), std::string::npos);
}

TEST(EngineFaults, ATornEndStarts) {
    TestEngine test;
    test.enter_all(5);
    const std::string before = test.state();
    test.disk.crash_after_ops(3);
    (void)test.enter(6);
    test.disk.crash(1);
    test.engine.reset();
    EXPECT_EQ(test.refusal_to_start(), "");
    EXPECT_EQ(test.state(), before);
}

TEST(EngineFaults, AFlippedBitInTheMiddleOfTheFileStopsTheStartAndNamesTheRow) {
    TestEngine test;
    test.enter_all(60);
    // A row's facts are found in the file by the guest that they contain.
    const GuestId guest = guest_named(30);
    // A clean shutdown leaves everything in the file.
    test.engine.reset();
    const std::string file = test.disk.read(kDatabasePath);
    const std::size_t at =
        file.find(std::string_view{reinterpret_cast<const char*>(guest.bytes.data()), 16});
    ASSERT_NE(at, file.npos);
    test.disk.flip_bit(kDatabasePath, at + 5);
    const std::string refusal = test.refusal_to_start();
    // Row 1 creates and opens the event.
    EXPECT_NE(refusal.find("journal row 31 is missing or damaged"), refusal.npos) << refusal;
}

TEST(EngineFaults, AMissingMarkStartsAllTheSame) {
    TestEngine test;
    test.enter_all(3);
    const std::string before = test.state();
    test.kill();
    test.disk.cut("data/mark", 0);
    EXPECT_EQ(test.refusal_to_start(), "");
    EXPECT_EQ(test.state(), before);
}

}  // namespace
}  // namespace onsale::embedded
