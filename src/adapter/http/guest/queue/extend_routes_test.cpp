#include <gtest/gtest.h>

#include "adapter/http/api/context/test_reply.hpp"
#include "adapter/http/guest/test_guest_site.hpp"
#include "seat/domain/test_hall.hpp"
#include "token/entry_token.hpp"
#include "token/visitor_token.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using testing::Answered;
using testing::kTestStart;
using waiting_room::EventId;
namespace fact = waiting_room::fact;

class ExtendRoutesTest : public ::testing::Test, protected testing::TestGuestSite {
  protected:
    ExtendRoutesTest() {
        waiting_room::EventSettings settings;
        settings.key = "demo";
        settings.title = "Demo";
        settings.opens_at = kTestStart;
        settings.rules.max_active = 1;
        publish_settings(settings);
        room_.publish(EventId{1}, {fact::LifecycleChanged{waiting_room::Lifecycle::kOpen}});
        context_.sale.apply(sale::fact::HallOpened{
            .event = EventId{1},
            .performance = "p1",
            .plan = std::make_shared<const seat::HallPlan>(seat::test_plan()),
            .rules = {},
            .seating = nullptr});
        const std::string visitor =
            "onsale_v=" + token::seal(*context_.keys, token::new_visitor(kTestStart));
        const Answered entered = post("enter", R"({"eventId":"demo"})", {{"Cookie", visitor}});
        entry_ = entered.text("entryToken");
        queue_ = entered.text("token");
        guest_ = token::open_queue_token(*context_.keys, queue_)->token.guest;
    }

    void publish_settings(const waiting_room::EventSettings& settings) {
        auto shared = std::make_shared<const waiting_room::EventSettings>(settings);
        if (room_.room.size() == 0)
            room_.publish(EventId{1}, {fact::EventCreated{std::move(shared)}});
        else
            room_.publish(EventId{1}, {fact::EventEdited{std::move(shared)}});
    }
    Answered post(std::string_view what, std::string_view body, std::vector<Header> headers = {}) {
        Request request;
        request.method = Method::kPost;
        const std::string path = "/api/queue/" + std::string{what};
        request.path = path;
        request.body = body;
        headers.push_back({"X-Onsale-Request", "1"});
        headers.push_back({"Content-Type", "application/json"});
        return testing::call(site_, io_, request, std::move(headers));
    }
    Answered extend(std::string_view body = R"({"eventId":"demo"})") {
        return post("extend", body, {{"X-Queue-Entry-Token", entry_}});
    }
    Answered get(std::string_view path, std::string_view query, std::vector<Header> headers = {}) {
        Request request;
        request.method = Method::kGet;
        request.path = path;
        request.query = query;
        return testing::call(site_, io_, request, std::move(headers));
    }
    void hold(Duration left) {
        context_.sale.apply(sale::fact::HallChanged{
            {1}, seat::fact::SeatsHeld{guest_, {1}, kTestStart + left, {{0}}, {}, {}}});
    }

    std::string entry_;
    std::string queue_;
    GuestId guest_;
};

TEST_F(ExtendRoutesTest, SaysUntilWhenTheGuestHasTime) {
    const Answered answer = extend();
    ASSERT_EQ(answer.status, 200) << answer.body;
    // 2027-01-15T08:00:00 plus ten minutes of the admission and two more.
    EXPECT_EQ(answer.text("admissionExpiresAt"), "2027-01-15T08:12:00.000+00:00");
    EXPECT_EQ(answer.json().at("extensionsLeft").as_int64(), 0);
    EXPECT_FALSE(answer.json().at("frozen").as_bool());
    EXPECT_FALSE(answer.reads("holdExpiresAt"));
}

