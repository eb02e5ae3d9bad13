#include "adapter/server/live/live_history.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "seat/domain/test_hall.hpp"

namespace onsale::server {
namespace {

using namespace std::chrono_literals;
namespace fact = waiting_room::fact;
namespace pay = payment::fact;
using http::ErrorCode;
using operate::ErrorSeries;
using operate::EventSeries;
using operate::kEventColumns;
using operate::kServerColumns;
using operate::kTopRefusalColumn;
using operate::LiveColumn;
using operate::LiveStep;
using operate::TopRefusal;
using waiting_room::EndReason;
using waiting_room::EventId;
using waiting_room::EventSettings;
using waiting_room::Lifecycle;
using waiting_room::Number;

constexpr Instant kStart = instant_from_ms(1'800'000'000'000);  // The start of a minute.
constexpr std::uint32_t kStartSecond = 1'800'000'000;

std::size_t column(std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(kEventColumns, name, &LiveColumn::name) -
                                    kEventColumns.begin());
}

std::size_t server_column(std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(kServerColumns, name, &LiveColumn::name) -
                                    kServerColumns.begin());
}

// A room and its history, with a clock that the test advances.
class Live : public testing::Test {
  protected:
    void apply(EventId event, waiting_room::FactBody body) {
        view.apply({event, std::move(body)}, now);
    }
    void create(std::uint32_t id, Lifecycle lifecycle = Lifecycle::kOpen) {
        auto settings = std::make_shared<EventSettings>();
        settings->key = "event-" + std::to_string(id);
        settings->rules.max_active = 100;
        apply(EventId{id}, fact::EventCreated{settings});
        if (lifecycle != Lifecycle::kDraft) apply(EventId{id}, fact::LifecycleChanged{lifecycle});
    }
    void join(std::uint32_t count, EventId event = kEvent) {
        for (std::uint32_t i = 0; i < count; ++i) {
            GuestId guest;
            guest.bytes[0] = static_cast<std::uint8_t>(++guests);
            guest.bytes[1] = static_cast<std::uint8_t>(guests >> 8);
            apply(event, fact::Joined{guest});
        }
    }
    void sell(const sale::Fact& fact) {
        sale.apply(fact);
        figures.apply(fact, now);
    }
    void sell_order(payment::FactBody body) { sell(payment::Fact{{1}, {}, std::move(body)}); }
    void pass(std::chrono::seconds time) {
        now += time;
        history.sample(source, totals, now);
    }
    const std::deque<EventSeries::Row>& rows(LiveStep step = LiveStep::kSecond) {
        return history.find(kEvent)->rows(step);
    }
    std::uint32_t last(std::string_view name) { return rows().back().values[column(name)]; }
    std::uint32_t last_of_server(std::string_view name) {
        return history.server().latest()->values[server_column(name)];
    }
    void refuse(ErrorCode code, std::uint64_t times) {
        totals.loops.refused(static_cast<std::size_t>(code)) += times;
    }

    static constexpr EventId kEvent{1};
    waiting_room::RoomView view;
    sale::SaleView sale;
    sale::SaleFigures figures;
    sale::LiveSource source{view, sale, figures};
    http::ServerTotals totals;
    LiveHistory history;
    Instant now = kStart;
    std::uint32_t guests = 0;
};

TEST_F(Live, ASecondHasLevelsAndWhatHappenedInIt) {
    create(1);
    join(3);
    apply(kEvent, fact::Admitted{Number{1}});
    pass(1s);
    join(2);
    pass(1s);
    ASSERT_EQ(rows().size(), 2u);
    using Values = decltype(EventSeries::Row::values);
    EXPECT_EQ(rows()[0].values, (Values{2, 0, 1, 100, 3, 1, 0, 0, 0, 0}));
    EXPECT_EQ(rows()[1].values, (Values{4, 0, 1, 100, 2, 0, 0, 0, 0, 0}));
    EXPECT_EQ(rows()[1].second, kStartSecond + 2);
    EXPECT_EQ(rows()[1].covers, 1u);
}

