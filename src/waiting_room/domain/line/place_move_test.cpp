// Moving to another device: what moves with the place, who may take it, and how often.
#include "waiting_room/domain/line/place_move.hpp"

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

// Guests 1 to 3. Guest 1 is admitted if there is a slot.
TestLine line_with_slots(std::uint32_t slots) {
    TestLine line{test_settings(rules_with_slots(slots))};
    line.enter_all(1, 3);
    return line;
}

QueueStatus told(const TestLine& line, std::uint32_t name, Number number) {
    return line.view().answer_to(test_guest(name), number, line.now()).status;
}

}  // namespace

TEST(PlaceMove, TheNumberAndThePositionGoAlong) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.offer(2, 1));
    EXPECT_EQ(line.take(9, 1).value(), Number{2});
    EXPECT_EQ(line.position(9), 2u);
    EXPECT_EQ(line.line().book().issued_count(), 3u);
}

TEST(PlaceMove, TheOldDeviceHasNoPlaceAndIsToldSo) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.offer(2, 1) && line.take(9, 1));
    EXPECT_FALSE(line.line().find(test_guest(2)));
    EXPECT_EQ(told(line, 2, Number{2}), QueueStatus::kMoved);
    EXPECT_EQ(told(line, 9, Number{2}), QueueStatus::kWaiting);
}

TEST(PlaceMove, TheOldDeviceIsToldSoAlsoAfterThePlaceHasEnded) {
    TestLine line = line_with_slots(1);
    ASSERT_TRUE(line.offer(1, 1) && line.take(9, 1) && line.complete(9));
    EXPECT_EQ(told(line, 1, Number{1}), QueueStatus::kMoved);
    EXPECT_EQ(told(line, 9, Number{1}), QueueStatus::kExpired);
}

TEST(PlaceMove, AnAdmissionGoesAlongWithItsDeadlinesAndItsSlot) {
    TestLine line = line_with_slots(1);
    const Admission before = *line.line().ledger().find(Number{1});
    line.pass(30s);
    ASSERT_TRUE(line.offer(1, 1) && line.take(9, 1));
    EXPECT_EQ(*line.line().ledger().find(Number{1}), before);
    EXPECT_EQ(line.line().ledger().size(), 1u);
    EXPECT_EQ(line.let_in(), std::vector<std::uint32_t>{1});
    EXPECT_TRUE(line.claim(9));
}

TEST(PlaceMove, TheOldDeviceCanNeitherLeaveNorClaimNorOffer) {
    TestLine line = line_with_slots(1);
    const AdmissionId admission = line.admission(1);
    ASSERT_TRUE(line.offer(1, 1) && line.take(9, 1));
    const GuestId old = test_guest(1);
    EXPECT_EQ(decide(line.line(), command::Leave{{}, Number{1}, old}).outcome.error(),
              PlaceError::kMoved);
    EXPECT_EQ(decide(line.line(), command::Claim{{}, admission, old}).outcome.error(),
              PlaceError::kNotAdmitted);
    MoveOffers offers;
    const command::OfferPlace offer{{}, Number{1}, old, TestLine::test_code(2)};
    EXPECT_EQ(offer_place(line.line(), offers, offer, line.now()).error(), MoveError::kMoved);
}

TEST(PlaceMove, TheOldDeviceMayJoinAgainAtTheEnd) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.offer(1, 1) && line.take(9, 1));
    EXPECT_EQ(line.enter(1).value(), Number{4});
    EXPECT_EQ(told(line, 1, Number{4}), QueueStatus::kWaiting);
}

TEST(PlaceMove, OfTwoTakersOneGetsThePlace) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.offer(2, 1));
    EXPECT_TRUE(line.take(8, 1));
    EXPECT_EQ(line.take(9, 1).error(), MoveError::kCodeInvalid);
    EXPECT_EQ(line.line().find(test_guest(8)), Number{2});
    EXPECT_FALSE(line.line().find(test_guest(9)));
}

