#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "adapter/http/api/context/test_unpack.hpp"
#include "adapter/http/guest/test_guest_site.hpp"
#include "seat/domain/test_hall.hpp"
#include "token/visitor_token.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using sale::HoldError;
using seat::HallError;
using seat::SeatIndex;
using seat::Wish;
using testing::Answered;
using testing::kTestStart;
using waiting_room::EventId;
using waiting_room::EventSettings;
using waiting_room::Lifecycle;

// Returns the results that the test sets and records its calls.
struct TestHolds final : sale::SeatHolds {
    sale::HoldOutcome outcome = sale::Held{{1}, {{{{0}, 1}, {{1}, 1}}, kTestStart + 10min}};
    sale::ReleaseOutcome released = 2U;
    std::vector<sale::command::SelectSeats> selects;
    std::vector<sale::command::SelectBest> bests;
    std::vector<sale::command::ReleaseSeats> releases;

    Call<sale::command::SelectSeats> call(sale::command::SelectSeats select) override {
        selects.push_back(std::move(select));
        co_return outcome;
    }
    Call<sale::command::SelectBest> call(sale::command::SelectBest select) override {
        bests.push_back(std::move(select));
        co_return outcome;
    }
    Call<sale::command::ReleaseSeats> call(sale::command::ReleaseSeats release) override {
        releases.push_back(std::move(release));
        co_return released;
    }
};

constexpr std::string_view kHall = "eventId=demo&performanceId=p1";

class SeatRoutesTest : public ::testing::Test, public testing::TestGuestSite {
  protected:
    SeatRoutesTest() {
        context_.holds = &holds_;
        EventSettings settings;
        settings.key = "demo";
        settings.opens_at = kTestStart;
        settings.rules.max_active = 1;
        settings_ = std::make_shared<EventSettings>(settings);
        room_.publish(EventId{1}, {waiting_room::fact::EventCreated{settings_},
                                   waiting_room::fact::LifecycleChanged{Lifecycle::kOpen}});
        context_.sale.apply(sale::fact::HallOpened{
            .event = EventId{1},
            .performance = "p1",
            .plan = std::make_shared<const seat::HallPlan>(seat::test_plan()),
            .rules = {},
            .seating = nullptr});
        enter();
    }

    void enter() {
        const std::string cookie =
            "onsale_v=" + token::seal(*context_.keys, token::new_visitor(kTestStart));
        const auto entered = call(
            Method::kPost, "/api/queue/enter",
            {{"Cookie", cookie}, {"X-Onsale-Request", "1"}, {"Content-Type", "application/json"}},
            "", R"({"eventId":"demo"})");
        entry_ = std::string{entered.json().at("entryToken").as_string()};
        queue_ = std::string{entered.json().at("token").as_string()};
        guest_ = token::open_queue_token(*context_.keys, queue_)->token.guest;
    }
    Answered get_seats(std::vector<Header> headers = {}, std::string_view query = kHall) {
        headers.push_back({"X-Queue-Entry-Token", entry_});
        return call(Method::kGet, "/api/booking/seats", std::move(headers), query);
    }
    Answered post(std::string_view what, std::string_view body) {
        return call(Method::kPost, "/api/booking/seats/" + std::string{what},
                    {{"X-Queue-Entry-Token", entry_}, {"Content-Type", "application/json"}}, "",
                    body);
    }
    Answered select(std::string_view seats = R"(["A1","A2"])") {
        return post("select", R"({"eventId":"demo","performanceId":"p1","seatIds":)" +
                                  std::string{seats} + "}");
    }
    Answered best(std::string_view fields) {
        return post("best",
                    R"({"eventId":"demo","performanceId":"p1",)" + std::string{fields} + "}");
    }
    void hold(seat::Seats seats) {
        context_.sale.apply(sale::fact::HallChanged{
            {1}, seat::fact::SeatsHeld{guest_, {1}, kTestStart + 10min, std::move(seats), {}, {}}});
    }

    // Another process has admitted the guest, and this view does not know it yet.
    void hear_nothing() {
        views_.line = {};
        for (waiting_room::FactBody body :
             {waiting_room::FactBody{waiting_room::fact::EventCreated{settings_}},
              waiting_room::FactBody{waiting_room::fact::LifecycleChanged{Lifecycle::kOpen}}})
            views_.line.apply({EventId{1}, std::move(body)}, kTestStart);
    }

    TestHolds holds_;
    std::shared_ptr<EventSettings> settings_;
    std::string entry_;
    std::string queue_;
    GuestId guest_;
};

