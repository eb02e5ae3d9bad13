#include <gtest/gtest.h>

#include "adapter/http/api/context/test_reply.hpp"
#include "adapter/http/api/context/test_room.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "token/entry_token.hpp"
#include "token/guest.hpp"
#include "token/key/test_keys.hpp"
#include "token/visitor_token.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using testing::Answered;
using testing::kTestStart;
using testing::TestRoom;
using testing::TestTime;
using waiting_room::EnterError;
using waiting_room::EventId;
using waiting_room::Number;
namespace fact = waiting_room::fact;

// Restores guests at the place of their token, as Redis does after a failover.
class RestoringRoom : public TestRoom {
  public:
    std::vector<waiting_room::command::Enter> enters;
    std::optional<EnterError> refuses;
    std::optional<Number> gives;  // A different place than the one in the token.

    using TestRoom::call;
    Call<waiting_room::command::Enter> call(waiting_room::command::Enter enter) override {
        enters.push_back(enter);
        if (refuses) co_return fail(*refuses);
        const Number number = gives.value_or(enter.shown.value_or(Number{1}));
        context->view.apply({enter.event, fact::PlaceRestored{enter.guest, number}}, kTestStart);
        co_return number;
    }
};

class RestoreTest : public ::testing::Test {
  protected:
    RestoreTest() {
        room_.context = &context_;
        context_.restores_places = true;
        waiting_room::EventSettings settings;
        settings.key = "demo";
        settings.opens_at = kTestStart;
        settings.rules.stream_front = 1000;
        room_.publish(EventId{1},
                      {fact::EventCreated{std::make_shared<waiting_room::EventSettings>(settings)},
                       fact::LifecycleChanged{waiting_room::Lifecycle::kOpen}});
    }

    // A token for a place that the view does not know.
    std::string token(std::uint32_t number = 7) const {
        return token::seal(*context_.keys, token::QueueToken{1, guest_, number});
    }
    Answered get(std::string_view path, std::vector<Header> headers, std::string_view query = "") {
        Request request;
        request.method = Method::kGet;
        request.path = path;
        request.query = query;
        return testing::call(site_, io_, request, std::move(headers));
    }
    Answered status() {
        return get("/api/queue/status", {{"X-Queue-Token", token()}}, "eventId=demo");
    }
    void poll_as_let_in(const GuestId& guest, std::uint32_t number, Duration left = 10min) {
        const auto seconds = [](Instant at) {
            return std::chrono::floor<std::chrono::seconds>(at);
        };
        const token::EntryClaims claims{
            .event = "demo",
            .guest = guest,
            .admission = waiting_room::admission_id(Number{number}, 1).value,
            .issued_at = seconds(kTestStart - 5min),
            .expires_at = seconds(kTestStart + left)};
        get("/api/queue/status",
            {{"X-Queue-Token", token()},
             {"X-Queue-Entry-Token", token::seal(*context_.keys, claims)}},
            "eventId=demo");
    }
    Answered post(std::string_view path, std::vector<Header> headers) {
        Request request;
        request.method = Method::kPost;
        request.path = path;
        request.body = R"({"eventId":"demo"})";
        headers.push_back({"X-Onsale-Request", "1"});
        headers.push_back({"Content-Type", "application/json"});
        return testing::call(site_, io_, request, std::move(headers));
    }

    boost::asio::io_context io_;
    TestTime time_;
    SaleClock clock_{time_, kTestStart};
    RestoringRoom room_;
    LoopViews views_;
    LoopContext context_{.loop = io_,
                         .clock = clock_,
                         .view = views_.line,
                         .sale = views_.sale,
                         .buying = views_.buying,
                         .lines = room_,
                         .office = room_,
                         .keys = std::make_shared<const token::Keys>(token::test_keys(1))};
    token::VisitorToken visitor_ = token::new_visitor(kTestStart);
    GuestId guest_ =
        token::guest_of(*context_.keys, token::GuestSource::kVisitor, visitor_.subject());
    LoopMetrics metrics_;
    GuestLimits limits_{GuestRates{}};
    GuestSite site_{context_, {}, limits_, metrics_, [](StreamHub::Key) {}};
};

