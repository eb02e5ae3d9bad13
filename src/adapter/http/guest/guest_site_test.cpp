#include "adapter/http/guest/guest_site.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <gtest/gtest.h>

#include "adapter/http/guest/test_guest_site.hpp"
#include "seat/domain/test_hall.hpp"
#include "token/visitor_token.hpp"

namespace onsale::http {
namespace {

using testing::Answered;
using testing::kTestStart;
using waiting_room::EventId;
using waiting_room::EventSettings;
using waiting_room::Lifecycle;
namespace fact = waiting_room::fact;

class GuestSiteTest : public ::testing::Test, public testing::TestGuestSite {
  protected:
    GuestSiteTest() {
        EventSettings settings;
        settings.key = "demo";
        settings.title = "Demo";
        settings.opens_at = kTestStart;
        settings.rules.max_active = 1;
        room_.publish(EventId{1}, {fact::EventCreated{std::make_shared<EventSettings>(settings)},
                                   fact::LifecycleChanged{Lifecycle::kOpen}});
    }

    // Enters as a new browser and returns its queue token.
    std::string enter() {
        cookie_ = "onsale_v=" + token::seal(*context_.keys, token::new_visitor(kTestStart));
        entered_ = call(
            Method::kPost, "/api/queue/enter",
            {{"Cookie", cookie_}, {"X-Onsale-Request", "1"}, {"Content-Type", "application/json"}},
            "", R"({"eventId":"demo"})");
        return entered_.status == 200 ? std::string{entered_.json().at("token").as_string()} : "";
    }

    Answered status(const std::string& token) {
        return call(Method::kGet, "/api/queue/status", {{"X-Queue-Token", token}}, "eventId=demo");
    }

