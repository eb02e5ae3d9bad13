// Silence, leaving and re-entry: who keeps a place, and for how long.
#include "waiting_room/domain/line/line_rules.hpp"

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

using Names = std::vector<std::uint32_t>;

// No guest is admitted until the test raises the limit.
TestLine waiting_line(std::uint32_t guests) {
    TestLine line{test_settings(rules_with_slots(0))};
    line.enter_all(1, guests);
    return line;
}

}  // namespace

TEST(Line, NumbersFollowTheOrderOfArrival) {
    TestLine line{test_settings(rules_with_slots(0))};
    EXPECT_EQ(line.enter(11).value(), Number{1});
    EXPECT_EQ(line.enter(12).value(), Number{2});
    EXPECT_EQ(line.position(11), 1u);
    EXPECT_EQ(line.position(12), 2u);
}

TEST(Line, EnteringAgainGivesTheSamePlace) {
    TestLine line = waiting_line(3);
    line.pass(1min);
    EXPECT_EQ(line.enter(2).value(), Number{2});
    EXPECT_EQ(line.line().book().issued_count(), 3u);
    EXPECT_EQ(line.position(2), 2u);
}

TEST(Line, ANumberIsNeverReused) {
    TestLine line = waiting_line(2);
    ASSERT_TRUE(line.leave(2));
    line.pass(60s);
    EXPECT_EQ(line.enter(2).value(), Number{3});
    EXPECT_EQ(line.view().answer(Number{2}, line.now()).reason, EndReason::kLeft);
}

TEST(Line, AFullLineRefusesNewGuestsButNotItsOwn) {
    LineRules rules = rules_with_slots(0);
    rules.line_max = 2;
    TestLine line{test_settings(rules)};
    line.enter_all(1, 2);
    EXPECT_EQ(line.enter(3).error(), EnterError::kLineFull);
    EXPECT_EQ(line.enter(1).value(), Number{1});
}

TEST(Line, SilentGuestGoesAwayAfter180Seconds) {
    TestLine line = waiting_line(1);
    line.pass(179'999ms);
    EXPECT_EQ(line.standing(1), Standing::kWaiting);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kAway);
}