TEST_F(RestoreTest, APollWithATokenPutsTheGuestBackAtItsPlace) {
    const Answered answer = status();
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json().at("status").as_string(), "waiting");
    ASSERT_EQ(room_.enters.size(), 1);
    EXPECT_EQ(room_.enters[0].guest, guest_);
    EXPECT_EQ(room_.enters[0].shown, Number{7});
    EXPECT_TRUE(room_.enters[0].only_back) << "a poll is no request to join";
    EXPECT_FALSE(room_.enters[0].was_inside);
}

TEST_F(RestoreTest, AnEntryTokenOfThatPlaceShowsThatItsGuestWasInside) {
    poll_as_let_in(guest_, 7);
    EXPECT_TRUE(room_.enters.back().was_inside);
}

TEST_F(RestoreTest, AnyOtherEntryTokenShowsNothing) {
    poll_as_let_in(guest_, 8);
    EXPECT_FALSE(room_.enters.back().was_inside) << "of another place";
}

TEST_F(RestoreTest, AnEntryTokenOfAnotherGuestShowsNothing) {
    poll_as_let_in(GuestId{}, 7);
    EXPECT_FALSE(room_.enters.back().was_inside);
}

TEST_F(RestoreTest, AnEntryTokenWhoseTimeIsOverShowsNothing) {
    poll_as_let_in(guest_, 7, -1min);
    EXPECT_FALSE(room_.enters.back().was_inside);
}

TEST_F(RestoreTest, TheNextPollAsksNobody) {
    status();
    EXPECT_EQ(status().json().at("status").as_string(), "waiting");
    EXPECT_EQ(room_.enters.size(), 1);
}

TEST_F(RestoreTest, NothingIsRestoredWhereNothingCanBeLost) {
    context_.restores_places = false;
    EXPECT_EQ(status().json().at("status").as_string(), "expired");
    EXPECT_TRUE(room_.enters.empty());
}

TEST_F(RestoreTest, APlaceThatHasEndedStaysSo) {
    status();
    views_.line.apply({EventId{1}, fact::PlaceEnded{Number{7}, waiting_room::EndReason::kRevoked}},
                      kTestStart);
    const Answered answer = status();
    EXPECT_EQ(answer.json().at("reason").as_string(), "revoked");
    EXPECT_EQ(room_.enters.size(), 1);
}

TEST_F(RestoreTest, AForgedTokenBringsNothing) {
    EXPECT_EQ(get("/api/queue/status", {{"X-Queue-Token", "forged"}}, "eventId=demo").status, 401);
    EXPECT_TRUE(room_.enters.empty());
}

TEST_F(RestoreTest, WithoutAnAnswerItIsToldToComeAgainNotThatThePlaceIsGone) {
    for (const EnterError passing :
         {EnterError::kUnavailable, EnterError::kOutcomeUnknown, EnterError::kUnknownEvent}) {
        room_.refuses = passing;
        const Answered answer = status();
        EXPECT_EQ(answer.status, 503) << answer.body;
        EXPECT_TRUE(answer.says("Retry-After: 1"));
    }
}

TEST_F(RestoreTest, AGuestRefusedByTheRulesHearsThatThePlaceIsGone) {
    room_.refuses = EnterError::kBarred;
    EXPECT_EQ(status().json().at("status").as_string(), "expired");
}

TEST_F(RestoreTest, AnotherPlaceComesWithItsToken) {
    room_.gives = Number{9};
    const Answered answer = status();
    const auto opened =
        token::open_queue_token(*context_.keys, std::string{answer.json().at("token").as_string()});
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->token.number, 9);
}

TEST_F(RestoreTest, PositionAndHeartbeatRestoreAsWell) {
    const Answered position =
        get("/api/queue/position", {{"X-Queue-Token", token()}}, "eventId=demo");
    EXPECT_EQ(position.json().at("status").as_string(), "waiting");
    EXPECT_TRUE(position.says("onsale_q_demo="));
    const Answered heartbeat = post("/api/queue/heartbeat", {{"X-Queue-Token", token(8)}});
    EXPECT_EQ(heartbeat.json().at("status").as_string(), "waiting") << heartbeat.body;
    EXPECT_EQ(room_.enters.size(), 2);
}

