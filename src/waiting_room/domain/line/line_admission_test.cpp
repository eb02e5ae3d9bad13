// Admission, claims, slots and the levers that affect them.
#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

using Names = std::vector<std::uint32_t>;

TestLine line_with_slots(std::uint32_t max_active, std::uint32_t guests) {
    TestLine line{test_settings(rules_with_slots(max_active))};
    line.enter_all(1, guests);
    return line;
}

// Guest 1 was admitted, did not claim, and is recorded as missed.
TestLine line_after_a_missed_claim() {
    TestLine line = line_with_slots(1, 3);
    line.pass(119s);
    line.seen(2);
    line.seen(3);
    line.pass(1s);
    return line;
}

}  // namespace

TEST(Line, AGuestIsLetInAtOnceWhenASlotIsFree) {
    TestLine line = line_with_slots(1, 1);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    EXPECT_EQ(line.answer(1).status, QueueStatus::kAdmitted);
    EXPECT_EQ(line.answer(1).admission_deadline, kOpensAt + 600s);
    EXPECT_EQ(line.answer(1).keep_until, kOpensAt + 120s);
}

TEST(Line, NobodyIsLetInAboveTheLimit) {
    TestLine line = line_with_slots(2, 5);
    EXPECT_EQ(line.let_in(), (Names{1, 2}));
    line.pass(1s);
    EXPECT_EQ(line.line().ledger().size(), 2u);
    EXPECT_EQ(line.position(3), 1u);
}

TEST(Line, FreedSlotGoesToTheNextAtOnce) {
    TestLine line = line_with_slots(1, 3);
    ASSERT_TRUE(line.complete(1));
    EXPECT_EQ(line.let_in(), (Names{1, 2}));
    ASSERT_TRUE(line.leave(2));
    EXPECT_EQ(line.let_in(), (Names{1, 2, 3}));
    EXPECT_EQ(line.now(), kOpensAt);
}

TEST(Line, ImmediateAdmissionsDrawFromTheSameBucket) {
    LineRules rules = rules_with_slots(100);
    rules.admit_per_second = 2;
    TestLine line{test_settings(rules)};
    line.enter_all(1, 5);
    EXPECT_EQ(line.let_in(), (Names{1, 2}));
    line.pass(499ms);
    EXPECT_EQ(line.let_in().size(), 2u);
    line.pass(1ms);
    EXPECT_EQ(line.let_in(), (Names{1, 2, 3}));
    line.pass(10s);
    EXPECT_EQ(line.let_in(), (Names{1, 2, 3, 4, 5}));
}

TEST(Line, RaisingTheLimitLetsTheNextIn) {
    TestLine line = line_with_slots(1, 3);
    line.limit(3);
    EXPECT_EQ(line.let_in(), (Names{1, 2, 3}));
}

TEST(Line, LoweringTheLimitThrowsNobodyOut) {
    TestLine line = line_with_slots(3, 5);
    line.limit(1);
    EXPECT_EQ(line.line().ledger().size(), 3u);
    ASSERT_TRUE(line.complete(1));
    ASSERT_TRUE(line.complete(2));
    EXPECT_EQ(line.let_in().size(), 3u);
    ASSERT_TRUE(line.complete(3));
    EXPECT_EQ(line.let_in(), (Names{1, 2, 3, 4}));
}

