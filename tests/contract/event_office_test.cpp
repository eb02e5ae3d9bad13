// Contract of the port EventOffice, for every adapter.
#include <utility>

#include "base/sha256.hpp"
#include "tests/contract/line_adapter.hpp"

namespace onsale::contract {
namespace {

using namespace std::chrono_literals;
using waiting_room::EnterError;
using waiting_room::EventId;
using waiting_room::Lifecycle;
using waiting_room::OperatorError;
using waiting_room::OperatorOutcome;
using namespace waiting_room::command;

class EventOfficeContract : public PortContract {
  protected:
    waiting_room::EventOffice& office() { return adapter_->office(); }
    OperatorOutcome change(LifecycleAction action) {
        return await(office().call(ChangeLifecycle{event_, action, false}));
    }
    OperatorOutcome stop_joins(bool rehearse) {
        auto levers = std::make_shared<waiting_room::Levers>();
        levers->joins_stopped = true;
        return await(
            office().call(waiting_room::command::SetLevers{event_, std::move(levers), rehearse}));
    }
    void add_phase(waiting_room::Eligibility who) {
        edit([&](auto& settings) {
            settings.phases.resize(1);
            settings.phases[0].id = "first";
            settings.phases[0].who = who;
            settings.phases[0].from = instant_from_ms(1'000'000'000'000);
            settings.phases[0].to = instant_from_ms(9'000'000'000'000);
        });
    }
};

TEST_P(EventOfficeContract, AKeyIsTakenOnce) {
    EXPECT_EQ(await(office().call(CreateEvent{settings()})).error().error,
              OperatorError::kKeyTaken);
}

TEST_P(EventOfficeContract, BadSettingsAreNamedByTheirField) {
    auto bad = settings();
    bad->key = "other";
    bad->title = "";
    const auto outcome = await(office().call(CreateEvent{bad}));
    EXPECT_EQ(outcome.error().error, OperatorError::kBadSettings);
    EXPECT_EQ(outcome.error().field, "title");
}

TEST_P(EventOfficeContract, AnUnknownEventIsRefused) {
    const auto outcome =
        await(office().call(ChangeLifecycle{EventId{77}, LifecycleAction::kPause, false}));
    EXPECT_EQ(outcome.error().error, OperatorError::kUnknownEvent);
}

TEST_P(EventOfficeContract, AnEditOfAnOldVersionIsRefused) {
    auto changed = std::make_shared<waiting_room::EventSettings>(view().settings());
    changed->title = "Another";
    const std::uint32_t version = view().version();
    ASSERT_TRUE(await(office().call(EditEvent{event_, changed, version, false})).has_value());
    const auto outcome = await(office().call(EditEvent{event_, changed, version, false}));
    EXPECT_EQ(outcome.error().error, OperatorError::kVersionConflict);
}

// If two operators change the same setting, the second one must be able to detect the first change.
TEST_P(EventOfficeContract, EveryChangeOfTheLineMakesAnotherVersion) {
    std::uint32_t version = view().version();
    const auto grew = [&] { return view().version() > std::exchange(version, view().version()); };
    ASSERT_TRUE(stop_joins(false).has_value());
    EXPECT_TRUE(grew());
    ASSERT_TRUE(change(LifecycleAction::kPause).has_value());
    EXPECT_TRUE(grew());
    ASSERT_TRUE(await(office().call(FreezeDeadlines{event_, true, false})).has_value());
    EXPECT_TRUE(grew());
    ASSERT_TRUE(await(office().call(MoveDeadlines{event_, 5min, false})).has_value());
    EXPECT_TRUE(grew());
    ASSERT_TRUE(await(office().call(MoveDeadlines{event_, 5min, true})).has_value());
    EXPECT_FALSE(grew());
}

TEST_P(EventOfficeContract, PauseAndResumeFollowEachOther) {
    EXPECT_TRUE(change(LifecycleAction::kPause).has_value());
    EXPECT_EQ(view().lifecycle(), Lifecycle::kPaused);
    EXPECT_EQ(change(LifecycleAction::kPause).error().error, OperatorError::kWrongState);
    EXPECT_TRUE(change(LifecycleAction::kResume).has_value());
    EXPECT_EQ(view().lifecycle(), Lifecycle::kOpen);
}

TEST_P(EventOfficeContract, AClosedEventRefusesNewGuests) {
    ASSERT_TRUE(change(LifecycleAction::kClose).has_value());
    EXPECT_EQ(enter(1).error(), EnterError::kClosed);
}

TEST_P(EventOfficeContract, StoppedJoinsRefuseNewGuestsAndKeepTheOthers) {
    const auto number = enter(1);
    ASSERT_TRUE(stop_joins(false).has_value());
    EXPECT_EQ(enter(2).error(), EnterError::kJoinsStopped);
    EXPECT_EQ(enter(1).value(), number.value());
}

TEST_P(EventOfficeContract, ARehearsalCountsAndChangesNothing) {
    (void)enter(1);
    EXPECT_EQ(stop_joins(true).value().count, 1U);
    EXPECT_TRUE(enter(2).has_value());
}

TEST_P(EventOfficeContract, AnOpenedSaleCannotBeDelayed) {
    EXPECT_EQ(await(office().call(DelayOpening{event_, 5min, false})).error().error,
              OperatorError::kWrongState);
}

TEST_P(EventOfficeContract, DeadlinesFreezeAndThaw) {
    ASSERT_TRUE(await(office().call(FreezeDeadlines{event_, true, false})).has_value());
    EXPECT_TRUE(view().clock().frozen());
    ASSERT_TRUE(await(office().call(FreezeDeadlines{event_, false, false})).has_value());
    EXPECT_FALSE(view().clock().frozen());
}

TEST_P(EventOfficeContract, AddedTimeMovesEveryDeadline) {
    edit([](auto& settings) { settings.rules.max_active = 1; });
    const auto number = enter(1);
    run_until([&] { return view().ledger().find(number.value()) != nullptr; });
    const Instant now = instant_from_ms(1'800'000'000'000);
    const auto due = [&] {
        return view().clock().due(view().ledger().find(number.value())->deadline, now);
    };
    const Instant before = due();
    ASSERT_TRUE(await(office().call(MoveDeadlines{event_, 5min, false})).has_value());
    EXPECT_EQ(due(), before + 5min);
}

TEST_P(EventOfficeContract, AListLetsItsGuestsEnter) {
    add_phase(waiting_room::Eligibility::kList);
    EXPECT_EQ(enter(1).error(), EnterError::kNotEligible);
    auto guests = std::make_shared<std::vector<GuestId>>(1, guest(1));
    EXPECT_EQ(await(office().call(ListGuests{event_, "first", guests, false})).value().count, 1U);
    EXPECT_TRUE(enter(1).has_value());
}

TEST_P(EventOfficeContract, AListForAnUnknownPhaseIsRefused) {
    auto guests = std::make_shared<std::vector<GuestId>>(1, guest(1));
    EXPECT_EQ(await(office().call(ListGuests{event_, "none", guests, false})).error().error,
              OperatorError::kUnknownPhase);
}

TEST_P(EventOfficeContract, TheDenyListEndsPlacesAndKeepsOutUntilItIsTakenBack) {
    ASSERT_TRUE(enter(1).has_value());
    auto guests = std::make_shared<std::vector<GuestId>>(1, guest(1));
    EXPECT_EQ(await(office().call(BarGuests{event_, guests, true, false})).value().count, 1U);
    EXPECT_EQ(enter(1).error(), EnterError::kBarred);
    ASSERT_TRUE(await(office().call(BarGuests{event_, guests, false, false})).has_value());
    EXPECT_TRUE(enter(1).has_value());
}

TEST_P(EventOfficeContract, ACodeLetsInAsManyAsItHasUses) {
    add_phase(waiting_room::Eligibility::kCode);
    const Sha256Digest code = sha256("code");
    auto codes = std::make_shared<std::vector<Sha256Digest>>(1, code);
    ASSERT_TRUE(await(office().call(IssueCodes{event_, "first", 1, codes, false})).has_value());
    const auto enter_with = [&](std::uint32_t name) {
        return await(adapter_->lines().call(Enter{event_, guest(name), code, {}}));
    };
    EXPECT_TRUE(enter_with(1).has_value());
    EXPECT_EQ(enter_with(2).error(), EnterError::kCodeUsedUp);
}

INSTANTIATE_TEST_SUITE_P(Adapters, EventOfficeContract, testing::ValuesIn(line_adapters()),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace onsale::contract
