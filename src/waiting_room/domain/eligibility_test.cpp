#include "waiting_room/domain/eligibility.hpp"

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

using Names = std::vector<std::uint32_t>;

const Sha256Digest kCode = sha256("SUMMER");

Phase phase_for(const std::string& id, Eligibility who, Duration from, Duration to) {
    Phase phase;
    phase.id = id;
    phase.from = kOpensAt + from;
    phase.to = kOpensAt + to;
    phase.who = who;
    if (who == Eligibility::kClaim) phase.claim_name = "fan";
    return phase;
}

EventSettings phased(std::vector<Phase> phases) {
    EventSettings settings = test_settings();
    settings.identity = Identity::kSite;
    settings.phases = std::move(phases);
    return settings;
}

template <class Item>
auto shared_list(std::vector<Item> items) {
    return std::make_shared<const std::vector<Item>>(std::move(items));
}

std::string bytes_of(const EligibilityBook& book) {
    std::string bytes;
    ByteWriter out{bytes};
    book.save(out);
    return bytes;
}

void list(TestLine& line, const std::string& phase, const Names& names) {
    std::vector<GuestId> guests;
    for (const std::uint32_t name : names)
        guests.push_back(test_guest(name));
    ASSERT_TRUE(line.operate(command::ListGuests{{}, phase, shared_list(std::move(guests))}));
}

void issue(TestLine& line, const std::string& phase, std::uint32_t uses) {
    ASSERT_TRUE(line.operate(
        command::IssueCodes{{}, phase, uses, shared_list(std::vector<Sha256Digest>{kCode})}));
}

}  // namespace

TEST(Eligibility, ACodeOfKUsesWorksExactlyKTimes) {
    for (const std::uint32_t uses : {1u, 2u, 5u}) {
        TestLine line{phased({phase_for("a", Eligibility::kCode, 0h, 1h)})};
        issue(line, "a", uses);
        for (std::uint32_t name = 1; name <= uses; ++name)
            EXPECT_TRUE(line.enter(name, kCode));
        EXPECT_EQ(line.enter(uses + 1, kCode).error(), EnterError::kCodeUsedUp);
    }
}

TEST(Eligibility, ACodeIsSpentForALineThatIsKeptElsewhere) {
    TestLine line{phased({phase_for("a", Eligibility::kCode, 0h, 1h)})};
    issue(line, "a", 1);
    const auto spend = [&](std::uint32_t name) {
        const auto decision = decide(line.line(), command::SpendCode{{}, test_guest(name), kCode});
        line.apply(decision.facts);
        return decision.outcome;
    };
    for (int again = 0; again < 2; ++again) {
        EXPECT_EQ(spend(1).phase, "a");
        EXPECT_FALSE(spend(1).refused);
    }
    EXPECT_EQ(spend(2).refused, EnterError::kCodeUsedUp);
    EXPECT_EQ(line.line().eligibility().uses_left("a", kCode), 0u);
    EXPECT_EQ(line.line().book().issued_count(), 0u);
}

TEST(Eligibility, NoCodeIsSpentWhereNoneIsAskedFor) {
    TestLine line{phased({phase_for("a", Eligibility::kEverybody, 0h, 1h)})};
    const auto decision = decide(line.line(), command::SpendCode{{}, test_guest(1), kCode});
    EXPECT_EQ(decision.outcome.phase, "");
    EXPECT_TRUE(decision.facts.empty());
}

TEST(Eligibility, EnteringAgainSpendsNoSecondUse) {
    TestLine line{phased({phase_for("a", Eligibility::kCode, 0h, 1h)})};
    issue(line, "a", 2);
    ASSERT_TRUE(line.enter(1, kCode));
    ASSERT_TRUE(line.enter(1, kCode));
    ASSERT_TRUE(line.leave(1));
    EXPECT_EQ(line.enter(1).value(), Number{2});  // Admitted at once, so the leave was final.
    EXPECT_EQ(line.line().eligibility().uses_left("a", kCode), 1u);
}

TEST(Eligibility, ACodePhaseSaysWhatIsWrong) {
    TestLine line{phased({phase_for("a", Eligibility::kCode, 0h, 1h)})};
    issue(line, "a", 1);
    EXPECT_EQ(line.enter(1).error(), EnterError::kNotEligible);
    EXPECT_EQ(line.enter(1, sha256("WRONG")).error(), EnterError::kCodeUnknown);
}

TEST(Eligibility, ACodeOfAnotherPhaseIsUnknown) {
    TestLine line{phased(
        {phase_for("a", Eligibility::kCode, 0h, 1h), phase_for("b", Eligibility::kCode, 1h, 2h)})};
    issue(line, "b", 1);
    EXPECT_EQ(line.enter(1, kCode).error(), EnterError::kCodeUnknown);
}