TEST_F(SeatRoutesTest, TheMapShowsTheGuestItsOwnHold) {
    hold({{0}, {3}});
    const auto answer = get_seats();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(boost::json::serialize(answer.json().at("mine")), "[0,3]");
    EXPECT_EQ(answer.json().at("states").as_string().subview(0, 5), "hffhf");
    EXPECT_EQ(answer.json().at("hold").at("until").as_string(), "2027-01-15T08:10:00.000+00:00");
    EXPECT_TRUE(answer.says("Cache-Control: private, no-cache"));
}

TEST_F(SeatRoutesTest, AnUnchangedMapIsNotSentAgainUntilTheHoldChanges) {
    const auto first = get_seats();
    ASSERT_TRUE(first.says("ETag: W/\"0\"\r\n"));
    const auto again = get_seats({{"If-None-Match", "W/\"0\""}});
    EXPECT_EQ(again.status, 304);
    EXPECT_TRUE(again.body.empty());
    EXPECT_TRUE(again.says("ETag: W/\"0\"\r\n"));
    hold({{0}});  // The picture has not changed, but the guest's own part has.
    EXPECT_EQ(get_seats({{"If-None-Match", "W/\"0\""}}).status, 200);
}

TEST_F(SeatRoutesTest, AMapFedFromElsewhereSaysWhenItWasTrue) {
    context_.view_age = [](EventId) { return 1500ms; };
    const auto answer = get_seats();
    EXPECT_EQ(answer.json().at("asOf").as_string(), "2027-01-15T07:59:58.500+00:00");
    EXPECT_FALSE(answer.json().as_object().contains("degraded"));
    EXPECT_TRUE(answer.says("ETag: "));
}

TEST_F(SeatRoutesTest, AnOldMapSaysSoAndIsSentEachTime) {
    context_.view_age = [](EventId) { return 2500ms; };
    const auto answer = get_seats({{"If-None-Match", "W/\"0\""}});
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.json().at("degraded").as_string(), "stale");
    EXPECT_FALSE(answer.says("ETag: "));
}

TEST_F(SeatRoutesTest, AnUnavailableStoreMayBeAskedAgain) {
    context_.degraded = Degraded::kRedisGone;
    holds_.outcome = fail(sale::HoldRefusal{.error = HoldError::kUnavailable});
    const auto answer = select();
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.code(), "STORAGE_UNAVAILABLE");
    EXPECT_TRUE(answer.says("Retry-After: 1"));
}

TEST_F(SeatRoutesTest, AMovedDeadlineIsAnotherAnswer) {
    hold({{0}});
    const auto first = get_seats();
    const std::size_t at = first.headers.find("W/");
    const std::string tag = first.headers.substr(at, first.headers.find("\r\n", at) - at);
    EXPECT_EQ(get_seats({{"If-None-Match", tag}}).status, 304);
    room_.publish(EventId{1}, {waiting_room::fact::DeadlinesMoved{5min}});
    EXPECT_EQ(get_seats({{"If-None-Match", tag}}).status, 200);
}

TEST_F(SeatRoutesTest, AVersionThatIsNoneIsRefusedByItsName) {
    const auto refused = get_seats({}, "eventId=demo&performanceId=p1&since=x");
    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(refused.details(), R"({"field":"since"})");
    EXPECT_TRUE(get_seats({}, "eventId=demo&performanceId=p1&since=0")
                    .json()
                    .as_object()
                    .contains("changes"));
}

TEST_F(SeatRoutesTest, TheMapNeedsALiveAdmissionUnlessItIsPublic) {
    const auto refused = call(Method::kGet, "/api/booking/seats", {}, kHall);
    EXPECT_EQ(refused.status, 403);
    EXPECT_EQ(refused.details(), R"({"redirectTo":"/queue/demo"})");
    auto settings = std::make_shared<sale::SaleSettings>();
    settings->public_map = true;
    context_.sale.apply(sale::fact::SettingsSet{EventId{1}, settings});
    EXPECT_EQ(call(Method::kGet, "/api/booking/seats", {}, kHall).status, 200);
}

TEST_F(SeatRoutesTest, LookingAtTheMapClaimsTheAdmission) {
    const auto& ledger = context_.view.find(EventId{1})->ledger();
    ASSERT_FALSE(ledger.begin()->second.claimed);
    get_seats();
    EXPECT_TRUE(ledger.begin()->second.claimed);
}