TEST(PlaceMove, TheTakerMayAskAgain) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.offer(2, 1) && line.take(9, 1));
    const std::size_t facts = line.facts().size();
    EXPECT_EQ(line.take(9, 1).value(), Number{2});
    EXPECT_EQ(line.facts().size(), facts);
}

TEST(PlaceMove, ATakenCodeDoesNotBringBackAPlaceThatHasMovedOn) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.offer(2, 1) && line.take(8, 1));
    ASSERT_TRUE(line.offer(8, 2) && line.take(9, 2));
    EXPECT_EQ(line.take(8, 1).error(), MoveError::kCodeInvalid);
    EXPECT_EQ(line.line().find(test_guest(9)), Number{2});
}

TEST(PlaceMove, ACodeLivesForSixtySeconds) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.offer(1, 1) && line.offer(2, 2));
    line.pass(59'999ms);
    EXPECT_TRUE(line.take(8, 1));
    line.pass(1ms);
    EXPECT_EQ(line.take(9, 2).error(), MoveError::kCodeInvalid);
}

TEST(PlaceMove, FrozenDeadlinesDoNotProlongACode) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.offer(2, 1));
    line.freeze(true);
    line.pass(60s);
    EXPECT_EQ(line.take(9, 1).error(), MoveError::kCodeInvalid);
}

TEST(PlaceMove, ANewCodeEndsTheOneBefore) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.offer(2, 1) && line.offer(2, 2));
    EXPECT_EQ(line.take(9, 1).error(), MoveError::kCodeInvalid);
    EXPECT_EQ(line.take(9, 2).value(), Number{2});
}

TEST(PlaceMove, ACodeThatWasNeverGivenIsRefused) {
    TestLine line = line_with_slots(0);
    EXPECT_EQ(line.take(9, 1).error(), MoveError::kCodeInvalid);
}

TEST(PlaceMove, AGuestWithAPlaceCannotTakeAnotherAndSpendsNoCode) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.offer(2, 1));
    EXPECT_EQ(line.take(3, 1).error(), MoveError::kHasPlace);
    EXPECT_EQ(line.take(2, 1).error(), MoveError::kHasPlace);
    EXPECT_TRUE(line.take(9, 1));
}

TEST(PlaceMove, ALeavingGuestMayTakeAnotherAndHasLeftForGood) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.leave(3) && line.offer(1, 1));
    EXPECT_EQ(line.take(3, 1).value(), Number{1});
    EXPECT_EQ(line.line().book().standing(Number{3}), Standing::kEndedLeft);
    EXPECT_EQ(line.line().find(test_guest(3)), Number{1});
}

TEST(PlaceMove, AGuestWhoHasLeftHasNothingToMove) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.offer(2, 1) && line.leave(2));
    EXPECT_EQ(line.offer(2, 2).error(), MoveError::kNoPlace);
    EXPECT_EQ(line.take(9, 1).error(), MoveError::kCodeInvalid);
}

TEST(PlaceMove, ABarredGuestTakesNothing) {
    TestLine line = line_with_slots(0);
    ASSERT_TRUE(line.revoke(3, true) && line.offer(2, 1));
    EXPECT_EQ(line.take(3, 1).error(), MoveError::kBarred);
}

TEST(PlaceMove, TakingIsASignOfLife) {
    TestLine line = line_with_slots(0);
    line.pass(180s);
    ASSERT_EQ(line.standing(2), Standing::kAway);
    ASSERT_TRUE(line.offer(2, 1) && line.take(9, 1));
    EXPECT_EQ(line.standing(9), Standing::kWaiting);
    line.pass(179s);
    EXPECT_EQ(line.standing(9), Standing::kWaiting);
}

TEST(PlaceMove, AGuestWhoMissedTheClaimIsRecalledOnTheNewDevice) {
    TestLine line = line_with_slots(1);
    line.pass(120s);
    ASSERT_EQ(line.standing(1), Standing::kMissed);
    ASSERT_TRUE(line.offer(1, 1) && line.take(9, 1));
    EXPECT_EQ(line.standing(9), Standing::kRecalled);
    ASSERT_TRUE(line.complete(2));
    EXPECT_EQ(line.admission(9), admission_id(Number{1}, 2));
}