TEST(Eligibility, AListPhaseTakesTheListed) {
    TestLine line{phased({phase_for("a", Eligibility::kList, 0h, 1h)})};
    list(line, "a", {1});
    EXPECT_TRUE(line.enter(1));
    EXPECT_EQ(line.enter(2).error(), EnterError::kNotEligible);
    list(line, "a", {2});
    EXPECT_TRUE(line.enter(2));
}

TEST(Eligibility, AClaimPhaseTakesWhoShowsTheClaim) {
    TestLine line{phased({phase_for("a", Eligibility::kClaim, 0h, 1h)})};
    EXPECT_EQ(line.enter(1).error(), EnterError::kNotEligible);
    EXPECT_EQ(line.enter(1, {}, {"b"}).error(), EnterError::kNotEligible);
    EXPECT_TRUE(line.enter(1, {}, {"a"}));
}

TEST(Eligibility, ABarredGuestIsRefusedWhateverTheListSays) {
    TestLine line{phased({phase_for("a", Eligibility::kList, 0h, 1h)})};
    list(line, "a", {1});
    ASSERT_TRUE(line.revoke(1, true));
    EXPECT_EQ(line.enter(1).error(), EnterError::kBarred);
}

TEST(Eligibility, TheLobbyChecksForTheFirstPhase) {
    TestLine line{phased({phase_for("a", Eligibility::kList, 0h, 1h)}), kOpensAt - 30min};
    list(line, "a", {1});
    EXPECT_TRUE(line.enter(1));
    EXPECT_EQ(line.enter(2).error(), EnterError::kNotEligible);
}

TEST(Eligibility, OnlyTheEligibleOfThePhaseAreLetIn) {
    TestLine line{phased({phase_for("a", Eligibility::kEverybody, 0h, 1h),
                          phase_for("b", Eligibility::kList, 1h, 2h)})};
    line.limit(0);
    line.enter_all(1, 3);
    list(line, "b", {3});
    for (int minute = 0; minute < 60; ++minute) {
        line.pass(1min);
        for (std::uint32_t name = 1; name <= 3; ++name)
            line.seen(name);
    }
    line.limit(3);
    EXPECT_EQ(line.let_in(), Names{3});
    EXPECT_EQ(line.position(1), 1u);  // A guest who is not eligible now keeps the place.
}

