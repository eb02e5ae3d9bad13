// Tests of operators' and calendar changes to an event, and of the lobby with its draw.
#include "waiting_room/domain/event_rules.hpp"

#include <set>

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

using command::LifecycleAction;
using Names = std::vector<std::uint32_t>;

EventSettings shuffled(std::uint32_t max_active = 0) {
    EventSettings settings = test_settings(rules_with_slots(max_active));
    settings.order = OrderPolicy::kLobbyShuffle;
    return settings;
}

EventSettings unpublished() {
    EventSettings settings = test_settings();
    settings.published = false;
    return settings;
}

Phase phase_from(Duration from, Duration to) {
    Phase phase;
    phase.id = "phase-" + std::to_string(from.count());
    phase.from = kOpensAt + from;
    phase.to = kOpensAt + to;
    return phase;
}

}  // namespace

TEST(Calendar, TheLobbyOpensAndTheSaleOpensOnTheMillisecond) {
    TestLine line{test_settings(), kOpensAt - 1h - 1ms};
    EXPECT_EQ(line.line().lifecycle(), Lifecycle::kDraft);
    line.pass(1ms);
    EXPECT_EQ(line.line().lifecycle(), Lifecycle::kLobby);
    line.pass(1h - 1ms);
    EXPECT_EQ(line.line().lifecycle(), Lifecycle::kLobby);
    line.pass(1ms);
    EXPECT_EQ(line.line().lifecycle(), Lifecycle::kOpen);
}

TEST(Calendar, ClosesOnTheMillisecondAlsoWhilePaused) {
    EventSettings settings = test_settings();
    settings.closes_at = kOpensAt + 1h;
    TestLine line{settings};
    ASSERT_TRUE(line.change(LifecycleAction::kPause));
    line.pass(1h - 1ms);
    EXPECT_EQ(line.line().lifecycle(), Lifecycle::kPaused);
    line.pass(1ms);
    EXPECT_EQ(line.line().lifecycle(), Lifecycle::kClosed);
}

