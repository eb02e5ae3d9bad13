// What happens by time, decided by whichever process comes first.
#include "adapter/postgres/event/event_calendar.hpp"

#include <gtest/gtest.h>

#include "base/base64url.hpp"
#include "tests/postgres/event/event_site.hpp"

namespace onsale::postgres {
namespace {

using namespace waiting_room::command;
using waiting_room::Lifecycle;

class Calendar : public OnStore {
  protected:
    EventId create_lobby() {
        auto settings = event_settings("tour");
        settings->order = waiting_room::OrderPolicy::kLobbyShuffle;
        settings->lobby_opens_at = kNow + 1h;
        settings->closes_at = kNow + 48h;
        settings->phases = {phase(waiting_room::Eligibility::kEverybody, kNow + 24h, kNow + 25h)};
        const auto created = call(one.office, CreateEvent{settings});
        EXPECT_TRUE(created) << (created ? "" : created.error().field + created.error().message);
        return created.value().event;
    }
    void follow(EventCalendar& calendar, EventId event) {
        const auto error = run(calendar.follow(event));
        ASSERT_FALSE(error) << error->words;
    }
    void beat(EventCalendar& calendar) {
        const auto error = run(calendar.beat());
        ASSERT_FALSE(error) << error->words;
    }

    EventCalendar first{one.store};
    EventCalendar second{two.store};
};

TEST_F(Calendar, FollowsAnEventFromLobbyToEnd) {
    const EventId event = create_lobby();
    EXPECT_TRUE(first.due().empty());
    for (const auto& [at, lifecycle] :
         {std::pair{1h, Lifecycle::kLobby}, {24h, Lifecycle::kOpen}, {48h, Lifecycle::kClosed}}) {
        time.set_wall(kNow + at);
        EXPECT_EQ(first.due(), std::vector{event});
        follow(first, event);
        EXPECT_TRUE(first.due().empty());
        EXPECT_EQ(one.replica.find(event)->lifecycle(), lifecycle);
    }
    refresh(two);
    EXPECT_EQ(two.bytes(), one.bytes());
}

TEST_F(Calendar, AStepIsTakenOnceHoweverManyProcessesAsk) {
    const EventId event = create_lobby();
    refresh(two);
    time.set_wall(kNow + 1h);
    std::vector<boost::asio::awaitable<std::optional<CallError>>> calls;
    for (EventCalendar* const calendar : {&first, &second, &first, &second})
        calls.push_back(calendar->follow(event));
    for (const auto& error : all(std::move(calls)))
        EXPECT_FALSE(error);
    EXPECT_EQ(sql("SELECT seq FROM events"), "2");
}

TEST_F(Calendar, TheSecretOfADrawIsNotAmongTheFacts) {
    const EventId event = create_lobby();
    time.set_wall(kNow + 1h);
    follow(first, event);
    const Sha256Digest digest = sha256("entropy");
    const std::string secret =
        "decode('" + hex_encode({reinterpret_cast<const char*>(digest.data()), digest.size()}) +
        "', 'hex')";
    EXPECT_EQ(sql("SELECT count(*) FROM draw_secrets WHERE seq = 2 AND secret = " + secret), "1");
    EXPECT_EQ(sql("SELECT count(*) FROM event_facts WHERE position(" + secret + " IN facts) > 0"),
              "0");
    refresh(two);
    EXPECT_EQ(two.replica.find(event)->draw_secret(), sha256("entropy"));
}

TEST_F(Calendar, AGapWithoutAProcessMovesDeadlinesOnce) {
    const EventId event = create(one);
    refresh(two);
    beat(first);
    time.advance(4s);
    beat(second);
    EXPECT_EQ(sql("SELECT seq FROM events"), "1") << "no gap";
    time.advance(1min);
    std::vector<boost::asio::awaitable<std::optional<CallError>>> calls;
    for (EventCalendar* const calendar : {&first, &second})
        calls.push_back(calendar->beat());
    for (const auto& error : all(std::move(calls)))
        EXPECT_FALSE(error);
    refresh(one);
    EXPECT_EQ(one.replica.find(event)->clock().behind(), 1min);
    EXPECT_EQ(sql("SELECT seq FROM events"), "2");
}

TEST_F(Calendar, AGapIsNotedOnceAlsoIfTheProcessDiedOverIt) {
    const EventId event = create(one);
    (void)create(one, "other");
    beat(first);
    time.advance(1min);
    beat(first);
    // It came as far as the first event.
    (void)sql("UPDATE heartbeat SET beat_at = beat_at - interval '1 min'");
    (void)sql("UPDATE lines SET resumed_at = resumed_at - interval '1 min' WHERE event_id = 2");
    beat(second);
    EXPECT_EQ(two.replica.find(event)->clock().behind(), 1min);
    EXPECT_EQ(two.replica.find({2})->clock().behind(), 2min);
}

TEST_F(Calendar, ArchivedEventsAreLeftAlone) {
    const EventId event = create(one);
    ASSERT_TRUE(call(one.office, ChangeLifecycle{event, LifecycleAction::kArchive, false}));
    beat(first);
    time.advance(1h);
    beat(first);
    EXPECT_EQ(sql("SELECT seq FROM events"), "2");
}

}  // namespace
}  // namespace onsale::postgres