TEST(Line, AGuestSeenInTheMiddleOfASecondIsNotAwayEarly) {
    TestLine line = waiting_line(0);
    line.pass(999ms);
    static_cast<void>(line.enter(1));
    line.pass(179'999ms);
    EXPECT_EQ(line.standing(1), Standing::kWaiting);
    line.pass(1s);
    EXPECT_EQ(line.standing(1), Standing::kAway);
}

TEST(Line, ASignOfLifeStartsTheSilenceAnew) {
    TestLine line = waiting_line(1);
    line.pass(179s);
    line.seen(1);
    line.pass(179'999ms);
    EXPECT_EQ(line.standing(1), Standing::kWaiting);
}

TEST(Line, AwayGuestKeepsThePlaceAndCountsInPositions) {
    TestLine line = waiting_line(3);
    line.pass(179s);
    line.seen(3);
    line.pass(1s);
    EXPECT_EQ(line.standing(1), Standing::kAway);
    EXPECT_EQ(line.position(1), 1u);
    EXPECT_EQ(line.position(3), 3u);
}

TEST(Line, AwayGuestIsSkippedAndNextWhenBack) {
    TestLine line = waiting_line(3);
    line.pass(179s);
    line.seen(2);
    line.seen(3);
    line.pass(1s);
    line.limit(1);
    EXPECT_EQ(line.let_in(), Names{2});
    line.seen(1);
    ASSERT_TRUE(line.complete(2));
    EXPECT_EQ(line.let_in(), (Names{2, 1}));
}

TEST(Line, AwayGuestWhoEntersAgainIsBackAtThePlace) {
    TestLine line = waiting_line(2);
    line.pass(180s);
    EXPECT_EQ(line.enter(1).value(), Number{1});
    EXPECT_EQ(line.standing(1), Standing::kWaiting);
    EXPECT_EQ(line.position(1), 1u);
}

TEST(Line, SilentGuestIsForgottenAfter30MinutesSinceLastSeen) {
    TestLine line = waiting_line(1);
    line.pass(180s);
    line.pass(30min - 180s - 1ms);
    EXPECT_EQ(line.standing(1), Standing::kAway);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kEndedSilent);
    EXPECT_EQ(line.answer(1).reason, EndReason::kSilent);
}

TEST(Line, ThePlaceIsSafeUntilTheKeepUntilOfTheLastAnswer) {
    TestLine line = waiting_line(0);
    line.pass(1ms);
    static_cast<void>(line.enter(1));
    const Instant keep_until = line.answer(1).keep_until;
    EXPECT_EQ(keep_until, line.now() + 30min);
    line.pass(keep_until - line.now() - 1ms);
    EXPECT_FALSE(has_ended(line.standing(1)));
}

TEST(Line, AForgottenGuestEntersAtTheEnd) {
    TestLine line = waiting_line(1);
    line.pass(30min);
    static_cast<void>(line.enter(2));
    EXPECT_EQ(line.enter(1).value(), Number{3});
    EXPECT_EQ(line.position(1), 2u);
}

TEST(Line, LeavingKeepsThePlaceFor60Seconds) {
    TestLine line = waiting_line(2);
    ASSERT_TRUE(line.leave(1));
    line.pass(59'999ms);
    EXPECT_EQ(line.standing(1), Standing::kLeaving);
    EXPECT_EQ(line.position(2), 2u);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kEndedLeft);
    EXPECT_EQ(line.position(2), 1u);
}

TEST(Line, EnteringWithin60SecondsUndoesTheLeave) {
    TestLine line = waiting_line(2);
    ASSERT_TRUE(line.leave(1));
    line.pass(59'999ms);
    EXPECT_EQ(line.enter(1).value(), Number{1});
    line.pass(1min);
    EXPECT_EQ(line.standing(1), Standing::kWaiting);
    EXPECT_EQ(line.position(1), 1u);
}

TEST(Line, APollDoesNotUndoALeave) {
    TestLine line = waiting_line(1);
    ASSERT_TRUE(line.leave(1));
    line.pass(30s);
    line.seen(1);
    line.pass(30s);
    EXPECT_EQ(line.standing(1), Standing::kEndedLeft);
}

TEST(Line, LeavingTwiceDoesNotProlongTheMinute) {
    TestLine line = waiting_line(1);
    ASSERT_TRUE(line.leave(1));
    line.pass(30s);
    ASSERT_TRUE(line.leave(1));
    line.pass(30s);
    EXPECT_EQ(line.standing(1), Standing::kEndedLeft);
}

TEST(Line, ALeavingGuestIsNotAdmitted) {
    TestLine line = waiting_line(2);
    ASSERT_TRUE(line.leave(1));
    line.limit(1);
    EXPECT_EQ(line.let_in(), Names{2});
}

TEST(Line, AnAwayGuestMayLeaveAndComeBack) {
    TestLine line = waiting_line(1);
    line.pass(180s);
    ASSERT_TRUE(line.leave(1));
    EXPECT_EQ(line.standing(1), Standing::kLeaving);
    static_cast<void>(line.enter(1));
    EXPECT_EQ(line.standing(1), Standing::kWaiting);
}

TEST(Line, LeavingWithoutAPlaceIsRefused) {
    TestLine line = waiting_line(1);
    EXPECT_EQ(line.leave(99).error(), PlaceError::kNoPlace);
    ASSERT_TRUE(line.leave(1));
    line.pass(60s);
    EXPECT_EQ(line.leave(1).error(), PlaceError::kNoPlace);
}

TEST(Line, RevokingEndsThePlaceWherever) {
    TestLine line = waiting_line(3);
    line.limit(1);
    ASSERT_TRUE(line.revoke(1));
    ASSERT_TRUE(line.revoke(3));
    EXPECT_EQ(line.standing(1), Standing::kEndedRevoked);
    EXPECT_EQ(line.answer(3).reason, EndReason::kRevoked);
    EXPECT_EQ(line.let_in(), (Names{1, 2}));
    EXPECT_EQ(line.revoke(3).error(), PlaceError::kNoPlace);
}

TEST(Line, ARevokedGuestMayEnterAgainAtTheEndUnlessBarred) {
    TestLine line = waiting_line(2);
    ASSERT_TRUE(line.revoke(1));
    EXPECT_EQ(line.enter(1).value(), Number{3});
    ASSERT_TRUE(line.revoke(1, true));
    EXPECT_EQ(line.enter(1).error(), EnterError::kBarred);
}

TEST(Line, AGuestWhoNeverCameCanBeBarred) {
    TestLine line = waiting_line(0);
    ASSERT_TRUE(line.revoke(5, true));
    ASSERT_TRUE(line.revoke(5, true));
    EXPECT_EQ(line.enter(5).error(), EnterError::kBarred);
}

TEST(Line, PositionNeverRises) {
    TestLine line = waiting_line(6);
    ASSERT_TRUE(line.leave(2));
    EXPECT_EQ(line.position(6), 6u);
    static_cast<void>(line.enter(2));
    EXPECT_EQ(line.position(6), 6u);
    ASSERT_TRUE(line.revoke(3));
    EXPECT_EQ(line.position(6), 5u);
    line.pass(180s);
    EXPECT_EQ(line.position(6), 5u);
    line.enter_all(1, 6);
    EXPECT_EQ(line.position(6), 5u);
    line.limit(1);
    EXPECT_EQ(line.position(6), 4u);
    // Guest 1 did not claim and comes back ahead of all; it counts in no position.
    line.pass(120s);
    line.seen(1);
    EXPECT_EQ(line.position(6), 3u);
}

TEST(Line, AnEventThatIsNotOpenTakesNobody) {
    TestLine draft{test_settings(), kOpensAt - 2h};
    EXPECT_EQ(draft.enter(1).error(), EnterError::kNotOpenYet);
    TestLine closed;
    ASSERT_TRUE(closed.change(command::LifecycleAction::kClose));
    EXPECT_EQ(closed.enter(1).error(), EnterError::kClosed);
}

TEST(Line, TheEndOfTheEventIsToldToWhoStillWaits) {
    TestLine line = waiting_line(1);
    ASSERT_TRUE(line.change(command::LifecycleAction::kClose));
    EXPECT_EQ(line.answer(1).status, QueueStatus::kClosed);
    line.limit(1);
    EXPECT_TRUE(line.let_in().empty());
}

TEST(Line, DowntimeCostsNobodyAPlace) {
    TestLine line = waiting_line(1);
    line.pass(180s);
    ASSERT_TRUE(line.enter(2));
    ASSERT_TRUE(line.leave(2));
    line.pass(59s);
    line.resume_after(45min);
    EXPECT_EQ(line.standing(1), Standing::kAway);
    EXPECT_EQ(line.standing(2), Standing::kLeaving);
    line.pass(1s);
    EXPECT_EQ(line.standing(2), Standing::kEndedLeft);
}

TEST(Line, MemoryOfEndedGuestsIsGivenBack) {
    TestLine line{test_settings(rules_with_slots(0))};
    FactBodies joins;
    for (std::uint32_t name = 1; name <= 4200; ++name)
        joins.push_back(fact::Joined{test_guest(name)});
    line.apply(joins);
    FactBodies ends;
    for (std::uint32_t number = 1; number < 4096; ++number)
        ends.push_back(fact::PlaceEnded{Number{number}, EndReason::kSilent});
    line.apply(ends);
    EXPECT_FALSE(line.line().chunk_in_use(0));
    EXPECT_TRUE(line.line().chunk_in_use(1));
    EXPECT_EQ(line.line().find(test_guest(4096)), Number{4096});
    EXPECT_EQ(line.line().find(test_guest(4095)), std::nullopt);
}

}  // namespace onsale::waiting_room