    std::string cookie_;
    Answered entered_;
};

TEST_F(GuestSiteTest, TheFirstIsAdmittedTheSecondWaitsFirstInLine) {
    enter();
    EXPECT_EQ(entered_.json().at("status").as_string(), "admitted");
    const auto answer = status(enter()).json();
    EXPECT_EQ(answer.at("status").as_string(), "waiting");
    EXPECT_EQ(answer.at("position").as_int64(), 1);
}

TEST_F(GuestSiteTest, EnteringSetsHttpOnlyCookiesAndIsNeverCached) {
    enter();
    EXPECT_NE(entered_.headers.find("Set-Cookie: onsale_q_demo="), std::string::npos);
    EXPECT_NE(entered_.headers.find("Set-Cookie: onsale_e_demo="), std::string::npos);
    EXPECT_NE(entered_.headers.find("HttpOnly"), std::string::npos);
    EXPECT_NE(entered_.headers.find("private, no-store"), std::string::npos);
}

TEST_F(GuestSiteTest, AStatusPollDoesNotClaimAVerifyDoes) {
    const std::string token = enter();
    const std::string entry{entered_.json().at("entryToken").as_string()};
    status(token);
    const auto& ledger = context_.view.find(EventId{1})->ledger();
    EXPECT_FALSE(ledger.begin()->second.claimed);
    const Answered verified = call(Method::kGet, "/api/verify",
                                   {{"X-Onsale-Event", "demo"}, {"X-Queue-Entry-Token", entry}});
    EXPECT_EQ(verified.status, 204);
    EXPECT_TRUE(ledger.begin()->second.claimed);
}

TEST_F(GuestSiteTest, VerifyAsksTheLedgerNotOnlyTheSignature) {
    const std::string token = enter();
    const std::string entry{entered_.json().at("entryToken").as_string()};
    call(Method::kDelete, "/api/queue/leave", {{"X-Queue-Token", token}}, "eventId=demo");
    const Answered refused = call(Method::kGet, "/api/verify",
                                  {{"X-Onsale-Event", "demo"}, {"X-Queue-Entry-Token", entry}});
    EXPECT_EQ(refused.status, 403);
    EXPECT_EQ(refused.json().at("details").at("redirectTo").as_string(), "/queue/demo");
}

TEST_F(GuestSiteTest, AQueueTokenIsNoEntryToken) {
    const std::string token = enter();
    EXPECT_EQ(call(Method::kGet, "/api/verify",
                   {{"X-Onsale-Event", "demo"}, {"X-Queue-Entry-Token", token}})
                  .status,
              403);
}

TEST_F(GuestSiteTest, AGuestIsLimitedByItsTokenAndAForgedTokenByItsAddress) {
    const std::string token = enter();
    int refused = 0;
    for (int i = 0; i < 50; ++i)
        refused += status(token).status == 429 ? 1 : 0;
    EXPECT_GT(refused, 0);
    int forged_refused = 0;
    for (int i = 0; i < 400; ++i)
        forged_refused += status(std::string(58, 'A')).status == 429 ? 1 : 0;
    EXPECT_GT(forged_refused, 0);
}

TEST_F(GuestSiteTest, ATokenOfAnotherEventIsRefused) {
    const std::string token = enter();
    EXPECT_EQ(
        call(Method::kGet, "/api/queue/status", {{"X-Queue-Token", token}}, "eventId=other").code(),
        "QUEUE_TOKEN_INVALID");
}

TEST_F(GuestSiteTest, AFormThatIsRefusedGoesBackToItsPage) {
    const Answered answered = call(Method::kPost, "/ko/queue/demo", {}, "", "action=enter");
    EXPECT_EQ(answered.status, 303);
    EXPECT_NE(answered.headers.find("Location: /ko/queue/demo?plain=1&refused=VISITOR_REQUIRED"),
              std::string::npos);
}

TEST_F(GuestSiteTest, CacheableAnswersSetNoCookieAndRefuseUnknownQueryKeys) {
    for (const char* path :
         {"/api/events", "/api/events/demo", "/api/queue/serving/demo", "/api/queue/order/demo"}) {
        const Answered answered = call(Method::kGet, path, {{"Cookie", "onsale_v=x"}});
        EXPECT_EQ(answered.status, 200) << path;
        EXPECT_NE(answered.headers.find("public, max-age=1"), std::string::npos) << path;
        EXPECT_EQ(answered.headers.find("Set-Cookie"), std::string::npos) << path;
    }
    EXPECT_EQ(call(Method::kGet, "/api/events", {}, "x=1").code(), "UNKNOWN_QUERY_KEY");
}

TEST_F(GuestSiteTest, TheLineIsServedWithTheOddsOfWhoJoinsNow) {
    context_.sale.apply(
        sale::fact::HallOpened{.event = EventId{1},
                               .performance = "p1",
                               .plan = std::make_shared<const seat::HallPlan>(seat::test_plan()),
                               .rules = {},
                               .seating = nullptr});
    const auto answer = call(Method::kGet, "/api/queue/serving/demo", {}).json();
    EXPECT_GT(answer.at("seatsFree").as_int64(), 0);
    EXPECT_EQ(answer.at("seatsMayReturn").as_int64(), 0);
    EXPECT_EQ(answer.at("odds").at("answer").as_string(), "likely");
    const std::string page = call(Method::kGet, "/en/queue/demo", {}, "plain=1").body;
    EXPECT_NE(page.find("likely: about"), page.npos);
}

TEST_F(GuestSiteTest, ALineWithoutSeatsIsServedWithoutOdds) {
    const auto answer = call(Method::kGet, "/api/queue/serving/demo", {}).json();
    EXPECT_FALSE(answer.as_object().contains("seatsFree"));
    EXPECT_EQ(call(Method::kGet, "/en/queue/demo", {}, "plain=1").body.find("seatsFree"),
              std::string::npos);
}

// For a guest an unpublished event does not exist.
TEST_F(GuestSiteTest, AnUnpublishedEventIsNowhere) {
    EventSettings settings;
    settings.key = "secret";
    settings.title = "Surprise Show";
    settings.opens_at = kTestStart;
    settings.published = false;
    room_.publish(EventId{2}, {fact::EventCreated{std::make_shared<EventSettings>(settings)}});
    for (const char* const path : {"/api/events/", "/api/queue/serving/", "/api/queue/order/"}) {
        const Answered answer = call(Method::kGet, path + std::string{"secret"}, {});
        EXPECT_EQ(answer.status, 404) << path;
        EXPECT_EQ(answer.code(), "EVENT_NOT_FOUND") << path;
    }
    EXPECT_EQ(call(Method::kGet, "/en/queue/secret", {}, "plain=1").status, 404);
    for (const Answered& list :
         {call(Method::kGet, "/api/events", {}), call(Method::kGet, "/en/", {}, "plain=1")}) {
        EXPECT_EQ(list.status, 200);
        EXPECT_NE(list.body.find("Demo"), std::string::npos);
        EXPECT_EQ(list.body.find("Surprise"), std::string::npos);
    }
    EXPECT_EQ(call(Method::kGet, "/api/events/demo", {}).body.find("published"), std::string::npos);
}

TEST_F(GuestSiteTest, UnknownPathsAndMethodsHaveTheirCodes) {
    EXPECT_EQ(call(Method::kGet, "/api/nothing", {}).code(), "NOT_FOUND");
    EXPECT_EQ(call(Method::kPost, "/api/events", {}).code(), "METHOD_NOT_ALLOWED");
    EXPECT_EQ(call(Method::kGet, "/ko/nothing", {}).status, 404);
}

TEST_F(GuestSiteTest, AnIllFormedProofIsABadFieldWhereNoneIsNeeded) {
    enter();
    for (const char* proof : {"7", "null", "[]", R"("x")", "{}", R"({"challenge":"a"})",
                              R"({"challenge":"a","nonce":1})", R"({"challenge":"a","nonce":"x"})",
                              R"({"challenge":"a","nonce":"1","more":1})"}) {
        const Answered answered = call(
            Method::kPost, "/api/queue/enter",
            {{"Cookie", cookie_}, {"X-Onsale-Request", "1"}, {"Content-Type", "application/json"}},
            "", R"({"eventId":"demo","proof":)" + std::string{proof} + "}");
        EXPECT_EQ(answered.status, 400) << proof;
        EXPECT_EQ(answered.code(), "BAD_FIELD") << proof;
        EXPECT_EQ(answered.json().at("details").at("field").as_string(), "proof") << proof;
    }
    EXPECT_EQ(
        call(Method::kPost, "/api/queue/enter",
             {{"Cookie", cookie_}, {"X-Onsale-Request", "1"}, {"Content-Type", "application/json"}},
             "", R"({"eventId":"demo","proof":{"challenge":"a","nonce":"1"}})")
            .status,
        200);
}

// A client that sends an empty header states that it has no token.
TEST_F(GuestSiteTest, AnEmptyTokenHeaderDoesNotFallBackToTheCookie) {
    const std::string token = enter();
    const std::string entry{entered_.json().at("entryToken").as_string()};
    const std::string cookies = "onsale_q_demo=" + token + "; onsale_e_demo=" + entry;
    const auto poll = [&](std::vector<Header> headers) {
        headers.push_back({"Cookie", cookies});
        return call(Method::kGet, "/api/queue/status", headers, "eventId=demo");
    };
    EXPECT_EQ(poll({}).status, 200);
    EXPECT_EQ(poll({{"X-Queue-Token", ""}}).code(), "QUEUE_TOKEN_REQUIRED");
    const auto verify = [&](std::vector<Header> headers) {
        headers.push_back({"Cookie", cookies});
        headers.push_back({"X-Onsale-Event", "demo"});
        return call(Method::kGet, "/api/verify", headers);
    };
    EXPECT_EQ(verify({{"X-Queue-Entry-Token", ""}}).code(), "ENTRY_TOKEN_REQUIRED");
}

TEST_F(GuestSiteTest, AnAddressWithoutItsEventNamesIt) {
    const std::string token = enter();
    for (const auto& [method, path] : {std::pair{Method::kGet, "/api/queue/status"},
                                       {Method::kGet, "/api/queue/position"},
                                       {Method::kGet, "/api/queue/stream"},
                                       {Method::kDelete, "/api/queue/leave"}}) {
        const Answered answered = call(method, path, {{"X-Queue-Token", token}});
        EXPECT_EQ(answered.code(), "BAD_FIELD") << path;
        EXPECT_EQ(answered.json().at("details").at("field").as_string(), "eventId") << path;
    }
}

TEST_F(GuestSiteTest, EveryBodyNamesTheFieldThatIsWrong) {
    std::string token;
    const auto field = [&](std::string_view path, const std::string& body) {
        const Answered answered = call(Method::kPost, path,
                                       {{"Cookie", cookie_},
                                        {"X-Queue-Token", token},
                                        {"X-Onsale-Request", "1"},
                                        {"Content-Type", "application/json"}},
                                       "", body);
        EXPECT_EQ(answered.status, 400) << path << body;
        const auto details = answered.json().at("details").as_object();
        const auto* const named = details.if_contains("field");
        return named != nullptr ? std::string{named->as_string()} : "";
    };
    for (const std::string_view path :
         {"/api/queue/enter", "/api/queue/heartbeat", "/api/queue/leave", "/api/queue/move",
          "/api/queue/move/take", "/api/queue/extend"}) {
        token = enter();  // A new guest for each path, because of the rate limit per guest.
        EXPECT_EQ(field(path, "{}"), "eventId") << path;
        EXPECT_EQ(field(path, R"({"eventId":"Demo"})"), "eventId") << path;
        EXPECT_EQ(field(path, R"({"eventId":"demo","who":1})"), "who") << path;
        EXPECT_EQ(field(path, R"({"eventId":"demo","eventId":"other"})"), "eventId") << path;
    }
    token = enter();
    EXPECT_EQ(
        field("/api/queue/enter", R"({"eventId":"demo","code":")" + std::string(65, 'c') + "\"}"),
        "code");
    EXPECT_EQ(field("/api/visitor", R"({"who":1})"), "who");
    // A long name is shortened, and no character is cut in two.
    EXPECT_EQ(field("/api/visitor", R"({"a가가가가가가가가가가가가가가가가가가가가가가":1})"),
              "a가가가가가가가가가가가가가가가가가가가가가");
}

TEST_F(GuestSiteTest, VerifyWithoutTheProxysEventSaysWhatIsMissing) {
    const Answered answered = call(Method::kGet, "/api/verify", {});
    EXPECT_EQ(answered.status, 400);
    EXPECT_EQ(answered.json().at("details").at("field").as_string(), "X-Onsale-Event");
    EXPECT_EQ(call(Method::kGet, "/api/verify", {{"X-Onsale-Event", "other"}}).code(),
              "EVENT_NOT_FOUND");
}

TEST_F(GuestSiteTest, WithoutAllowedOriginsNothingIsSaidAboutThem) {
    const Answered answered =
        call(Method::kGet, "/api/events", {{"Origin", "https://shop.example"}});
    EXPECT_FALSE(answered.headers.contains("Origin"));
    EXPECT_EQ(call(Method::kOptions, "/api/events",
                   {{"Origin", "https://shop.example"}, {"Access-Control-Request-Method", "GET"}})
                  .status,
              405);
}

TEST_F(GuestSiteTest, HeartbeatsReachTheLineOnceASecond) {
    status(enter());
    site_.every_second();
    EXPECT_EQ(room_.seen_numbers.size(), 1u);
}

// A device that has a place, and another device that takes it.
class DeviceMoveTest : public GuestSiteTest {
  protected:
    Answered post(std::string_view path, const std::string& cookie, const std::string& body) {
        return call(
            Method::kPost, path,
            {{"Cookie", cookie}, {"X-Onsale-Request", "1"}, {"Content-Type", "application/json"}},
            "", body);
    }
    std::string new_code(const std::string& token) {
        const auto answer = call(Method::kPost, "/api/queue/move",
                                 {{"X-Queue-Token", token}, {"Content-Type", "application/json"}},
                                 "", R"({"eventId":"demo"})");
        if (answer.status != 200) return answer.code();
        return std::string{answer.json().at("code").as_string()};
    }
    Answered take(const std::string& code, std::string cookie = "") {
        if (cookie.empty())
            cookie = "onsale_v=" + token::seal(*context_.keys, token::new_visitor(kTestStart));
        return post("/api/queue/move/take", cookie,
                    R"({"eventId":"demo","code":")" + code + R"("})");
    }
};

TEST_F(DeviceMoveTest, TheCodeBringsTheAdmissionWithItsTokens) {
    const std::string old = enter();
    const Answered taken = take(new_code(old));
    EXPECT_EQ(taken.json().at("status").as_string(), "admitted");
    EXPECT_NE(taken.headers.find("Set-Cookie: onsale_q_demo="), std::string::npos);
    EXPECT_NE(taken.headers.find("Set-Cookie: onsale_e_demo="), std::string::npos);
    EXPECT_NE(taken.headers.find("private, no-store"), std::string::npos);
    EXPECT_EQ(status(std::string{taken.json().at("token").as_string()}).json().at("status"),
              "admitted");
    EXPECT_EQ(status(old).json().at("status"), "moved");
}

TEST_F(DeviceMoveTest, TheOldEntryTokenOpensNothing) {
    const std::string old = enter();
    const std::string entry{entered_.json().at("entryToken").as_string()};
    ASSERT_EQ(take(new_code(old)).status, 200);
    const auto verified = call(Method::kGet, "/api/verify",
                               {{"X-Onsale-Event", "demo"}, {"X-Queue-Entry-Token", entry}});
    EXPECT_EQ(verified.code(), "ENTRY_TOKEN_REQUIRED");
    EXPECT_FALSE(room_.room.find(EventId{1})->ledger().find(waiting_room::Number{1})->claimed);
}

TEST_F(DeviceMoveTest, ThePollsOfTheOldDeviceAreNoSignOfLife) {
    const std::string old = enter();
    ASSERT_EQ(take(new_code(old)).status, 200);
    site_.every_second();
    room_.seen_numbers.clear();
    status(old);
    site_.every_second();
    EXPECT_TRUE(room_.seen_numbers.empty());
}

TEST_F(DeviceMoveTest, TheOldDeviceGetsNoCode) {
    const std::string old = enter();
    ASSERT_EQ(take(new_code(old)).status, 200);
    EXPECT_EQ(new_code(old), "PLACE_MOVED");
}

TEST_F(DeviceMoveTest, AWrongCodeIsNamedAndAMissingOneIsABadField) {
    EXPECT_EQ(take("7KQ2-M9XD").code(), "MOVE_CODE_INVALID");
    EXPECT_EQ(take("7KQ2").code(), "MOVE_CODE_INVALID");
    for (const std::string& code : {std::string{}, std::string(65, '7')}) {
        const auto refused = take(code);
        EXPECT_EQ(refused.code(), "BAD_FIELD");
        EXPECT_EQ(refused.json().at("details").at("field").as_string(), "code");
    }
}

TEST_F(DeviceMoveTest, WithoutAVisitorCookieNobodyTakes) {
    EXPECT_EQ(take("7KQ2-M9XD", "other=1").code(), "VISITOR_REQUIRED");
}

TEST_F(DeviceMoveTest, AGuestWithAPlaceMustLeaveItFirst) {
    const std::string code = new_code(enter());
    enter();
    EXPECT_EQ(take(code, cookie_).code(), "HAS_PLACE");
}

TEST_F(DeviceMoveTest, TriesPerAddressAreLimited) {
    for (int i = 0; i < 20; ++i)
        ASSERT_EQ(take("7KQ2-M9XD").code(), "MOVE_CODE_INVALID") << i;
    EXPECT_EQ(take("7KQ2-M9XD").code(), "TOO_MANY_REQUESTS");
}

TEST_F(DeviceMoveTest, TheOldDeviceEntersUnderTheChecksOfANewcomer) {
    const std::string old = enter();
    ASSERT_EQ(take(new_code(old)).status, 200);
    EventSettings settings = room_.room.find(EventId{1})->settings();
    settings.rules.proof_of_work_bits = 8;
    room_.publish(EventId{1}, {fact::EventEdited{std::make_shared<EventSettings>(settings)}});
    const auto entered =
        post("/api/queue/enter", cookie_ + "; onsale_q_demo=" + old, R"({"eventId":"demo"})");
    EXPECT_EQ(entered.code(), "PROOF_OF_WORK_REQUIRED");
}

}  // namespace
}  // namespace onsale::http