TEST(Calendar, PhasesGoByTheWallClock) {
    EventSettings settings = test_settings();
    settings.phases = {phase_from(1min, 2min), phase_from(3min, 4min)};
    TestLine line{settings};
    const auto at = [&](Duration since_opening) {
        line.pass(kOpensAt + since_opening - line.now());
        return line.line().phase_index();
    };
    EXPECT_EQ(at(59'999ms), std::nullopt);
    EXPECT_EQ(at(1min), 0);
    EXPECT_EQ(at(2min - 1ms), 0);
    EXPECT_EQ(at(2min), std::nullopt);
    EXPECT_EQ(at(3min), 1);
    EXPECT_EQ(line.line().last_phase(), 1);
}

TEST(Calendar, DowntimeMovesDeadlinesButNotPhases) {
    EventSettings settings = test_settings();
    settings.phases = {phase_from(0min, 2min), phase_from(2min, 20min)};
    TestLine line{settings};
    line.resume_after(5min);
    EXPECT_EQ(line.line().phase_index(), 1);
}

TEST(Calendar, APhaseSleptThroughIsOverForThoseWhoEnter) {
    EventSettings settings = test_settings();
    settings.phases = {phase_from(0min, 1min), phase_from(2min, 3min)};
    TestLine line{settings};
    line.resume_after(5min);
    EXPECT_EQ(line.line().phase_index(), std::nullopt);
    EXPECT_EQ(line.enter(1).error(), EnterError::kClosed);
    TestLine late{settings, kOpensAt + 5min};
    EXPECT_EQ(late.enter(1).error(), EnterError::kClosed);
}

TEST(Calendar, APhasePutBeforeTheRunningOneDoesNotChangeWhichRuns) {
    EventSettings settings = test_settings();
    settings.phases = {phase_from(0min, 9min)};
    TestLine line{settings};
    settings.phases.insert(settings.phases.begin(), phase_from(-9min, -5min));
    ASSERT_TRUE(line.edit(settings));
    EXPECT_EQ(line.line().phase_index(), 1);
    EXPECT_EQ(line.view().phase_index(), 1);
}

TEST(Lobby, AFifoLobbyIsTheLine) {
    TestLine line{test_settings(), kOpensAt - 1h};
    line.enter_all(1, 3);
    EXPECT_EQ(line.answer(3).status, QueueStatus::kLobby);
    EXPECT_EQ(line.position(3), 3u);
    EXPECT_TRUE(line.let_in().empty());
    line.pass(170s);
    line.enter_all(1, 3);
    EventSettings opened = line.line().settings();
    opened.opens_at = line.now();
    ASSERT_TRUE(line.edit(opened));
    line.tick();
    EXPECT_EQ(line.let_in(), (Names{1, 2, 3}));
}

TEST(Lobby, AShuffledLobbyTellsNoPositionBeforeItsDraw) {
    TestLine line{shuffled(), kOpensAt - 1min};
    line.enter_all(1, 3);
    EXPECT_EQ(line.position(2), 0u);
    line.pass(1min);
    EXPECT_NE(line.position(2), 0u);
}

TEST(Lobby, TheSecretIsCommittedToBeforeAnybodyCanEnter) {
    TestLine line{shuffled(), kOpensAt - 2h};
    EXPECT_EQ(line.view().draw_commitment(), std::nullopt);
    line.pass(1h);
    EXPECT_EQ(line.view().draw_commitment(), sha256(as_bytes(*line.line().draw_secret())));
    EXPECT_EQ(line.line().book().issued_count(), 0u);
}

TEST(Lobby, EverybodyInTheLobbyIsInOneDrawAndLaterArrivalsFollow) {
    TestLine line{shuffled(), kOpensAt - 1min};
    line.enter_all(1, 20);
    line.pass(1min);
    line.enter_all(21, 25);
    std::set<std::uint32_t> positions;
    for (std::uint32_t name = 1; name <= 20; ++name)
        positions.insert(line.position(name));
    EXPECT_EQ(positions.size(), 20u);
    EXPECT_EQ(*positions.rbegin(), 20u);
    EXPECT_EQ(line.position(21), 21u);
    EXPECT_EQ(line.position(25), 25u);
}

TEST(Lobby, TheDrawIsTheOneThatAnybodyCanRecompute) {
    TestLine line{shuffled(), kOpensAt - 1min};
    line.enter_all(1, 20);
    line.pass(1min);
    const Draw& draw = *line.line().book().draw();
    const auto order = draw_order(*line.line().draw_secret(), merkle_root(draw.leaves()), 20);
    for (std::uint32_t place = 1; place <= 20; ++place)
        EXPECT_EQ(line.line().book().number_at(Place{place}), Number{order[place - 1] + 1});
}

TEST(Lobby, AdmissionFollowsTheDraw) {
    TestLine line{shuffled(5), kOpensAt - 1min};
    line.enter_all(1, 10);
    line.pass(1min);
    ASSERT_EQ(line.let_in().size(), 5u);
    for (std::uint32_t i = 0; i < 5; ++i)
        EXPECT_EQ(line.line().book().place_of(line.number(line.let_in()[i])), Place{i + 1});
}

TEST(Lobby, AGuestWhoLeftForGoodBeforeTheDrawIsNotInIt) {
    TestLine line{shuffled(), kOpensAt - 2min};
    line.enter_all(1, 3);
    ASSERT_TRUE(line.leave(2));
    line.pass(1min);
    line.pass(1min);
    EXPECT_EQ(line.line().book().draw()->member_count(), 2u);
    EXPECT_EQ(line.position(1) + line.position(3), 3u);
    EXPECT_EQ(line.enter(2).value(), Number{4});
    EXPECT_EQ(line.position(2), 3u);
}

TEST(Lobby, AwayGuestsAndUndoneLeavesAreInTheDraw) {
    TestLine line{shuffled(), kOpensAt - 181s};
    line.enter_all(1, 2);
    line.pass(180s);
    line.seen(2);
    ASSERT_TRUE(line.leave(2));
    line.pass(1s);
    EXPECT_EQ(line.standing(1), Standing::kAway);
    EXPECT_EQ(line.line().book().draw()->member_count(), 2u);
    static_cast<void>(line.enter(2));
    EXPECT_EQ(line.position(1) + line.position(2), 3u);
}

TEST(Lobby, AReplayDrawsTheSameOrder) {
    TestLine line{shuffled(2), kOpensAt - 1min};
    line.enter_all(1, 30);
    line.pass(1min);
    line.pass(120s);
    EXPECT_EQ(line.replayed(), line.saved());
}

TEST(Operator, EachLifecycleActionFitsItsStates) {
    using A = LifecycleAction;
    TestLine line;
    EXPECT_FALSE(line.change(A::kOpen));
    EXPECT_FALSE(line.change(A::kResume));
    EXPECT_FALSE(line.change(A::kArchive));
    EXPECT_TRUE(line.change(A::kPause));
    EXPECT_FALSE(line.change(A::kPause));
    EXPECT_TRUE(line.change(A::kResume));
    EXPECT_TRUE(line.change(A::kClose));
    EXPECT_FALSE(line.change(A::kClose));
    EXPECT_FALSE(line.change(A::kOpen));
    EXPECT_TRUE(line.change(A::kArchive));
}

TEST(Publishing, AnUnpublishedEventNeitherOpensNorTakesGuests) {
    TestLine line{unpublished(), kOpensAt - 2h};
    line.pass(2h);
    EXPECT_EQ(line.line().lifecycle(), Lifecycle::kDraft);
    EXPECT_EQ(line.enter(1).error(), EnterError::kUnknownEvent);
    EXPECT_FALSE(decide(line.line(), command::TakeNumbers{{}, 100}).outcome);
    EXPECT_EQ(line.operate(command::ChangeLifecycle{{}, LifecycleAction::kOpen}).error().field,
              "published");
}

TEST(Publishing, AfterTheOpeningTheSaleOpensAtOnce) {
    TestLine line{unpublished(), kOpensAt + 1min};
    ASSERT_TRUE(line.change(LifecycleAction::kPublish));
    line.tick();
    EXPECT_EQ(line.line().lifecycle(), Lifecycle::kOpen);
    EXPECT_TRUE(line.enter(1));
    EXPECT_EQ(line.replayed(), line.saved());
}

TEST(Publishing, AnEventThatNobodyHasJoinedCanBeUnpublished) {
    TestLine line;
    ASSERT_TRUE(line.change(LifecycleAction::kUnpublish));
    EXPECT_FALSE(line.view().shown_to_guests());
    EXPECT_EQ(line.enter(1).error(), EnterError::kUnknownEvent);
    ASSERT_TRUE(line.change(LifecycleAction::kPublish));
    EXPECT_TRUE(line.enter(1));
}

TEST(Publishing, AnEventThatSomebodyHasJoinedStaysPublished) {
    TestLine line;
    ASSERT_TRUE(line.enter(1));
    ASSERT_TRUE(line.revoke(1));  // A place that has ended may have left an order.
    EXPECT_EQ(line.operate(command::ChangeLifecycle{{}, LifecycleAction::kUnpublish}).error().error,
              OperatorError::kWrongState);
    EXPECT_TRUE(line.view().shown_to_guests());
}

TEST(Publishing, ADraftCanBeUnpublishedThoughARestoreSkippedNumbers) {
    Line line{EventId{1}, std::make_shared<EventSettings>(test_settings())};
    line.evolve(fact::NumbersSkipped{Number{100}}, kOpensAt - 2h);
    const command::ChangeLifecycle unpublish{line.id(), LifecycleAction::kUnpublish};
    EXPECT_TRUE(decide(line, unpublish, Stamp{kOpensAt - 2h, kOpensAt - 2h}).outcome);
}

TEST(Publishing, TwiceChangesNothingAndAnArchivedEventIsLeftAlone) {
    TestLine line;
    const std::size_t facts = line.facts().size();
    EXPECT_TRUE(line.change(LifecycleAction::kPublish));
    EXPECT_EQ(line.facts().size(), facts);
    ASSERT_TRUE(line.change(LifecycleAction::kClose));
    ASSERT_TRUE(line.change(LifecycleAction::kArchive));
    EXPECT_FALSE(line.change(LifecycleAction::kUnpublish));
}

TEST(Publishing, IsNoEdit) {
    TestLine line;
    EventSettings settings = line.line().settings();
    settings.published = false;
    EXPECT_FALSE(line.edit(settings));
}

TEST(Operator, OpeningByHandMovesTheAnnouncedTime) {
    TestLine line{test_settings(rules_with_slots(1)), kOpensAt - 30min};
    static_cast<void>(line.enter(1));
    ASSERT_TRUE(line.change(LifecycleAction::kOpen));
    EXPECT_EQ(line.line().settings().opens_at, kOpensAt - 30min);
    EXPECT_EQ(line.let_in(), Names{1});
}

TEST(Operator, AnEventOpenedByHandBeforeItsLobbyCanStillBeEdited) {
    TestLine line{test_settings(), kOpensAt - 2h};
    ASSERT_TRUE(line.change(LifecycleAction::kOpen));
    EXPECT_FALSE(check(line.line().settings()));
    line.limit(7);
    EXPECT_EQ(line.line().settings().rules.max_active, 7u);
}

TEST(Operator, AShuffledSaleCannotOpenWithoutItsLobby) {
    TestLine line{shuffled(), kOpensAt - 2h};
    EXPECT_FALSE(line.change(LifecycleAction::kOpen));
    line.pass(1h);
    EXPECT_TRUE(line.change(LifecycleAction::kOpen));
}

TEST(Operator, DelayingTheOpeningMovesPhasesAndClosingWithIt) {
    EventSettings settings = test_settings();
    settings.phases = {phase_from(0min, 30min)};
    settings.closes_at = kOpensAt + 1h;
    TestLine line{settings, kOpensAt - 1min};
    ASSERT_TRUE(line.operate(command::DelayOpening{{}, 15min}));
    line.pass(1min);
    EXPECT_EQ(line.line().lifecycle(), Lifecycle::kLobby);
    EXPECT_EQ(line.line().settings().phases[0].from, kOpensAt + 15min);
    EXPECT_EQ(line.line().settings().phases[0].to, kOpensAt + 45min);
    EXPECT_EQ(line.line().settings().closes_at, kOpensAt + 75min);
    line.pass(15min);
    EXPECT_EQ(line.line().lifecycle(), Lifecycle::kOpen);
}

TEST(Operator, AnOpenSaleCannotBeDelayed) {
    TestLine line;
    EXPECT_EQ(line.operate(command::DelayOpening{{}, 1min}).error().error,
              OperatorError::kWrongState);
}

TEST(Operator, DelaysAndExtensionsHaveLimits) {
    TestLine line{test_settings(), kOpensAt - 1min};
    for (const Duration by : {Duration{0}, Duration{-1}, Duration{24h} + 1ms}) {
        EXPECT_EQ(line.operate(command::DelayOpening{{}, by}).error().field, "minutes");
        EXPECT_EQ(line.operate(command::MoveDeadlines{{}, by}).error().field, "minutes");
    }
}

TEST(Operator, AnEditOfAnOlderVersionConflicts) {
    TestLine line;
    const std::uint32_t version = line.line().version();
    auto settings = std::make_shared<EventSettings>(line.line().settings());
    settings->title = "One";
    ASSERT_TRUE(line.operate(command::EditEvent{{}, settings, version}));
    const auto refused = line.operate(command::EditEvent{{}, settings, version});
    EXPECT_EQ(refused.error().error, OperatorError::kVersionConflict);
    EXPECT_EQ(line.line().version(), version + 1);
}

TEST(Operator, ABadEditNamesTheField) {
    TestLine line;
    auto settings = std::make_shared<EventSettings>(line.line().settings());
    settings->rules.claim_within = settings->rules.admission_ttl + 1ms;
    const auto refused = line.operate(command::EditEvent{{}, settings, {}});
    EXPECT_EQ(refused.error().error, OperatorError::kBadSettings);
    EXPECT_EQ(refused.error().field, "rules.claimWithin");
}

TEST(Operator, AChangeSaysHowManyItConcerns) {
    TestLine line{test_settings(rules_with_slots(1))};
    line.enter_all(1, 4);
    EXPECT_EQ(line.operate(command::FreezeDeadlines{{}, true}).value(), 4u);
    EXPECT_EQ(line.operate(command::FreezeDeadlines{{}, true}).value(), 0u);
    EXPECT_EQ(line.operate(command::MoveDeadlines{{}, 1min}).value(), 4u);
    EXPECT_EQ(line.operate(command::ChangeLifecycle{{}, LifecycleAction::kPause}).value(), 3u);
}

TEST(Operator, SettingTheSameAgainIsNoFact) {
    TestLine line;
    const std::size_t facts = line.facts().size();
    line.stop_joins(false);
    ASSERT_TRUE(line.edit(line.line().settings()));
    line.freeze(false);
    EXPECT_EQ(line.facts().size(), facts);
}

TEST(Operator, ALongMessageIsRefused) {
    TestLine line;
    auto levers = std::make_shared<Levers>();
    levers->message_admitted = std::string(kTextMax + 1, 'a');
    EXPECT_EQ(line.operate(command::SetLevers{{}, levers}).error().field, "messageAdmitted");
}

TEST(Operator, AMessageWithControlCharactersIsRefused) {
    TestLine line;
    const std::size_t facts = line.facts().size();
    for (const char* text : {"a\x7f", "a\xC2\x9B", "a\r\nb", "a\tb"}) {
        auto waiting = std::make_shared<Levers>();
        waiting->message_waiting = text;
        EXPECT_EQ(line.operate(command::SetLevers{{}, waiting}).error().field, "messageWaiting");
        auto admitted = std::make_shared<Levers>();
        admitted->message_admitted = text;
        EXPECT_EQ(line.operate(command::SetLevers{{}, admitted}).error().field, "messageAdmitted");
    }
    EXPECT_EQ(line.facts().size(), facts);
    auto lines = std::make_shared<Levers>();
    lines->message_waiting = "Soon.\nPlease wait.";
    EXPECT_TRUE(line.operate(command::SetLevers{{}, lines}));
}

TEST(Operator, EntriesThatAreKeptElsewhereCountForTheLimit) {
    TestLine line;
    const auto guests = std::make_shared<const std::vector<GuestId>>(2);
    const command::BarGuests bar{{}, guests, true, false};
    EXPECT_TRUE(decide(line.line(), bar, kListedMax - 2).outcome);
    const auto refused = decide(line.line(), bar, kListedMax - 1);
    EXPECT_EQ(refused.outcome.error().error, OperatorError::kTooMany);
    EXPECT_TRUE(refused.facts.empty());
}

TEST(Operator, AnEventNeedsAKeyThatNobodyHas) {
    WaitingRoom room;
    const command::CreateEvent create{std::make_shared<const EventSettings>(test_settings())};
    const auto created = decide(room, create);
    ASSERT_TRUE(created.outcome);
    room.evolve(Fact{room.next_id(), created.facts.at(0)}, kOpensAt);
    EXPECT_EQ(decide(room, create).outcome.error().error, OperatorError::kKeyTaken);
}

}  // namespace onsale::waiting_room