TEST(PlaceMove, TheUsedAccessCodeGoesAlong) {
    EventSettings settings = test_settings(rules_with_slots(0));
    settings.phases.resize(1);
    settings.phases[0].id = "fans";
    settings.phases[0].from = kOpensAt;
    settings.phases[0].to = kOpensAt + 1h;
    settings.phases[0].who = Eligibility::kCode;
    TestLine line{settings};
    const auto codes = std::make_shared<std::vector<Sha256Digest>>(1, sha256("presale"));
    ASSERT_TRUE(line.operate(command::IssueCodes{{}, "fans", 1, codes}));
    ASSERT_TRUE(line.enter(1, sha256("presale")));
    ASSERT_TRUE(line.offer(1, 1) && line.take(9, 1));
    line.limit(1);
    EXPECT_EQ(line.standing(9), Standing::kAdmitted);
    EXPECT_EQ(line.enter(1, sha256("presale")).error(), EnterError::kCodeUsedUp);
}

TEST(PlaceMove, AnAccountOfTheSiteIsTheSameOnEveryDevice) {
    EventSettings settings = test_settings(rules_with_slots(0));
    settings.identity = Identity::kSite;
    TestLine line{settings};
    line.enter_all(1, 1);
    EXPECT_EQ(line.offer(1, 1).error(), MoveError::kNotMovable);
    EXPECT_EQ(line.take(9, 1).error(), MoveError::kNotMovable);
}

TEST(PlaceMove, ThereAndBackAgainReplaysToTheSameBytes) {
    TestLine line = line_with_slots(1);
    ASSERT_TRUE(line.offer(1, 1) && line.take(9, 1));
    ASSERT_TRUE(line.offer(9, 2) && line.take(1, 2));
    EXPECT_EQ(line.line().find(test_guest(1)), Number{1});
    EXPECT_EQ(told(line, 9, Number{1}), QueueStatus::kMoved);
    EXPECT_EQ(line.replayed(), line.saved());
}

TEST(MoveOffers, ACodeInUseIsNotGivenTwice) {
    MoveOffers offers;
    ASSERT_TRUE(offers.add(TestLine::test_code(1), Number{1}, kOpensAt));
    EXPECT_FALSE(offers.add(TestLine::test_code(1), Number{2}, kOpensAt + 59s));
    EXPECT_TRUE(offers.add(TestLine::test_code(1), Number{2}, kOpensAt + 60s));
    EXPECT_EQ(offers.find(TestLine::test_code(1), kOpensAt + 60s)->number, Number{2});
}

TEST(MoveOffers, AReplacedCodeThatComesAgainLivesItsFullTime) {
    MoveOffers offers;
    ASSERT_TRUE(offers.add(TestLine::test_code(1), Number{1}, kOpensAt));
    ASSERT_TRUE(offers.add(TestLine::test_code(2), Number{1}, kOpensAt + 1s));
    ASSERT_TRUE(offers.add(TestLine::test_code(1), Number{2}, kOpensAt + 30s));
    ASSERT_TRUE(offers.add(TestLine::test_code(3), Number{3}, kOpensAt + 60s));
    EXPECT_NE(offers.find(TestLine::test_code(1), kOpensAt + 60s), nullptr);
}

TEST(MoveOffers, AreLimitedAndMakeRoomWhenTheyLapse) {
    MoveOffers offers;
    for (std::uint32_t i = 1; i <= kMoveOffersMax; ++i)
        ASSERT_TRUE(offers.add(TestLine::test_code(i), Number{i}, kOpensAt));
    EXPECT_FALSE(offers.add(TestLine::test_code(0), Number{1}, kOpensAt));
    EXPECT_TRUE(offers.add(TestLine::test_code(0), Number{1}, kOpensAt + 60s));
    EXPECT_EQ(offers.size(), 1u);
}

}  // namespace onsale::waiting_room
