// What one process decides, another one learns from the rows.
#include <gtest/gtest.h>

#include "adapter/postgres/client/handles.hpp"
#include "tests/postgres/event/event_site.hpp"

namespace onsale::postgres {
namespace {

using namespace waiting_room::command;

class Replica : public OnStore {
  protected:
    void decide_much(EventId event) {
        ASSERT_TRUE(call(one.office, ChangeLifecycle{event, LifecycleAction::kUnpublish, false}));
        ASSERT_TRUE(call(one.office, ChangeLifecycle{event, LifecycleAction::kPublish, false}));
        ASSERT_TRUE(call(one.office, FreezeDeadlines{event, true, false}));
        time.advance(5min);
        ASSERT_TRUE(call(one.office, FreezeDeadlines{event, false, false}));
        ASSERT_TRUE(call(one.office, MoveDeadlines{event, 10min, false}));
        ASSERT_TRUE(open_hall(one, event, "fri"));
        ASSERT_TRUE(call(one.sale_office,
                         sale::command::SetHallRules{event, "fri", {.seats_per_hold = 2}, false}));
        ASSERT_TRUE(call(one.sale_office, sale::command::SetBrake{event, 7}));
    }
};

TEST_F(Replica, AnotherProcessReplaysToTheSameBytes) {
    const EventId event = create(one);
    decide_much(event);
    refresh(two);
    EXPECT_EQ(two.bytes(), one.bytes());
    EXPECT_EQ(two.replica.seq(event), one.replica.seq(event));
    EXPECT_EQ(two.replica.find(event)->brake(), 7U);
}

TEST_F(Replica, EventsAndHallsHaveTheSameNumbersInEveryProcess) {
    const EventId first = create(one, "first");
    const EventId second = create(two, "second");
    ASSERT_TRUE(open_hall(two, second, "fri"));
    ASSERT_TRUE(open_hall(one, first, "fri"));
    refresh(two);
    for (const StoreSide* side : {&one, &two}) {
        EXPECT_EQ(side->replica.state().halls().find(second, "fri")->value, 1U);
        EXPECT_EQ(side->replica.state().halls().find(first, "fri")->value, 2U);
    }
    EXPECT_EQ(sql("SELECT event_id FROM halls WHERE id = 1"), std::to_string(second.value));
}

TEST_F(Replica, ReadsManyRowsInParts) {
    const EventId event = create(one);
    (void)sql("INSERT INTO event_facts (event_id, seq, at, facts) "
              "SELECT 1, n, now(), '' FROM generate_series(2, 2500) n; "
              "UPDATE events SET seq = 2500");
    refresh(two);
    EXPECT_EQ(two.replica.seq(event), 2500U);
    ASSERT_TRUE(call(one.sale_office, sale::command::SetBrake{event, 3}));
    EXPECT_EQ(one.replica.seq(event), 2501U);
}

TEST_F(Replica, DoesNotDecideOnFactsThatItCannotRead) {
    const EventId event = create(one);
    refresh(two);
    (void)sql("INSERT INTO event_facts (event_id, seq, at, facts) VALUES (1, 2, now(), '\\xff'); "
              "UPDATE events SET seq = 2");
    EXPECT_EQ(run(two.replica.refresh(two.client, in(10s)))->cause, CallCause::kSchema);
    const auto refused = call(two.sale_office, sale::command::SetBrake{event, 3});
    EXPECT_EQ(refused.error().error, sale::OfficeError::kUnavailable);
    EXPECT_EQ(sql("SELECT count(*) FROM event_facts"), "2");
}

TEST_F(Replica, ColumnsSayWhatTheFactsSay) {
    const EventId event = create(one);
    ASSERT_TRUE(open_hall(one, event, "fri"));
    auto edited = event_settings("tour");
    edited->title = "Last tour";
    edited->performances[0].starts_at = kNow + 300h;
    ASSERT_TRUE(call(one.office, EditEvent{event, edited, {}, false}));
    ASSERT_TRUE(call(one.office, ChangeLifecycle{event, LifecycleAction::kOpen, false}));
    EXPECT_EQ(sql("SELECT concat_ws('|', key, seq, lifecycle, published, name, venue, total_seats, "
                  "event_date = (SELECT timestamptz 'epoch' + interval '1800950400 s')) "
                  "FROM events"),
              "tour|4|2|t|Last tour|Arena|10|t");
    EXPECT_EQ(sql("SELECT open_date = last_at FROM events"), "t") << "opened before its time";
}

TEST_F(Replica, PlansAreNotRepeatedInFacts) {
    const EventId event = create(one);
    ASSERT_TRUE(open_hall(one, event, "fri"));
    EXPECT_EQ(sql("SELECT octet_length(facts) FROM event_facts WHERE seq = 2"), "0");
    EXPECT_EQ(sql("SELECT (octet_length(plan) > 100 AND plan_digest = sha256(plan))::text "
                  "FROM halls WHERE event_id = 1 AND seq = 2"),
              "true");
}

TEST_F(Replica, TimeOfAnEventNeverGoesBack) {
    const EventId event = create(one);
    time.advance(-1h);
    ASSERT_TRUE(call(one.sale_office, sale::command::SetBrake{event, 1}));
    EXPECT_EQ(sql("SELECT count(DISTINCT at) FROM event_facts"), "1");
}

TEST_F(Replica, ListenersHearOfEveryRow) {
    const std::string address =
        "host=127.0.0.1 user=postgres dbname=postgres port=" + std::to_string(server().port());
    const ConnectionHandle listener{PQconnectdb(address.c_str())};
    const ResultHandle listens{PQexec(listener.get(), "LISTEN onsale_events")};
    const EventId event = create(one);
    ASSERT_TRUE(call(one.sale_office, sale::command::SetBrake{event, 1}));
    std::vector<std::string> heard;
    run_until([&] {
        PQconsumeInput(listener.get());
        while (PGnotify* const news = PQnotifies(listener.get())) {
            heard.emplace_back(news->extra);
            PQfreemem(news);
        }
        return heard.size() == 2;
    });
    EXPECT_EQ(heard, (std::vector<std::string>{"1 1", "1 2"}));
}

}  // namespace
}  // namespace onsale::postgres