TEST_F(RestoreTest, AStreamLeavesItToThePoll) {
    const Answered answer = get("/api/queue/stream", {{"X-Queue-Token", token()}}, "eventId=demo");
    EXPECT_EQ(answer.code(), "STREAM_OFF");
}

TEST_F(RestoreTest, ThePageComesBackWithThePlace) {
    const std::string cookie = "onsale_q_demo=" + token();
    const Answered first = get("/en/queue/demo", {{"Cookie", cookie}}, "plain=1");
    EXPECT_EQ(first.status, 303);
    EXPECT_TRUE(first.says("Location: /en/queue/demo?plain=1\r\n")) << first.headers;
    EXPECT_EQ(get("/en/queue/demo", {{"Cookie", cookie}}, "plain=1").status, 200);
}

TEST_F(RestoreTest, ARefusedPageIsNotSentRoundInCircles) {
    room_.refuses = EnterError::kUnavailable;
    const std::string cookie = "onsale_q_demo=" + token();
    const Answered first = get("/en/queue/demo", {{"Cookie", cookie}}, "plain=1");
    EXPECT_TRUE(first.says("Location: /en/queue/demo?plain=1&refused=")) << first.headers;
    EXPECT_NE(get("/en/queue/demo", {{"Cookie", cookie}}, "refused=OVERLOADED").status, 303);
}

TEST_F(RestoreTest, EnteringShowsTheTokensPlace) {
    const std::string cookie = "onsale_v=" + token::seal(*context_.keys, visitor_);
    const Answered answer =
        post("/api/queue/enter", {{"Cookie", cookie}, {"X-Queue-Token", token()}});
    EXPECT_EQ(answer.status, 200) << answer.body;
    ASSERT_EQ(room_.enters.size(), 1);
    EXPECT_EQ(room_.enters[0].shown, Number{7});
}

TEST_F(RestoreTest, NobodyShowsAnothersPlace) {
    const std::string cookie =
        "onsale_v=" + token::seal(*context_.keys, token::new_visitor(kTestStart));
    post("/api/queue/enter", {{"Cookie", cookie}, {"X-Queue-Token", token()}});
    ASSERT_EQ(room_.enters.size(), 1);
    EXPECT_EQ(room_.enters[0].shown, std::nullopt);
}

TEST_F(RestoreTest, WhereNothingCanBeLostEnteringShowsNothing) {
    context_.restores_places = false;
    const std::string cookie = "onsale_v=" + token::seal(*context_.keys, visitor_);
    post("/api/queue/enter", {{"Cookie", cookie}, {"X-Queue-Token", token()}});
    ASSERT_EQ(room_.enters.size(), 1);
    EXPECT_EQ(room_.enters[0].shown, std::nullopt);
}

TEST_F(RestoreTest, AnEventThatRedisHasLostIsNotUnknownToGuests) {
    room_.refuses = EnterError::kUnknownEvent;
    const std::string cookie = "onsale_v=" + token::seal(*context_.keys, visitor_);
    const Answered answer = post("/api/queue/enter", {{"Cookie", cookie}});
    EXPECT_EQ(answer.status, 503);
    EXPECT_TRUE(answer.says("Retry-After: 1"));
}

TEST_F(RestoreTest, EveryAnswerSaysHowOldTheViewIs) {
    std::optional<Duration> age = 120ms;
    context_.view_age = [&](EventId) { return age; };
    status();
    const auto fresh = status().json();
    EXPECT_EQ(fresh.at("viewAgeMs").as_int64(), 120);
    EXPECT_FALSE(fresh.as_object().contains("degraded"));
    age = 2001ms;
    EXPECT_EQ(status().json().at("degraded").as_string(), "stale");
    context_.degraded = Degraded::kRedisGone;
    EXPECT_EQ(status().json().at("degraded").as_string(), "redis_gone");
    const Answered position =
        get("/api/queue/position", {{"X-Queue-Token", token()}}, "eventId=demo");
    EXPECT_EQ(position.json().at("degraded").as_string(), "redis_gone");
}

}  // namespace
}  // namespace onsale::http