TEST_F(SeatRoutesTest, AnUnknownEventOrPerformanceIsNotFound) {
    EXPECT_EQ(get_seats({}, "eventId=no&performanceId=p1").code(), "EVENT_NOT_FOUND");
    EXPECT_EQ(get_seats({}, "eventId=demo&performanceId=p2").code(), "PERFORMANCE_NOT_FOUND");
}

TEST_F(SeatRoutesTest, ThePlanIsPublicPackedAndKept) {
    const auto plain = call(Method::kGet, "/api/booking/hall", {}, kHall);
    EXPECT_EQ(plain.status, 200);
    EXPECT_TRUE(plain.says("Cache-Control: public"));
    EXPECT_EQ(plain.json().at("name").as_string(), "Small hall");
    const auto packed =
        call(Method::kGet, "/api/booking/hall", {{"Accept-Encoding", "gzip"}}, kHall);
    EXPECT_TRUE(packed.says("Content-Encoding: gzip"));
    EXPECT_EQ(testing::unpacked(packed.body, 100'000), plain.body);
    EXPECT_EQ(call(Method::kGet, "/api/booking/hall", {{"If-None-Match", "*"}}, kHall).status, 304);
}

TEST_F(SeatRoutesTest, SelectAsksForTheSeatsUnderTheAdmission) {
    const auto held = select();
    EXPECT_EQ(held.status, 200);
    ASSERT_EQ(holds_.selects.size(), 1U);
    EXPECT_EQ(holds_.selects[0].seats, (std::vector<std::string>{"A1", "A2"}));
    EXPECT_EQ(holds_.selects[0].buyer.guest, guest_);
    EXPECT_EQ(holds_.selects[0].buyer.performance, "p1");
    EXPECT_EQ(boost::json::serialize(held.json().at("seatIds")), R"(["A1","A2"])");
    EXPECT_EQ(boost::json::serialize(held.json().at("mine")), "[0,1]");
    EXPECT_EQ(held.json().at("hold").at("until").as_string(), "2027-01-15T08:10:00.000+00:00");
}

// The hold may end after the deadline that the cookie was set with.
TEST_F(SeatRoutesTest, ChosenSeatsSetTheEntryCookieAgain) {
    using waiting_room::Keep;
    const auto number = token::open_queue_token(*context_.keys, queue_)->token.number;
    room_.publish({1}, {waiting_room::fact::AdmissionKept{{number}, Keep::kBySeats}});
    EXPECT_FALSE(select().says("Set-Cookie")) << "the place was not shown";
    for (const auto& [what, wish] :
         {std::pair{"select", R"("seatIds":["A1","A2"])"}, std::pair{"best", R"("count":2)"}}) {
        const auto body = std::string{R"({"eventId":"demo","performanceId":"p1",)"} + wish + "}";
        const auto held = call(Method::kPost, "/api/booking/seats/" + std::string{what},
                               {{"X-Queue-Entry-Token", entry_},
                                {"X-Queue-Token", queue_},
                                {"Content-Type", "application/json"}},
                               "", body);
        ASSERT_EQ(held.status, 200) << held.body;
        EXPECT_TRUE(held.says("Set-Cookie: onsale_e_demo=")) << held.headers;
    }
}

TEST_F(SeatRoutesTest, SeatsThatWereTakenAreNamedAndOthersOffered) {
    holds_.outcome =
        fail(sale::HoldRefusal{HoldError::kHall, {HallError::kSeatTaken, {{1}}, {{4}, {5}}}, {}});
    const auto refused = select();
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(refused.code(), "SEAT_TAKEN");
    EXPECT_EQ(refused.details(),
              R"({"seats":["A2"],"offers":["A5","A6"],"seatsFree":29,"seatsMayReturn":0})");
}

TEST_F(SeatRoutesTest, SeatsThatDoNotExistAreNamed) {
    holds_.outcome =
        fail(sale::HoldRefusal{HoldError::kHall, {HallError::kUnknownSeat, {}, {}}, {"Z\"9"}});
    const auto refused = select();
    EXPECT_EQ(refused.code(), "SEAT_NOT_FOUND");
    EXPECT_EQ(refused.json().at("details").at("seats").at(0).as_string(), "Z\"9");
}

TEST_F(SeatRoutesTest, AnAdmissionThatEndedMeanwhileLeadsBackToTheQueue) {
    holds_.outcome = fail(sale::HoldRefusal{.error = HoldError::kNoAdmission});
    const auto refused = select();
    EXPECT_EQ(refused.status, 403);
    EXPECT_EQ(refused.details(), R"({"redirectTo":"/queue/demo"})");
}

TEST_F(SeatRoutesTest, PriceStateAndOwnerAreNobodysToSend) {
    for (const char* field : {"price", "state", "owner", "guest", "fence"}) {
        const std::string extra = '"' + std::string{field} + R"(":"x")";
        const std::string body =
            R"({"eventId":"demo","performanceId":"p1","seatIds":["A1"],)" + extra + "}";
        EXPECT_EQ(post("select", body).code(), "BAD_FIELD") << field;
        EXPECT_EQ(best(R"("count":1,)" + extra).code(), "BAD_FIELD") << field;
    }
    EXPECT_TRUE(holds_.selects.empty() && holds_.bests.empty());
}

TEST_F(SeatRoutesTest, SelectIsStrictAboutItsSeats) {
    std::string many = "[\"A1\"";
    for (int i = 0; i < 31; ++i)
        many += ",\"A1\"";
    for (const std::string& seats :
         {std::string{"null"}, std::string{"\"A1\""}, std::string{"[1]"}, std::string{"[\"\"]"},
          std::string{"[]"}, std::string{"[\"A 1\"]"}, many + "]",
          "[\"" + std::string(40, 'A') + "\"]"}) {
        const auto refused = select(seats);
        EXPECT_EQ(refused.details(), R"({"field":"seatIds"})") << seats;
    }
}

TEST_F(SeatRoutesTest, NothingIsTouchedWithoutALiveAdmission) {
    call(Method::kDelete, "/api/queue/leave", {{"X-Queue-Token", queue_}}, "eventId=demo");
    EXPECT_EQ(select().code(), "ENTRY_TOKEN_REQUIRED");
    EXPECT_EQ(best(R"("count":2)").code(), "ENTRY_TOKEN_REQUIRED");
    EXPECT_EQ(post("release", R"({"eventId":"demo","performanceId":"p1"})").code(),
              "ENTRY_TOKEN_REQUIRED");
    EXPECT_TRUE(holds_.selects.empty() && holds_.bests.empty() && holds_.releases.empty());
}

TEST_F(SeatRoutesTest, AForeignPageCannotUseTheGuestsCookie) {
    const std::string cookie = "onsale_e_demo=" + entry_;
    const auto refused = call(Method::kPost, "/api/booking/seats/select",
                              {{"Cookie", cookie},
                               {"Origin", "https://evil.example"},
                               {"Content-Type", "application/json"}},
                              "", R"({"eventId":"demo","performanceId":"p1","seatIds":["A1"]})");
    EXPECT_EQ(refused.code(), "FOREIGN_ORIGIN");
}

TEST_F(SeatRoutesTest, BestTranslatesTheWishIntoTheHallsNumbers) {
    const auto held =
        best(R"("count":3,"kind":"standing","grades":["S"],"section":"1","priceMax":120000)");
    EXPECT_EQ(held.status, 200);
    ASSERT_EQ(holds_.bests.size(), 1U);
    const sale::command::SelectBest& asked = holds_.bests[0];
    EXPECT_EQ(asked.wish.kind, Wish::Kind::kStanding);
    EXPECT_EQ(asked.wish.count, 3U);
    EXPECT_EQ(asked.wish.grades, seat::grade_set(1));
    EXPECT_EQ(asked.wish.section, seat::SectionIndex{0});
    EXPECT_EQ(asked.price_max, 120'000);
}

TEST_F(SeatRoutesTest, BestNamesTheFieldThatIsWrong) {
    const auto field = [&](std::string_view fields) {
        return std::string{best(fields).json().at("details").at("field").as_string()};
    };
    EXPECT_EQ(field(R"("kind":"seats")"), "count");
    EXPECT_EQ(field(R"("count":0)"), "count");
    EXPECT_EQ(field(R"("count":1.5)"), "count");
    EXPECT_EQ(field(R"("count":32)"), "count");
    EXPECT_EQ(field(R"("count":1,"kind":"sofa")"), "kind");
    EXPECT_EQ(field(R"("count":1,"grades":["Q"])"), "grades");
    EXPECT_EQ(field(R"("count":1,"grades":[])"), "grades");
    EXPECT_EQ(field(R"("count":1,"section":"9")"), "section");
    EXPECT_EQ(field(R"("count":1,"priceMax":-1)"), "priceMax");
    EXPECT_EQ(field(R"("count":1,"priceMax":1000000000001)"), "priceMax");
    EXPECT_EQ(field(R"("count":1,"colour":"red")"), "colour");
    EXPECT_EQ(best(R"("count":1,"grades":["Q"])").code(), "GRADE_NOT_FOUND");
    EXPECT_EQ(best(R"("count":1,"section":"9")").code(), "SECTION_NOT_FOUND");
}

TEST_F(SeatRoutesTest, EventAndPerformanceAreKeys) {
    for (const std::string key : {"", "P1", "p 1", "p/1", "가"}) {
        const std::string performance = R"({"eventId":"demo","performanceId":")" + key + R"("})";
        EXPECT_EQ(post("release", performance).details(), R"({"field":"performanceId"})") << key;
        const std::string event = R"({"eventId":")" + key + R"(","performanceId":"p1"})";
        EXPECT_EQ(post("release", event).details(), R"({"field":"eventId"})") << key;
    }
}

// The id of an area may have 32 letters, followed by the unit's number.
TEST_F(SeatRoutesTest, AUnitOfAnAreaWithTheLongestIdCanBeChosen) {
    EXPECT_EQ(select("[\"" + std::string(32, 'A') + "-300000\"]").status, 200);
}

TEST_F(SeatRoutesTest, AnAdmissionThatThisViewHasNotHeardOfIsForRedisToJudge) {
    hear_nothing();
    EXPECT_EQ(select().code(), "ENTRY_TOKEN_REQUIRED");
    EXPECT_TRUE(holds_.selects.empty());
    context_.restores_places = true;
    EXPECT_EQ(select().status, 200);
    EXPECT_EQ(holds_.selects.size(), 1u);
    EXPECT_EQ(get_seats().status, 200);
}

TEST_F(SeatRoutesTest, AnAdmissionThatHasEndedHasEndedEverywhere) {
    context_.restores_places = true;
    views_.line.apply(
        {EventId{1}, waiting_room::fact::PlaceEnded{{1}, waiting_room::EndReason::kCompleted}},
        kTestStart);
    EXPECT_EQ(select().code(), "ENTRY_TOKEN_REQUIRED");
}

TEST_F(SeatRoutesTest, ReleaseWorksByBothMethods) {
    EXPECT_EQ(post("release", R"({"eventId":"demo","performanceId":"p1"})").body,
              R"({"released":2})");
    EXPECT_EQ(call(Method::kDelete, "/api/booking/seats/release", {{"X-Queue-Entry-Token", entry_}},
                   kHall)
                  .body,
              R"({"released":2})");
    EXPECT_EQ(holds_.releases.size(), 2U);
}

TEST_F(SeatRoutesTest, EveryHallErrorHasACodeOfTheApi) {
    for (int i = 0; i <= static_cast<int>(HallError::kOutcomeUnknown); ++i) {
        holds_.outcome =
            fail(sale::HoldRefusal{HoldError::kHall, {static_cast<HallError>(i), {}, {}}, {}});
        limits_ = GuestLimits{GuestRates{}};
        EXPECT_NE(select().code(), "INTERNAL") << i;
    }
}

TEST_F(SeatRoutesTest, AllTakenSaysHowManyMayReturn) {
    const std::uint32_t all = context_.sale.counts(EventId{1})[seat::SeatState::kFree];
    seat::Seats seats;
    for (std::uint32_t i = 0; i < all; ++i)
        seats.push_back({i});
    hold(seats);
    holds_.outcome = fail(sale::HoldRefusal{HoldError::kHall, {HallError::kNotEnough, {}, {}}, {}});
    const auto answer = best(R"("count":2)");
    EXPECT_EQ(answer.code(), "NOT_ENOUGH_SEATS");
    EXPECT_EQ(answer.details(), R"({"seatsFree":0,"seatsMayReturn":)" + std::to_string(all) + "}");
}

TEST_F(SeatRoutesTest, WhenNothingCanComeBackItIsSoldOut) {
    room_.publish(EventId{1}, {waiting_room::fact::SoldOutSet{true}});
    holds_.outcome =
        fail(sale::HoldRefusal{HoldError::kHall, {HallError::kSeatTaken, {{0}}, {}}, {}});
    EXPECT_EQ(select().code(), "SOLD_OUT");
}

TEST_F(SeatRoutesTest, AStatusSaysWhatIsLeft) {
    const auto status =
        call(Method::kGet, "/api/queue/status", {{"X-Queue-Token", queue_}}, "eventId=demo");
    EXPECT_EQ(status.json().at("seatsFree").as_int64(), 29);
    EXPECT_EQ(status.json().at("seatsMayReturn").as_int64(), 0);
    EXPECT_FALSE(status.json().as_object().contains("odds"));  // Already admitted.
}

}  // namespace
}  // namespace onsale::http