TEST(Line, AnUnclaimedAdmissionIsMissedAfter120Seconds) {
    TestLine line = line_with_slots(1, 1);
    line.pass(119'999ms);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kMissed);
    EXPECT_EQ(line.line().ledger().size(), 0u);
}

TEST(Line, AMissedClaimGivesTheSlotToTheNext) {
    const TestLine line = line_after_a_missed_claim();
    EXPECT_EQ(line.let_in(), (Names{1, 2}));
}

TEST(Line, MissedClaimIsRecalledOnceAheadOfTheLine) {
    TestLine line = line_after_a_missed_claim();
    line.seen(1);
    EXPECT_EQ(line.standing(1), Standing::kRecalled);
    EXPECT_EQ(line.position(1), 1u);
    EXPECT_EQ(line.position(3), 1u);  // A recalled guest does not count in any position.
    ASSERT_TRUE(line.complete(2));
    EXPECT_EQ(line.let_in(), (Names{1, 2, 1}));
}

TEST(Line, AGuestWhoMissedAClaimIsNotLetInBeforeASignOfLife) {
    TestLine line = line_after_a_missed_claim();
    ASSERT_TRUE(line.complete(2));
    EXPECT_EQ(line.let_in(), (Names{1, 2, 3}));
}

TEST(Line, EnteringAgainAlsoRecalls) {
    TestLine line = line_after_a_missed_claim();
    EXPECT_EQ(line.enter(1).value(), Number{1});
    EXPECT_EQ(line.standing(1), Standing::kRecalled);
}

TEST(Line, TheRecalledAreLetInInTheOrderTheyCameBack) {
    TestLine line = line_with_slots(2, 2);
    line.pass(120s);
    line.limit(0);
    line.seen(2);
    line.seen(1);
    static_cast<void>(line.enter(3));
    line.limit(3);
    EXPECT_EQ(line.let_in(), (Names{1, 2, 2, 1, 3}));
}

TEST(Line, MissedTwiceLosesThePlace) {
    TestLine line = line_with_slots(1, 1);
    line.pass(120s);
    line.seen(1);
    EXPECT_EQ(line.let_in(), (Names{1, 1}));
    line.pass(119'999ms);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kEndedSilent);
    EXPECT_EQ(line.answer(1).reason, EndReason::kSilent);
}

TEST(Line, AMissedGuestIsForgottenAfter30MinutesSinceLastSeen) {
    TestLine line = line_with_slots(1, 1);
    line.pass(120s);
    line.pass(30min - 120s - 1ms);
    EXPECT_EQ(line.standing(1), Standing::kMissed);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kEndedSilent);
}

TEST(Line, ARecalledGuestWhoFallsSilentWaitsForTheNextSignOfLife) {
    TestLine line = line_after_a_missed_claim();
    ASSERT_TRUE(line.claim(2));
    line.seen(1);
    line.pass(179s);
    line.seen(2);
    line.pass(1s);
    EXPECT_EQ(line.standing(1), Standing::kMissed);
    line.seen(1);
    ASSERT_TRUE(line.complete(2));
    EXPECT_EQ(line.let_in(), (Names{1, 2, 1}));
}

TEST(Line, AClaimedAdmissionLastsUntilItsDeadline) {
    TestLine line = line_with_slots(1, 1);
    line.pass(100s);
    ASSERT_TRUE(line.claim(1));
    for (int minute = 0; minute < 8; ++minute) {
        line.pass(1min);
        line.seen(1);
    }
    line.pass(19'999ms);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kEndedAdmission);
    EXPECT_EQ(line.answer(1).reason, EndReason::kAdmissionEnded);
}

TEST(Line, SilenceOf180SecondsEndsAClaimedAdmission) {
    TestLine line = line_with_slots(1, 1);
    ASSERT_TRUE(line.claim(1));
    line.pass(100s);
    line.seen(1);
    line.pass(179'999ms);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kEndedAdmission);
}

TEST(Line, TheClaimItselfIsASignOfLife) {
    TestLine line = line_with_slots(1, 1);
    line.pass(119s);
    ASSERT_TRUE(line.claim(1));
    line.pass(179s);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
}

TEST(Line, ClaimingTwiceIsHarmless) {
    TestLine line = line_with_slots(1, 1);
    ASSERT_TRUE(line.claim(1));
    const std::size_t facts = line.facts().size();
    ASSERT_TRUE(line.claim(1));
    EXPECT_EQ(line.facts().size(), facts);
}

TEST(Line, TheFirstAdmissionCannotBeClaimedAfterARecall) {
    TestLine line = line_with_slots(1, 1);
    const AdmissionId first = line.admission(1);
    line.pass(120s);
    EXPECT_EQ(line.claim(first).error(), PlaceError::kNotAdmitted);
    line.seen(1);
    EXPECT_EQ(line.claim(first).error(), PlaceError::kNotAdmitted);
    EXPECT_TRUE(line.claim(line.admission(1)));
}

TEST(Line, CompletingTwiceIsHarmless) {
    TestLine line = line_with_slots(1, 1);
    const AdmissionId admission = line.admission(1);
    EXPECT_TRUE(line.complete(admission));
    EXPECT_TRUE(line.complete(admission));
    EXPECT_EQ(line.answer(1).reason, EndReason::kCompleted);
    EXPECT_EQ(line.complete(admission_id(Number{9}, 1)).error(), PlaceError::kNotAdmitted);
}

TEST(Line, WithClaimsOffOnlyTheDeadlineEndsAnAdmission) {
    LineRules rules = rules_with_slots(1);
    rules.claim_within = 0s;
    TestLine line{test_settings(rules)};
    line.enter_all(1, 1);
    EXPECT_TRUE(line.answer(1).claimed);
    line.pass(599'999ms);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kEndedAdmission);
}

TEST(Line, StoppedAdmissionLetsNobodyInUntilUndone) {
    TestLine line = line_with_slots(1, 2);
    line.stop_admission(true);
    ASSERT_TRUE(line.complete(1));
    EXPECT_EQ(line.let_in(), Names{1});
    line.stop_admission(false);
    EXPECT_EQ(line.let_in(), (Names{1, 2}));
}

TEST(Line, StoppedJoinsRefuseNewGuestsOnly) {
    TestLine line = line_with_slots(0, 1);
    line.stop_joins(true);
    EXPECT_EQ(line.enter(2).error(), EnterError::kJoinsStopped);
    EXPECT_EQ(line.enter(1).value(), Number{1});
    line.stop_joins(false);
    EXPECT_TRUE(line.enter(2));
}

TEST(Line, APausedSaleTakesGuestsAndLetsNobodyIn) {
    TestLine line = line_with_slots(1, 0);
    ASSERT_TRUE(line.change(command::LifecycleAction::kPause));
    EXPECT_TRUE(line.enter(1));
    EXPECT_EQ(line.answer(1).status, QueueStatus::kPaused);
    EXPECT_TRUE(line.let_in().empty());
    ASSERT_TRUE(line.change(command::LifecycleAction::kResume));
    EXPECT_EQ(line.let_in(), Names{1});
}

TEST(Line, FrozenDeadlinesDoNotPass) {
    TestLine line = line_with_slots(1, 3);
    ASSERT_TRUE(line.leave(3));
    line.pass(59'999ms);
    line.freeze(true);
    line.pass(10h);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    EXPECT_EQ(line.standing(2), Standing::kWaiting);
    EXPECT_EQ(line.standing(3), Standing::kLeaving);
    line.freeze(false);
    line.pass(1ms);
    EXPECT_EQ(line.standing(3), Standing::kEndedLeft);
    line.pass(59'999ms);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kMissed);
}

TEST(Line, AnAdmissionMadeWhileFrozenHasItsWholeTimeAfterwards) {
    TestLine line = line_with_slots(1, 0);
    line.freeze(true);
    line.pass(5min);
    static_cast<void>(line.enter(1));
    line.pass(5min);
    line.freeze(false);
    line.pass(119'999ms);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kMissed);
}

TEST(Line, AddedMinutesMoveEveryDeadline) {
    TestLine line = line_with_slots(1, 2);
    ASSERT_TRUE(line.leave(2));
    line.extend(5min);
    EXPECT_EQ(line.answer(1).admission_deadline, kOpensAt + 600s + 5min);
    line.pass(5min + 59'999ms);
    EXPECT_EQ(line.standing(2), Standing::kLeaving);
    line.pass(1ms);
    EXPECT_EQ(line.standing(2), Standing::kEndedLeft);
    line.pass(59'999ms);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kMissed);
}

TEST(Line, DowntimeCostsNobodyAnAdmission) {
    TestLine line = line_with_slots(2, 2);
    ASSERT_TRUE(line.claim(2));
    line.pass(119s);
    line.resume_after(15min);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    EXPECT_EQ(line.answer(2).admission_deadline, kOpensAt + 600s + 15min);
    line.pass(1s);
    EXPECT_EQ(line.standing(1), Standing::kMissed);
}

TEST(Line, DowntimeWhileFrozenIsNotCountedTwice) {
    TestLine line = line_with_slots(1, 1);
    line.pass(100s);
    line.freeze(true);
    line.resume_after(15min);
    line.freeze(false);
    line.pass(19'999ms);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    line.pass(1ms);
    EXPECT_EQ(line.standing(1), Standing::kMissed);
}

TEST(Line, NewRulesAreForNewAdmissions) {
    TestLine line = line_with_slots(1, 1);
    EventSettings settings = line.line().settings();
    settings.rules.admission_ttl = 60s;
    settings.rules.claim_within = 30s;
    ASSERT_TRUE(line.edit(settings));
    line.pass(119s);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    static_cast<void>(line.enter(2));
    line.pass(1s);
    EXPECT_EQ(line.answer(2).admission_deadline, line.now() + 60s);
}

}  // namespace onsale::waiting_room