TEST_F(Live, ASecondHasSeatsAndMoney) {
    create(1);
    sell(sale::fact::HallOpened{.event = kEvent,
                                .performance = "p1",
                                .plan = std::make_shared<const seat::HallPlan>(seat::test_plan()),
                                .rules = {},
                                .seating = nullptr});
    pass(1s);
    const std::uint32_t seats = last("free");
    sell(sale::fact::HallChanged{{1}, seat::fact::SeatsHeld{{}, {1}, now, {{0}, {1}}, {}, {}}});
    sell_order(pay::OrderOpened{{kEvent.value}, {1}, {}, {7}});
    sell_order(pay::ConfirmSent{1, "key", now});
    now += 2s;
    sell_order(pay::Charged{1, "key", {202'000}});
    sell_order(pay::OrderPaid{});
    sell(sale::fact::HallChanged{{1}, seat::fact::SeatsSold{{}, {{0}}}});
    pass(1s);
    EXPECT_EQ(last("free"), seats - 2);
    EXPECT_EQ(last("held"), 1u);
    EXPECT_EQ(last("sold"), 1u);
    EXPECT_EQ(last("revenue"), 202'000u);
    EXPECT_EQ(last("paymentsApproved"), 1u);
    EXPECT_NEAR(last("paymentP95Ms"), 2'000, 250);
    sell_order(pay::RefundRequested{{0}, {}, {{}, {}, {2'000}}});
    sell_order(pay::RefundDone{{0}});
    pass(1s);
    EXPECT_EQ(last("revenue"), 0u);
    EXPECT_EQ(last("refunded"), 2'000u);
}

TEST_F(Live, TheOldestUnknownAgesUntilItIsKnown) {
    create(1);
    sell_order(pay::OrderOpened{{kEvent.value}, {1}, {}, {7}});
    sell_order(pay::OutcomeLost{});
    pass(1s);
    pass(6s);
    EXPECT_EQ(last("unknown"), 1u);
    EXPECT_EQ(last("oldestUnknownS"), 7u);
    sell_order(pay::PaymentDeclined{});
    pass(1s);
    EXPECT_EQ(last("unknown"), 0u);
    EXPECT_EQ(last("oldestUnknownS"), 0u);
    EXPECT_EQ(last("paymentsDeclined"), 1u);
    EXPECT_EQ(rows(LiveStep::kMinute).back().values[column("oldestUnknownS")], 7u);
    EXPECT_EQ(rows(LiveStep::kMinute).back().values[column("paymentsUnknown")], 1u);
}

TEST_F(Live, CountsHowPlacesEnded) {
    create(1);
    join(4);
    pass(1s);
    apply(kEvent, fact::Admitted{Number{1}});
    apply(kEvent, fact::PlaceEnded{Number{1}, EndReason::kCompleted});
    apply(kEvent, fact::PlaceEnded{Number{2}, EndReason::kLeft});
    apply(kEvent, fact::PlaceEnded{Number{3}, EndReason::kSilent});
    pass(1s);
    for (const char* name : {"completed", "left", "silent", "waiting"})
        EXPECT_EQ(last(name), 1u) << name;
}

TEST_F(Live, AMissedSecondIsAGapAndNotAZero) {
    create(1);
    pass(1s);
    join(6);
    pass(3s);
    ASSERT_EQ(rows().size(), 2u);
    EXPECT_EQ(rows()[1].second, kStartSecond + 4);
    EXPECT_EQ(rows()[1].covers, 3u);
    EXPECT_EQ(last("arrived"), 6u);
}

TEST_F(Live, ASecondIsSampledOnce) {
    create(1);
    pass(1s);
    join(1);
    history.sample(source, totals, now + 999ms);
    EXPECT_EQ(rows().size(), 1u);
    pass(1s);
    EXPECT_EQ(last("arrived"), 1u);
}

TEST_F(Live, CountsFromBeforeTheStartAreNotCountedAgain) {
    create(1);
    join(5);
    history.begin(source, now);
    join(2);
    pass(1s);
    EXPECT_EQ(last("waiting"), 7u);
    EXPECT_EQ(last("arrived"), 2u);
}

TEST_F(Live, AMinuteSumsCountsAndKeepsTheLastLevel) {
    create(1);
    for (int second = 0; second < 60; ++second) {
        join(1);
        pass(1s);  // The last one is the first second of the next minute.
    }
    const auto& minutes = rows(LiveStep::kMinute);
    ASSERT_EQ(minutes.size(), 2u);
    EXPECT_EQ(minutes[0].second, kStartSecond);
    EXPECT_EQ(minutes[0].covers, 59u);
    EXPECT_EQ(minutes[0].values[column("arrived")], 59u);
    EXPECT_EQ(minutes[0].values[column("waiting")], 59u);
    EXPECT_EQ(minutes[1].second, kStartSecond + 60);
    EXPECT_EQ(minutes[1].values[column("arrived")], 1u);
}

TEST_F(Live, AnHourOfSecondsAndAWeekOfMinutesAreKept) {
    create(1);
    for (std::size_t i = 0; i < EventSeries::kSecondsMax + 60; ++i)
        pass(1s);
    EXPECT_EQ(rows().size(), EventSeries::kSecondsMax);
    EXPECT_EQ(rows().front().second, kStartSecond + 61);
    for (std::size_t i = 0; i < EventSeries::kMinutesMax; ++i)
        pass(60s);
    EXPECT_EQ(rows(LiveStep::kMinute).size(), EventSeries::kMinutesMax);
}

TEST_F(Live, LinesThatStandStillHaveNoRows) {
    create(1, Lifecycle::kDraft);
    create(2, Lifecycle::kClosed);
    pass(1s);
    EXPECT_EQ(history.find(EventId{1}), nullptr);
    EXPECT_EQ(history.find(EventId{2}), nullptr);
}

TEST_F(Live, TheLastChangesOfAClosingLineAreCounted) {
    create(1);
    pass(1s);
    join(2);
    apply(kEvent, fact::LifecycleChanged{Lifecycle::kClosed});
    pass(1s);
    EXPECT_EQ(last("arrived"), 2u);
    pass(1s);
    EXPECT_EQ(rows().size(), 2u);
}

TEST_F(Live, AnArchivedEventGivesItsHistoryUp) {
    create(1);
    pass(1s);
    apply(kEvent, fact::LifecycleChanged{Lifecycle::kArchived});
    pass(1s);
    EXPECT_EQ(history.find(kEvent), nullptr);
}

TEST_F(Live, TheLineThatEndedLongestAgoMakesRoomForANewOne) {
    for (std::uint32_t id = 1; id <= LiveHistory::kEventsMax; ++id)
        create(id);
    pass(1s);
    for (const std::uint32_t id : {7u, 9u}) {
        apply(EventId{id}, fact::LifecycleChanged{Lifecycle::kClosed});
        pass(1s);
        pass(1s);
    }
    create(100);
    pass(1s);
    EXPECT_EQ(history.find(EventId{7}), nullptr);
    EXPECT_NE(history.find(EventId{9}), nullptr);
    EXPECT_NE(history.find(EventId{100}), nullptr);
}

TEST_F(Live, WhileAllLinesLiveOneMoreHasNoHistory) {
    for (std::uint32_t id = 1; id <= LiveHistory::kEventsMax + 1; ++id)
        create(id);
    pass(1s);
    pass(1s);
    EXPECT_EQ(history.find(EventId{LiveHistory::kEventsMax + 1}), nullptr);
    ASSERT_NE(history.find(kEvent), nullptr);
    EXPECT_EQ(rows().size(), 2u);
}

TEST_F(Live, TheServersCountsAreThoseOfTheSecond) {
    totals.loops.counters["requests_total"] = 10;
    totals.loops.counters["polls"] = 4;
    totals.batches = 2;
    totals.commit_us = 300;
    pass(1s);
    totals.loops.counters["requests_total"] = 17;
    totals.loops.counters["polls"] = 5;
    totals.batches = 4;
    totals.commit_us = 1'300;
    totals.queue_depth = 9;
    totals.loop_lag = 70us;
    pass(1s);
    EXPECT_EQ(last_of_server("requests"), 7u);
    EXPECT_EQ(last_of_server("polls"), 1u);
    EXPECT_EQ(last_of_server("commitMeanUs"), 500u);
    EXPECT_EQ(last_of_server("queueDepth"), 9u);
    EXPECT_EQ(last_of_server("loopLagUs"), 70u);
}

TEST_F(Live, TheLatencyIsThatOfTheSecondAlone) {
    totals.loops.status_ns.record(50'000'000);
    pass(1s);
    EXPECT_NEAR(last_of_server("statusP99Us"), 50'000, 50'000 / 32 + 1);
    totals.loops.status_ns.record(20'000);
    pass(1s);
    EXPECT_NEAR(last_of_server("statusP99Us"), 20, 1);
    pass(1s);
    EXPECT_EQ(last_of_server("statusP99Us"), 0u);
}

TEST_F(Live, TheMostFrequentRefusalsOfTheMinuteComeFirst) {
    refuse(ErrorCode::kTooManyRequests, 5);
    refuse(ErrorCode::kLineFull, 2);
    pass(1s);
    refuse(ErrorCode::kLineFull, 9);
    totals.loops.refused(http::kErrorCodes) += 1;
    pass(1s);
    const auto top = history.top_refusals(2);
    ASSERT_EQ(top.size(), 2u);
    EXPECT_EQ(top[0].code, "LINE_FULL");
    EXPECT_EQ(top[0].count, 11u);
    EXPECT_EQ(top[1].code, "TOO_MANY_REQUESTS");
    EXPECT_EQ(history.top_refusals(9).back().code, "HEAD_MALFORMED");
    pass(59s);
    EXPECT_EQ(history.top_refusals(9).front().count, 9u);
    pass(1s);
    EXPECT_TRUE(history.top_refusals(9).empty());
}

TEST_F(Live, TheTopRefusalOfAMinuteIsThatOfItsWorstSecond) {
    refuse(ErrorCode::kTooManyRequests, 5);
    pass(1s);
    refuse(ErrorCode::kLineFull, 9);
    pass(1s);
    refuse(ErrorCode::kNotFound, 1);
    pass(1s);
    const auto& minute = history.server().rows(LiveStep::kMinute).back();
    const TopRefusal top{minute.values[server_column(kTopRefusalColumn)]};
    EXPECT_EQ(history.refused_code(top.index()), "LINE_FULL");
    EXPECT_EQ(top.count(), 9u);
    EXPECT_EQ(minute.values[server_column("refusals")], 15u);
}

TEST_F(Live, TheErrorsOfAMinuteAreAddedUpByCode) {
    create(1);
    refuse(ErrorCode::kLineFull, 3);
    refuse(ErrorCode::kEventNotFound, 5);
    pass(1s);
    refuse(ErrorCode::kLineFull, 4);
    pass(1s);
    const ErrorSeries::Row* const minute = history.errors().find(LiveStep::kMinute, kStartSecond);
    ASSERT_NE(minute, nullptr);
    EXPECT_EQ(history.refused_code(minute->top[0].index()), "LINE_FULL");
    EXPECT_EQ(minute->top[0].count(), 7u);
    EXPECT_EQ(minute->top[1].count(), 5u);
    EXPECT_EQ(minute->top[2].count(), 0u);
}

TEST_F(Live, MinutesComeBackAfterARestart) {
    create(1);
    refuse(ErrorCode::kLineFull, 3);
    join(3);
    pass(1s);
    const auto taken = history.minutes(0, kStartSecond + 1);
    EXPECT_EQ(taken.size(), 3u);  // One of the server, one of the event and one of the errors.
    LiveHistory next;
    for (const LiveMinute& minute : taken)
        next.restore(minute, now);
    EXPECT_EQ(next.minutes(0, kStartSecond + 1), taken);
    EXPECT_TRUE(next.minutes(kStartSecond + 1, kStartSecond + 61).empty());
}

TEST_F(Live, AMinuteThatWasCutInTwoGoesOn) {
    create(1);
    join(3);
    pass(1s);
    const auto taken = history.minutes(0, kStartSecond + 1);
    LiveHistory next;
    for (const LiveMinute& minute : taken)
        next.restore(minute, now);
    next.begin(source, now);
    join(2);
    next.sample(source, totals, now + 1s);
    const auto& minutes = next.find(kEvent)->rows(LiveStep::kMinute);
    ASSERT_EQ(minutes.size(), 1u);
    EXPECT_EQ(minutes[0].values[column("arrived")], 5u);
}

TEST_F(Live, AMinuteThatHasNotComeYetIsNoMemory) {
    LiveMinute later{LiveMinute::Kind::kErrors, {}, kStartSecond + 60, 0, {}};
    later.values.resize(ErrorSeries::kCodesMax);
    history.restore(later, now);
    EXPECT_TRUE(history.errors().rows(LiveStep::kMinute).empty());
}

}  // namespace
}  // namespace onsale::server
