#include "adapter/embedded/journal/deadline_moves.hpp"

#include <gtest/gtest.h>

#include "tests/support/test_engine.hpp"

namespace onsale::embedded {
namespace {

using namespace std::chrono_literals;
using test::kEvent;
using test::TestEngine;
using waiting_room::command::MoveDeadlines;

TEST(DeadlineMoves, AreThoseOfTheEventAfterTheRow) {
    TestEngine test;
    test.act(MoveDeadlines{kEvent, 5min});
    const std::uint64_t first = test.engine->journal().last_seq();
    test.act(MoveDeadlines{kEvent, 7min});
    const std::uint64_t second = test.engine->journal().last_seq();
    const auto all = read_deadline_moves(test.storage(), kEvent, first - 1);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].seq, first);
    EXPECT_EQ(all[0].by, 5min);
    EXPECT_EQ(all[1].seq, second);
    EXPECT_EQ(read_deadline_moves(test.storage(), kEvent, first).size(), 1U);
    EXPECT_TRUE(read_deadline_moves(test.storage(), waiting_room::EventId{99}, 0).empty());
}

TEST(DeadlineMoves, TheTimeInWhichNobodyWasServedIsOne) {
    TestEngine test;
    const std::uint64_t before = test.engine->journal().last_seq();
    test.restart(90s);
    const auto moves = read_deadline_moves(test.storage(), kEvent, before);
    ASSERT_EQ(moves.size(), 1U);
    EXPECT_TRUE(moves[0].was_down);
    EXPECT_EQ(moves[0].by, 90s);
}

}  // namespace
}  // namespace onsale::embedded
