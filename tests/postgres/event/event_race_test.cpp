// Two processes decide at the same time.
#include <gtest/gtest.h>

#include "tests/postgres/event/event_site.hpp"

namespace onsale::postgres {
namespace {

using namespace waiting_room::command;
using waiting_room::EnterError;

class Race : public OnStore {
  protected:
    // An open event with a phase that needs a code.
    EventId open_with_codes(const std::vector<Sha256Digest>& codes, std::uint32_t uses) {
        auto settings = event_settings("tour");
        settings->opens_at = kNow - 1h;
        settings->phases = {phase(waiting_room::Eligibility::kCode, kNow - 1h, kNow + 1h)};
        const EventId event = call(one.office, CreateEvent{settings}).value().event;
        (void)call(one.office, ChangeLifecycle{event, LifecycleAction::kOpen, false}).value();
        const auto shared = std::make_shared<const std::vector<Sha256Digest>>(codes);
        (void)call(one.office, IssueCodes{event, "first", uses, shared, false}).value();
        return event;
    }
};

TEST_F(Race, TheSecondOperatorDecidesOnWhatTheFirstHasWritten) {
    const EventId event = create(one);
    refresh(two);
    auto renamed = event_settings("tour");
    renamed->title = "Another";
    auto moved = event_settings("tour");
    moved->venue = "Hall";
    std::vector<boost::asio::awaitable<OperatorOutcome>> calls;
    calls.push_back(one.office.call(EditEvent{event, renamed, 1, false}));
    calls.push_back(two.office.call(EditEvent{event, moved, 1, false}));
    const auto outcomes = all(std::move(calls));
    ASSERT_NE(outcomes[0].has_value(), outcomes[1].has_value());
    const auto& refused = outcomes[0] ? outcomes[1] : outcomes[0];
    EXPECT_EQ(refused.error().error, OperatorError::kVersionConflict);
    EXPECT_EQ(sql("SELECT seq FROM events"), "2");
}

TEST_F(Race, AKeyIsTakenOnce) {
    std::vector<boost::asio::awaitable<OperatorOutcome>> calls;
    for (StoreSide* const side : {&one, &two, &one, &two})
        calls.push_back(side->office.call(CreateEvent{event_settings("tour")}));
    std::size_t made = 0;
    for (const auto& outcome : all(std::move(calls)))
        if (outcome)
            ++made;
        else
            EXPECT_EQ(outcome.error().error, OperatorError::kKeyTaken);
    EXPECT_EQ(made, 1U);
    EXPECT_EQ(sql("SELECT count(*) FROM events"), "1");
}

TEST_F(Race, ManyChangesAtOnceAreOneHistory) {
    std::vector<boost::asio::awaitable<OperatorOutcome>> creates;
    for (int i = 0; i < 10; ++i)
        creates.push_back((i % 2 == 0 ? one : two)
                              .office.call(CreateEvent{event_settings("e" + std::to_string(i))}));
    for (const auto& outcome : all(std::move(creates)))
        ASSERT_TRUE(outcome) << outcome.error().message;
    std::vector<boost::asio::awaitable<sale::OfficeOutcome>> changes;
    for (std::uint32_t i = 0; i < 80; ++i)
        changes.push_back(
            (i % 2 == 0 ? one : two).sale_office.call(sale::command::SetBrake{{1 + i % 5}, 1 + i}));
    for (const auto& outcome : all(std::move(changes)))
        ASSERT_TRUE(outcome);
    refresh(one);
    refresh(two);
    EXPECT_EQ(one.bytes(), two.bytes());
    EXPECT_EQ(sql("SELECT count(*) FROM event_facts"), "90");
    EXPECT_EQ(sql("SELECT count(*) FROM events e WHERE seq <> (SELECT count(*) FROM event_facts f "
                  "WHERE f.event_id = e.id) OR seq <> (SELECT max(seq) FROM event_facts f "
                  "WHERE f.event_id = e.id)"),
              "0");
}

TEST_F(Race, AHallIsOpenedOnce) {
    const EventId event = create(one);
    const auto plan = small_plan();
    const auto seating = std::make_shared<const seat::Seating>(*plan);
    std::vector<boost::asio::awaitable<sale::OfficeOutcome>> calls;
    for (StoreSide* const side : {&one, &two})
        for (const char* const performance : {"fri", "sat"})
            calls.push_back(side->sale_office.call(
                sale::command::OpenHall{event, performance, plan, {}, seating}));
    std::size_t opened = 0;
    for (const auto& outcome : all(std::move(calls)))
        if (outcome)
            ++opened;
        else
            EXPECT_EQ(outcome.error().error, sale::OfficeError::kHasHall);
    EXPECT_EQ(opened, 2U);
    EXPECT_EQ(sql("SELECT string_agg(id::text, ' ' ORDER BY id) FROM halls"), "1 2");
    EXPECT_EQ(sql("SELECT total_seats FROM events"), "20");
}

TEST_F(Race, NoNumberIsGivenTwice) {
    const EventId event = create(one);
    std::vector<boost::asio::awaitable<waiting_room::PlaceOutcome>> calls;
    for (int i = 0; i < 20; ++i)
        calls.push_back((i % 2 == 0 ? one : two).line_store.call(TakeNumbers{event, 100}));
    std::set<std::uint32_t> lasts;
    for (const auto& outcome : all(std::move(calls)))
        lasts.insert(outcome.value().value);
    EXPECT_EQ(lasts.size(), 20U);
    EXPECT_EQ(*lasts.begin(), 100U);
    EXPECT_EQ(*lasts.rbegin(), 2'000U);
}

TEST_F(Race, AnEventWithNumbersIsNotUnpublished) {
    const EventId event = create(one);
    refresh(two);
    ASSERT_TRUE(call(one.office, ChangeLifecycle{event, LifecycleAction::kOpen, false}));
    ASSERT_EQ(call(two.line_store, TakeNumbers{event, 100}).value().value, 100U);
    const ChangeLifecycle unpublish{event, LifecycleAction::kUnpublish, false};
    EXPECT_EQ(call(one.office, unpublish).error().error, OperatorError::kWrongState);
}

TEST_F(Race, AnUnpublishedEventGivesNoNumbersAlsoToProcessesThatDoNotKnowYet) {
    const EventId event = create(one);
    refresh(two);
    ASSERT_TRUE(call(one.office, ChangeLifecycle{event, LifecycleAction::kUnpublish, false}));
    EXPECT_EQ(call(two.line_store, TakeNumbers{event, 100}).error(),
              waiting_room::PlaceError::kUnknownEvent);
    EXPECT_EQ(sql("SELECT numbers_until FROM lines"), "0");
}

TEST_F(Race, NumbersEndBeforeTheyOverflow) {
    const EventId event = create(one);
    (void)sql("UPDATE lines SET numbers_until = 4294967290");
    EXPECT_EQ(call(one.line_store, TakeNumbers{event, 10}).error(),
              waiting_room::PlaceError::kUnavailable);
    EXPECT_EQ(call(one.line_store, TakeNumbers{event, 5}).value().value, 4294967295U);
}

TEST_F(Race, TheLastUseOfACodeIsOneGuests) {
    const Sha256Digest code = sha256("code");
    const EventId event = open_with_codes({code}, 1);
    std::vector<boost::asio::awaitable<waiting_room::CodeOutcome>> calls;
    for (std::uint32_t i = 0; i < 6; ++i)
        calls.push_back((i % 2 == 0 ? one : two).line_store.call(SpendCode{event, guest(i), code}));
    std::size_t spent = 0;
    for (const auto& outcome : all(std::move(calls))) {
        EXPECT_EQ(outcome.value().phase, "first");
        if (!outcome->refused)
            ++spent;
        else
            EXPECT_EQ(*outcome->refused, EnterError::kCodeUsedUp);
    }
    EXPECT_EQ(spent, 1U);
    EXPECT_EQ(sql("SELECT count(*) FROM phase_guests"), "1");
}

TEST_F(Race, AGuestUsesACodeOnceHoweverOftenTheCallIsRepeated) {
    const Sha256Digest code = sha256("code");
    const EventId event = open_with_codes({code}, 2);
    std::vector<boost::asio::awaitable<waiting_room::CodeOutcome>> calls;
    for (std::uint32_t i = 0; i < 6; ++i)
        calls.push_back((i % 2 == 0 ? one : two).line_store.call(SpendCode{event, guest(1), code}));
    for (const auto& outcome : all(std::move(calls)))
        EXPECT_FALSE(outcome.value().refused) << static_cast<int>(*outcome->refused);
    EXPECT_EQ(sql("SELECT uses_left FROM codes"), "1");
    EXPECT_EQ(sql("SELECT count(*) FROM code_uses"), "1");
}

TEST_F(Race, ARepeatThatOverlapsTheFirstCallIsAnsweredAlike) {
    const Sha256Digest code = sha256("code");
    const EventId event = open_with_codes({code}, 2);
    refresh(two);
    auto holder = run(one.client.begin(Access::kReadWrite, in(10s)));
    const Command hold{Statement::unprepared("SELECT code FROM codes FOR UPDATE")};
    ASSERT_TRUE(run(holder->run({hold})));
    std::vector<waiting_room::CodeOutcome> outcomes;
    for (StoreSide* const side : {&one, &two})
        spawn(side->line_store.call(SpendCode{event, guest(1), code}),
              [&](waiting_room::CodeOutcome outcome) { outcomes.push_back(std::move(outcome)); });
    run_until([&] { return sql("SELECT count(*) FROM pg_locks WHERE NOT granted") == "2"; });
    ASSERT_TRUE(run(holder->commit()));
    run_until([&] { return outcomes.size() == 2; });
    for (const auto& outcome : outcomes) {
        ASSERT_TRUE(outcome);
        EXPECT_FALSE(outcome->refused);
    }
    EXPECT_EQ(sql("SELECT uses_left FROM codes"), "1");
}

TEST_F(Race, ACodeThatNobodyIssuedIsUnknown) {
    const EventId event = open_with_codes({sha256("code")}, 1);
    const auto outcome = call(two.line_store, SpendCode{event, guest(1), sha256("other")});
    EXPECT_EQ(outcome.value().refused, EnterError::kCodeUnknown);
}

TEST_F(Race, WithoutAPhaseThatNeedsACodeNoneIsSpent) {
    const EventId event = create(one);
    const auto outcome = call(two.line_store, SpendCode{event, guest(1), sha256("code")});
    EXPECT_EQ(outcome.value().phase, "");
    EXPECT_FALSE(outcome->refused);
}

}  // namespace
}  // namespace onsale::postgres