TEST_F(ExtendRoutesTest, RenewsTheEntryToken) {
    const Answered answer = extend();
    const auto claims = token::open_entry_token(*context_.keys, answer.text("entryToken"));
    ASSERT_TRUE(claims);
    EXPECT_EQ(claims->expires_at, std::chrono::floor<std::chrono::seconds>(kTestStart) + 12min);
    EXPECT_TRUE(answer.says("onsale_e_demo=" + answer.text("entryToken")));
}

TEST_F(ExtendRoutesTest, SaysUntilWhenSeatsAreHeldUnlessTheyAreBeingPaid) {
    hold(7min);
    EXPECT_EQ(extend(R"({"eventId":"demo","extension":1})").text("holdExpiresAt"),
              "2027-01-15T08:07:00.000+00:00");
    context_.sale.apply(sale::fact::HallChanged{{1}, seat::fact::PayingStarted{guest_, {{0}}}});
    EXPECT_FALSE(extend(R"({"eventId":"demo","extension":1})").reads("holdExpiresAt"));
}

TEST_F(ExtendRoutesTest, TheSameOneAgainIsAnsweredAgainAndTheNextRefused) {
    const Answered first = extend(R"({"eventId":"demo","extension":1})");
    const Answered again = extend(R"({"eventId":"demo","extension":1})");
    EXPECT_EQ(again.status, 200);
    EXPECT_EQ(again.text("admissionExpiresAt"), first.text("admissionExpiresAt"));
    const Answered next = extend(R"({"eventId":"demo","extension":2})");
    EXPECT_EQ(next.status, 409);
    EXPECT_EQ(next.code(), "EXTENSION_USED");
    EXPECT_EQ(extend().code(), "EXTENSION_USED");
    EXPECT_EQ(metrics_.counters.cells(
                  "rejections_total")[static_cast<std::size_t>(ErrorCode::kExtensionUsed)],
              2u);
}

TEST_F(ExtendRoutesTest, IsRefusedWhereTheEventGivesNone) {
    waiting_room::EventSettings settings = context_.view.find(EventId{1})->settings();
    settings.rules.extension = 0s;
    publish_settings(settings);
    const Answered answer = extend();
    EXPECT_EQ(answer.status, 409);
    EXPECT_EQ(answer.code(), "EXTENSION_NOT_ALLOWED");
}

TEST_F(ExtendRoutesTest, NeedsALiveAdmission) {
    const Answered without = post("extend", R"({"eventId":"demo"})");
    EXPECT_EQ(without.status, 403);
    EXPECT_EQ(without.code(), "ENTRY_TOKEN_REQUIRED");
    EXPECT_EQ(without.json().at_pointer("/details/redirectTo").as_string(), "/queue/demo");
    (void)post("leave", R"({"eventId":"demo"})", {{"X-Queue-Token", queue_}});
    EXPECT_EQ(extend().code(), "ENTRY_TOKEN_REQUIRED");
}

TEST_F(ExtendRoutesTest, RefusesWhatIsNoSuchCall) {
    EXPECT_EQ(extend(R"({"eventId":"other"})").status, 404);
    for (const char* const body :
         {R"({})", R"({"eventId":"demo","extension":0})", R"({"eventId":"demo","extension":11})",
          R"({"eventId":"demo","extension":"1"})", R"({"eventId":"demo","seconds":9})"})
        EXPECT_EQ(extend(body).status, 400) << body;
}

TEST_F(ExtendRoutesTest, ThePollsOfTheAdmittedSayHowOftenAndTheEventHowMuch) {
    const auto left = [&] {
        return get("/api/queue/status", "eventId=demo", {{"X-Queue-Token", queue_}})
            .json()
            .at("extensionsLeft")
            .as_int64();
    };
    EXPECT_EQ(left(), 1);
    (void)extend();
    EXPECT_EQ(left(), 0);
    const auto event = get("/api/events/demo", "").json().at("event");
    EXPECT_EQ(event.at("extension").as_int64(), 120);
    EXPECT_EQ(event.at("extensions").to_number<int>(), 1);
}

}  // namespace
}  // namespace onsale::http
