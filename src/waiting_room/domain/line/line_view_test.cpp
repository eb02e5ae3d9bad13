// Answers to guests. TestLine checks at every step that view and line agree.
#include "waiting_room/domain/line/line_view.hpp"

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {

TEST(LineView, CountsAheadAndBehind) {
    TestLine line{test_settings(rules_with_slots(0))};
    line.enter_all(1, 5);
    const QueueAnswer answer = line.answer(2);
    EXPECT_EQ(answer.status, QueueStatus::kWaiting);
    EXPECT_EQ(answer.position, 2u);
    EXPECT_EQ(answer.ahead, 1u);
    EXPECT_EQ(answer.behind, 3u);
}

TEST(LineView, ANumberNeverIssuedIsExpired) {
    const TestLine line;
    EXPECT_EQ(line.answer(99).status, QueueStatus::kExpired);
}

TEST(LineView, UntilAMinuteIsKnownTheWaitIsTheLesserGuess) {
    TestLine narrow{test_settings(rules_with_slots(2))};
    narrow.enter_all(1, 6);
    EXPECT_EQ(narrow.answer(6).position, 4u);
    EXPECT_EQ(narrow.answer(6).wait->likely, 120s);  // 4 x 30 s, less than 4 x 600 s / 2.
    TestLine wide{test_settings(rules_with_slots(100))};
    wide.enter_all(1, 105);
    EXPECT_EQ(wide.answer(105).position, 5u);
    EXPECT_EQ(wide.answer(105).wait->likely, 30s);  // 5 x 600 s / 100, less than 5 x 30 s.
}

TEST(LineView, AKnownMinuteGivesTheWaitByItsRate) {
    LineRules rules = rules_with_slots(1'000);
    rules.admit_per_second = 1;
    TestLine line{test_settings(rules)};
    line.enter_all(1, 150);
    for (int second = 0; second < 60; ++second)
        line.pass(1s);
    EXPECT_TRUE(line.view().minute_known(line.now()));
    EXPECT_EQ(line.view().admitted_last_minute(line.now()), 60u);
    EXPECT_EQ(line.answer(150).position, 89u);
    const WaitEstimate wait = line.answer(150).wait.value();
    EXPECT_EQ(wait.likely, 89s);
    EXPECT_LE(wait.low, wait.likely);
    EXPECT_GE(wait.high, wait.likely);
}

TEST(LineView, TheWaitAllowsForAwayGuestsAndThePositionDoesNot) {
    TestLine line{test_settings(rules_with_slots(0))};
    line.enter_all(1, 10);
    line.limit(1);
    ASSERT_TRUE(line.claim(1));  // Guest 1 keeps the slot, so nobody else is admitted.
    line.pass(100s);
    line.seen(1);
    for (std::uint32_t name = 7; name <= 10; ++name)
        line.seen(name);
    EXPECT_EQ(line.answer(10).wait->likely, 9 * 30s);
    line.pass(80s);  // Guests 2 to 6 are away; 4 of 9 places are present.
    EXPECT_EQ(line.answer(10).position, 9u);
    EXPECT_EQ(line.answer(10).wait->likely, 4 * 30s);
}

TEST(LineView, NobodyIsToldAWaitWhileNobodyIsLetIn) {
    using Action = command::LifecycleAction;
    TestLine line{test_settings(rules_with_slots(1))};
    line.enter_all(1, 3);
    ASSERT_TRUE(line.answer(3).wait);
    const auto no_wait = [&] { return line.answer(3).position == 2 && !line.answer(3).wait; };
    ASSERT_TRUE(line.change(Action::kPause));
    EXPECT_TRUE(no_wait());
    ASSERT_TRUE(line.change(Action::kResume));
    EXPECT_FALSE(no_wait());
    line.stop_admission(true);
    EXPECT_TRUE(no_wait());
    line.stop_admission(false);
    line.limit(0);
    EXPECT_TRUE(no_wait());
    line.limit(1);
    line.apply({fact::SoldOutSet{true}});
    EXPECT_TRUE(no_wait());
}

TEST(LineView, NobodyIsToldAWaitWhileLostPlacesAreAwaited) {
    LineView view{std::make_shared<const EventSettings>(test_settings(rules_with_slots(1)))};
    view.apply(fact::LifecycleChanged{Lifecycle::kOpen}, kOpensAt);
    view.apply(fact::Joined{test_guest(1)}, kOpensAt);
    const std::uint64_t revision = view.revision();
    view.wait_for_places(kOpensAt + 10s);
    EXPECT_GT(view.revision(), revision);
    EXPECT_EQ(view.answer(Number{1}, kOpensAt + 9s).position, 1u);
    EXPECT_FALSE(view.answer(Number{1}, kOpensAt + 9s).wait);
    EXPECT_TRUE(view.answer(Number{1}, kOpensAt + 10s).wait);
}

TEST(LineView, BeforeTheOpeningThereIsAPlaceAndNoWait) {
    EventSettings settings = test_settings(rules_with_slots(1));
    settings.order = OrderPolicy::kFifo;
    settings.opens_at = kOpensAt + 1h;
    LineView view{std::make_shared<const EventSettings>(settings)};
    view.apply(fact::LifecycleChanged{Lifecycle::kLobby}, kOpensAt);
    view.apply(fact::Joined{test_guest(1)}, kOpensAt);
    EXPECT_EQ(view.answer(Number{1}, kOpensAt).position, 1u);
    EXPECT_FALSE(view.answer(Number{1}, kOpensAt).wait);
}

TEST(LineView, TheLastMinuteForgetsOlderAdmissions) {
    TestLine line{test_settings(rules_with_slots(10))};
    line.enter_all(1, 3);
    EXPECT_EQ(line.view().admitted_last_minute(line.now() + 59s), 3u);
    EXPECT_EQ(line.view().admitted_last_minute(line.now() + 60s), 0u);
    line.pass(61s);
    static_cast<void>(line.enter(4));
    EXPECT_EQ(line.view().admitted_last_minute(line.now()), 1u);
    EXPECT_EQ(line.view().admitted_total(), 4u);
}

TEST(LineView, CountsTheLastMinuteAlsoBefore1970) {
    const LineView view = [] {
        LineView made{std::make_shared<const EventSettings>(test_settings(rules_with_slots(9)))};
        made.apply(fact::Joined{test_guest(1)}, instant_from_ms(-61'500));
        made.apply(fact::Admitted{Number{1}}, instant_from_ms(-61'500));
        made.apply(fact::Joined{test_guest(2)}, instant_from_ms(-30'500));
        made.apply(fact::Admitted{Number{2}}, instant_from_ms(-30'500));
        return made;
    }();
    EXPECT_EQ(view.admitted_last_minute(instant_from_ms(-30'000)), 2u);
    EXPECT_EQ(view.admitted_last_minute(instant_from_ms(-500)), 1u);
    EXPECT_EQ(view.admitted_last_minute(instant_from_ms(20'000)), 1u);
    EXPECT_EQ(view.admitted_last_minute(instant_from_ms(40'000)), 0u);
}

TEST(LineView, TheNextPollFollowsThePosition) {
    LineRules rules = rules_with_slots(1);
    rules.poll_steps = {{1, 1s}, {3, 5s}, {0, 60s}};
    rules.poll_admitted = 3s;
    TestLine line{test_settings(rules)};
    line.enter_all(1, 6);
    EXPECT_EQ(line.answer(1).next_poll, 3s);
    EXPECT_EQ(line.answer(2).next_poll, 1s);
    EXPECT_EQ(line.answer(3).next_poll, 5s);
    EXPECT_EQ(line.answer(4).next_poll, 5s);
    EXPECT_EQ(line.answer(5).next_poll, 60s);
}

TEST(LineView, AnAdmittedGuestIsToldTheNearestDeadline) {
    TestLine line{test_settings(rules_with_slots(1))};
    static_cast<void>(line.enter(1));
    EXPECT_EQ(line.answer(1).keep_until, kOpensAt + 120s);
    EXPECT_FALSE(line.answer(1).claimed);
    ASSERT_TRUE(line.claim(1));
    EXPECT_EQ(line.answer(1).keep_until, kOpensAt + 600s);
    EXPECT_TRUE(line.answer(1).claimed);
    EXPECT_EQ(line.answer(1).admission, admission_id(Number{1}, 1));
}

TEST(LineView, TheDeadlinesItTellsFollowAnExtension) {
    TestLine line{test_settings(rules_with_slots(1))};
    static_cast<void>(line.enter(1));
    line.extend(5min);
    EXPECT_EQ(line.answer(1).keep_until, kOpensAt + 120s + 5min);
}

TEST(LineView, CountsHowPlacesEnded) {
    TestLine line{test_settings(rules_with_slots(1))};
    line.enter_all(1, 3);
    ASSERT_TRUE(line.complete(1));
    ASSERT_TRUE(line.revoke(2));
    line.pass(120s);
    EXPECT_EQ(line.view().ended_total(EndReason::kCompleted), 1u);
    EXPECT_EQ(line.view().ended_total(EndReason::kRevoked), 1u);
    EXPECT_EQ(line.view().no_show_total(), 1u);
    EXPECT_EQ(line.view().joined_total(), 3u);
}

TEST(LineView, TheRevisionChangesWithEveryFact) {
    TestLine line;
    const std::uint64_t revision = line.view().revision();
    line.pass(1s);
    EXPECT_EQ(line.view().revision(), revision);
    line.stop_joins(true);
    EXPECT_EQ(line.view().revision(), revision + 1);
}

TEST(LineView, KnowsHowLongAGuestWaitedToWithin256Joins) {
    TestLine line{test_settings(rules_with_slots(0))};
    FactBodies joins;
    for (std::uint32_t name = 1; name <= 256; ++name)
        joins.push_back(fact::Joined{test_guest(name)});
    line.apply(joins);
    line.pass(10min);
    line.apply(joins = {fact::Joined{test_guest(300)}});
    EXPECT_EQ(line.view().waited(Number{1}, line.now() + 1min), 11min);
    EXPECT_EQ(line.view().waited(Number{256}, line.now() + 1min), 11min);
}

TEST(LineView, AViewMadeFromALineKnowsHowLongLaterGuestsWaited) {
    TestLine line{test_settings(rules_with_slots(0))};
    FactBodies joins;
    for (std::uint32_t name = 1; name <= 600; ++name)
        joins.push_back(fact::Joined{test_guest(name)});
    line.apply(joins);
    LineView view{line.line()};
    for (std::uint32_t name = 601; name <= 800; ++name)
        view.apply(fact::Joined{test_guest(name)}, kOpensAt + 1min);
    EXPECT_EQ(view.waited(Number{800}, kOpensAt + 3min), 2min);
}

TEST(LineView, KnowsHowLongTheFirstGuestsOfASmallLineWaited) {
    TestLine line{test_settings(rules_with_slots(0))};
    static_cast<void>(line.enter(1));
    line.pass(1min);
    EXPECT_EQ(line.view().waited(Number{1}, line.now()), 1min);
}

}  // namespace onsale::waiting_room