TEST(Eligibility, BetweenPhasesNobodyIsLetInAndTheNextPhaseIsAskedFor) {
    TestLine line{phased({phase_for("a", Eligibility::kEverybody, 0min, 1min),
                          phase_for("b", Eligibility::kList, 2min, 3min)})};
    list(line, "b", {2});
    line.pass(1min);
    EXPECT_EQ(line.enter(1).error(), EnterError::kNotEligible);
    EXPECT_TRUE(line.enter(2));
    EXPECT_TRUE(line.let_in().empty());
    line.pass(59'999ms);
    EXPECT_TRUE(line.let_in().empty());
    line.pass(1ms);
    EXPECT_EQ(line.let_in(), Names{2});
}

TEST(Eligibility, AfterTheLastPhaseNobodyEnters) {
    TestLine line{phased({phase_for("a", Eligibility::kEverybody, 0min, 1min)})};
    line.pass(1min);
    EXPECT_EQ(line.enter(1).error(), EnterError::kClosed);
}

TEST(Eligibility, AWaitingGuestCanShowACodeForALaterPhase) {
    TestLine line{phased({phase_for("a", Eligibility::kEverybody, 0min, 1min),
                          phase_for("b", Eligibility::kCode, 1min, 3min)})};
    issue(line, "b", 1);
    line.limit(0);
    line.enter_all(1, 2);
    line.pass(1min);
    line.limit(1);
    EXPECT_TRUE(line.let_in().empty());
    EXPECT_EQ(line.enter(2, kCode).value(), Number{2});
    EXPECT_EQ(line.let_in(), Names{2});
    // The code is used up, but an existing place is never refused.
    EXPECT_EQ(line.enter(1, kCode).value(), Number{1});
    EXPECT_EQ(line.let_in(), Names{2});
}

TEST(Eligibility, ARecalledGuestMustBeEligibleForThePhase) {
    TestLine line{phased({phase_for("a", Eligibility::kEverybody, 0min, 2min),
                          phase_for("b", Eligibility::kList, 2min, 9min)})};
    static_cast<void>(line.enter(1));
    line.pass(2min);
    line.seen(1);
    EXPECT_EQ(line.standing(1), Standing::kRecalled);
    list(line, "b", {1});
    EXPECT_EQ(line.let_in(), (Names{1, 1}));
}

TEST(Eligibility, ListsAndCodesNeedAKnownPhaseAndEntries) {
    TestLine line{phased({phase_for("a", Eligibility::kCode, 0h, 1h)})};
    const auto refused = [&](const auto& command) { return line.operate(command).error().error; };
    const auto codes = shared_list(std::vector<Sha256Digest>{kCode});
    EXPECT_EQ(refused(command::IssueCodes{{}, "x", 1, codes}), OperatorError::kUnknownPhase);
    EXPECT_EQ(refused(command::IssueCodes{{}, "a", 0, codes}), OperatorError::kBadSettings);
    EXPECT_EQ(refused(command::ListGuests{{}, "a", shared_list(std::vector<GuestId>{})}),
              OperatorError::kBadSettings);
    const auto many = shared_list(std::vector<GuestId>(kListedMax + 1));
    EXPECT_EQ(refused(command::ListGuests{{}, "a", many}), OperatorError::kTooMany);
}

TEST(Eligibility, TheDenyListKeepsOutUntilItIsTakenBack) {
    TestLine line;
    const auto denied = shared_list(std::vector{test_guest(1), test_guest(2)});
    ASSERT_TRUE(line.operate(command::BarGuests{{}, denied}));
    EXPECT_EQ(line.enter(1).error(), EnterError::kBarred);
    EXPECT_TRUE(line.enter(3));
    ASSERT_TRUE(line.operate(command::BarGuests{{}, denied, false}));
    EXPECT_TRUE(line.enter(1));
    EXPECT_EQ(line.line().eligibility().size(), 0u);
}

TEST(Eligibility, ADeniedGuestLosesThePlaceOnce) {
    TestLine line;
    static_cast<void>(line.enter(1));
    static_cast<void>(line.enter(2));
    const Standing before = line.standing(2);
    const auto denied = shared_list(std::vector{test_guest(1), test_guest(1), test_guest(9)});
    ASSERT_TRUE(line.operate(command::BarGuests{{}, denied}));
    EXPECT_EQ(line.standing(1), Standing::kEndedRevoked);
    EXPECT_EQ(line.standing(2), before);
}

TEST(Eligibility, AMillionAreDeniedAndTheListHasALimit) {
    TestLine line;
    constexpr std::uint32_t kMany = 1'000'000;
    std::vector<GuestId> guests;
    for (std::uint32_t name = 1; name <= kMany; ++name)
        guests.push_back(test_guest(name));
    const auto denied = shared_list(std::move(guests));
    ASSERT_TRUE(line.operate(command::BarGuests{{}, denied}));
    EXPECT_EQ(line.enter(kMany).error(), EnterError::kBarred);
    EXPECT_TRUE(line.enter(kMany + 1));
    const auto more = shared_list(std::vector<GuestId>(kListedMax - kMany + 1));
    EXPECT_EQ(line.operate(command::BarGuests{{}, more}).error().error, OperatorError::kTooMany);
}

TEST(EligibilityBook, TheSameStateGivesTheSameBytesInAnyOrder) {
    EligibilityBook one;
    EligibilityBook other;
    for (std::uint32_t i = 0; i < 100; ++i) {
        one.bar(test_guest(i));
        other.bar(test_guest(99 - i));
        one.add(fact::ClaimShown{"a", test_guest(i)});
        other.add(fact::ClaimShown{"a", test_guest(99 - i)});
    }
    EXPECT_EQ(bytes_of(one), bytes_of(other));
}

TEST(EligibilityBook, ComesBackFromItsBytes) {
    EligibilityBook book;
    book.bar(test_guest(9));
    book.add(fact::GuestsListed{"a", shared_list(std::vector{test_guest(1), test_guest(2)})});
    book.add(fact::CodesIssued{"b", 3, shared_list(std::vector{kCode})});
    book.add(fact::CodeUsed{"b", kCode, test_guest(4)});
    const std::string bytes = bytes_of(book);
    EligibilityBook loaded;
    ByteReader in{bytes};
    loaded.load(in);
    EXPECT_TRUE(in.ok() && in.at_end());
    EXPECT_EQ(bytes_of(loaded), bytes);
    EXPECT_EQ(loaded.size(), book.size());
    EXPECT_EQ(loaded.uses_left("b", kCode), 2u);
    EXPECT_TRUE(loaded.barred(test_guest(9)));
}

TEST(Eligibility, TheBookTellsWhomItKnows) {
    EligibilityBook book;
    book.add(fact::GuestsListed{"fans", shared_list<GuestId>({test_guest(1), test_guest(2)})});
    book.bar(test_guest(3));
    EXPECT_EQ(book.guests("fans").size(), 2u);
    EXPECT_TRUE(book.guests("fans").contains(test_guest(2)));
    EXPECT_TRUE(book.guests("others").empty());
    EXPECT_TRUE(book.all_barred().contains(test_guest(3)));
}

}  // namespace onsale::waiting_room
