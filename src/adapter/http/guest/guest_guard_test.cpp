// Attacks on the site or on another guest that must fail: hiding a parameter, planting a cookie,
// guessing codes, vouching for a forged token.
#include <gtest/gtest.h>

#include "adapter/http/api/context/test_reply.hpp"
#include "adapter/http/guest/pay/payment_guests.hpp"
#include "adapter/http/guest/test_guest_site.hpp"
#include "runtime/file/test_folder.hpp"
#include "token/guest.hpp"
#include "token/visitor_token.hpp"

namespace onsale::http {
namespace {

using testing::Answered;
using testing::kTestStart;
using waiting_room::EventId;
using waiting_room::EventSettings;
using waiting_room::Lifecycle;
namespace fact = waiting_room::fact;

class GuestGuard : public ::testing::Test, public testing::TestGuestSite {
  protected:
    GuestGuard() {
        open_event(1, "demo", {});
        open_event(2, "other", {});
        waiting_room::Phase fans;
        fans.id = "fans";
        fans.who = waiting_room::Eligibility::kCode;
        fans.from = kTestStart;
        fans.to = kTestStart + std::chrono::hours{1};
        open_event(3, "presale", {fans});
        open_event(4, "presale-2", {fans});
    }

    void open_event(std::uint32_t id, const char* key, std::vector<waiting_room::Phase> phases) {
        EventSettings settings;
        settings.key = key;
        settings.title = key;
        settings.opens_at = kTestStart;
        settings.phases = std::move(phases);
        room_.publish(EventId{id}, {fact::EventCreated{std::make_shared<EventSettings>(settings)},
                                    fact::LifecycleChanged{Lifecycle::kOpen}});
        if (!settings.phases.empty())
            room_.publish(EventId{id},
                          {fact::CodesIssued{"fans", 1,
                                             std::make_shared<std::vector<Sha256Digest>>(
                                                 1, sha256("SUMMER-27"))}});
    }

    Answered get(std::string_view path, std::string_view query, std::vector<Header> headers = {}) {
        Request request;
        request.method = Method::kGet;
        request.path = path;
        request.query = query;
        request.secure = secure_;
        request.client.bytes[0] = address_;
        return testing::call(site_, io_, request, std::move(headers));
    }

    Answered post(std::string_view path, std::string_view body, std::vector<Header> headers) {
        Request request;
        request.method = Method::kPost;
        request.path = path;
        request.body = body;
        request.secure = secure_;
        request.client.bytes[0] = address_;
        headers.push_back({"X-Onsale-Request", "1"});
        headers.push_back({"Content-Type", "application/json"});
        return testing::call(site_, io_, request, std::move(headers));
    }

    std::string visitor() {
        return std::string{secure_ ? "__Host-" : ""} +
               "onsale_v=" + token::seal(*context_.keys, token::new_visitor(kTestStart));
    }

    // Enters as a new guest and returns its queue token.
    std::string enter(std::string_view event) {
        const std::string cookie = visitor();
        const std::string body = R"({"eventId":")" + std::string{event} + R"("})";
        return post("/api/queue/enter", body, {{"Cookie", cookie}}).text("token");
    }

    // Exhausts the rate limit of this token's guest.
    void use_up(const std::string& token) {
        for (int i = 0; i < 30; ++i)
            get("/api/queue/status", "eventId=demo", {{"X-Queue-Token", token}});
        ASSERT_EQ(get("/api/queue/status", "eventId=demo", {{"X-Queue-Token", token}}).status, 429);
    }

    Answered try_code(const std::string& cookie, std::string_view event, std::string_view code) {
        const std::string query = "eventId=" + std::string{event} + "&code=" + std::string{code};
        return get("/api/queue/eligibility", query, {{"Cookie", cookie}});
    }

    bool secure_ = false;
    std::uint8_t address_ = 1;
};

struct Misused {
    Method method;
    const char* path;
    const char* query;
    const char* field;
};

TEST_F(GuestGuard, AKnownParameterWithoutAValueOrTwiceIsRefusedByName) {
    constexpr Method kGet = Method::kGet;
    const Misused all[] = {
        {kGet, "/api/queue/status", "eventId=", "eventId"},
        {kGet, "/api/queue/status", "eventId=demo&eventId=other", "eventId"},
        {kGet, "/api/queue/status", "eventId", "eventId"},
        {kGet, "/api/queue/position", "eventId=&eventId=demo", "eventId"},
        {kGet, "/api/queue/stream", "eventId=", "eventId"},
        {kGet, "/api/queue/challenge", "eventId=demo&%65ventId=demo", "eventId"},
        {kGet, "/api/queue/eligibility", "eventId=demo&code=", "code"},
        {kGet, "/api/queue/order/demo", "receipt=", "receipt"},
        {kGet, "/api/queue/order/demo", "receipt=1&receipt=1", "receipt"},
        {kGet, "/api/booking/seats", "eventId=demo&performanceId=p&since=", "since"},
        {kGet, "/api/booking/seats", "eventId=demo&performanceId=p&performanceId=p",
         "performanceId"},
        {kGet, "/api/booking/hall", "eventId=demo&performanceId=", "performanceId"},
        {kGet, "/api/payment/refund-preview", "orderId=O-1&seats=", "seats"},
        {kGet, "/api/payment/refund-preview", "orderId=&seats=A", "orderId"},
        {kGet, "/", "plain=", "plain"},
        {kGet, "/en", "plain=1&plain=1", "plain"},
        {kGet, "/en/queue/demo", "plain=1&refused=", "refused"},
        {kGet, "/payment/O-1", "refused=A&refused=A", "refused"},
        {Method::kDelete, "/api/queue/leave", "eventId=", "eventId"},
        {Method::kDelete, "/api/booking/seats/release", "eventId=&performanceId=p", "eventId"},
    };
    for (const Misused& one : all) {
        Request request;
        request.method = one.method;
        request.path = one.path;
        request.query = one.query;
        const Answered answered = testing::call(site_, io_, request);
        EXPECT_EQ(answered.status, 400) << one.path << "?" << one.query;
        EXPECT_EQ(answered.code(), "BAD_FIELD") << one.path << "?" << one.query;
        EXPECT_EQ(answered.json().at("details").at("field").as_string(), one.field) << one.query;
    }
}

TEST_F(GuestGuard, AnOverlongCodeIsRefusedBeforeItIsTried) {
    const std::string cookie = visitor();
    const Answered tried = try_code(cookie, "presale", std::string(65, 'A'));
    EXPECT_EQ(tried.code(), "BAD_FIELD");
    EXPECT_EQ(tried.json().at("details").at("field").as_string(), "code");
    const std::string body = R"({"eventId":"presale","code":")" + std::string(65, 'A') + R"("})";
    EXPECT_EQ(post("/api/queue/enter", body, {{"Cookie", cookie}}).code(), "BAD_FIELD");
    EXPECT_EQ(try_code(cookie, "presale", "%41" + std::string(63, 'A')).status, 200);
}

TEST_F(GuestGuard, UnderTlsACookieOfASiblingDomainUsesUpNobodysLimit) {
    const std::string attacker = enter("demo");
    use_up(attacker);
    secure_ = true;
    for (const char* name : {"onsale_q_demo", "onsale_q_a"}) {
        const std::string planted = std::string{name} + "=" + attacker;
        EXPECT_EQ(get("/api/events", "", {{"Cookie", planted}}).status, 200) << name;
        EXPECT_EQ(get("/api/queue/status", "eventId=demo", {{"Cookie", planted}}).code(),
                  "QUEUE_TOKEN_REQUIRED")
            << name;
    }
}

TEST_F(GuestGuard, ACallAboutAnEventCountsByThatEventsCookie) {
    const std::string attacker = enter("demo");
    const std::string own = enter("other");
    use_up(attacker);
    const std::string cookies = "onsale_q_demo=" + attacker + "; onsale_q_other=" + own;
    EXPECT_EQ(get("/api/queue/status", "eventId=other", {{"Cookie", cookies}}).status, 200);
    EXPECT_EQ(
        post("/api/queue/heartbeat", R"({ "eventId" : "other" })", {{"Cookie", cookies}}).status,
        200);
    EXPECT_EQ(get("/api/queue/order/other", "", {{"Cookie", cookies}}).status, 200);
    // A proxy asks about a guest who is not inside and names the event in its own header.
    EXPECT_EQ(get("/api/verify", "", {{"Cookie", cookies}, {"X-Onsale-Event", "other"}}).status,
              403);
    EXPECT_EQ(get("/api/verify", "", {{"Cookie", cookies}, {"X-Onsale-Event", "demo"}}).status,
              429);
    EXPECT_EQ(get("/api/queue/status", "eventId=demo", {{"Cookie", cookies}}).status, 429);
}

// The event of these calls is in the body or the path. Otherwise any guest could leave its own
// limit for the address's, which many share.
TEST_F(GuestGuard, AnEventInAQueryThatTheRouteDoesNotReadChangesNoLimit) {
    const std::string token = enter("demo");
    const std::vector<Header> headers = {{"X-Queue-Token", token}};
    use_up(token);
    Request request;
    request.method = Method::kPost;
    request.path = "/api/queue/heartbeat";
    request.query = "eventId=other";
    request.body = R"({"eventId":"demo"})";
    request.client.bytes[0] = address_;
    EXPECT_EQ(testing::call(site_, io_, request,
                            {{"X-Queue-Token", token},
                             {"X-Onsale-Request", "1"},
                             {"Content-Type", "application/json"}})
                  .status,
              429);
    EXPECT_EQ(get("/api/bookings", "eventId=other", headers).status, 429);
    EXPECT_EQ(get("/api/queue/order/demo", "eventId=other", headers).status, 429);
    EXPECT_EQ(get("/api/queue/status", "eventId=other", headers).code(), "QUEUE_TOKEN_INVALID");
}

TEST_F(GuestGuard, AnotherEventsTokenDoesNotCountForTheEventThatACallNames) {
    const std::string token = enter("demo");
    const std::string cookie = "onsale_q_other=" + token;
    const std::vector<Header> shown[] = {{{"X-Queue-Token", token}}, {{"Cookie", cookie}}};
    for (const auto& headers : shown) {
        ++address_;
        for (int i = 0; i < 30; ++i)
            get("/api/queue/status", "eventId=other", headers);
        EXPECT_EQ(get("/api/queue/status", "eventId=demo", {{"X-Queue-Token", token}}).status, 200)
            << headers.front().name;
    }
    use_up(token);
    ++address_;
    for (const auto& headers : shown)
        EXPECT_EQ(get("/api/queue/status", "eventId=other", headers).status, 401)
            << headers.front().name;
}

TEST_F(GuestGuard, UnderTlsAnOrderIsNotShownByAPlantedCookie) {
    const std::string attacker = enter("demo");
    const std::string planted = "onsale_q_a=" + attacker;
    const std::string own = "__Host-onsale_q_demo=" + attacker;
    std::vector<Header> headers{{"Cookie", planted}};
    Request request;
    request.secure = true;
    request.headers = headers;
    EXPECT_TRUE(guests_in(request, *context_.keys, {}, kTestStart).empty());
    headers[0].value = own;
    EXPECT_EQ(guests_in(request, *context_.keys, {}, kTestStart).size(), 1U);
}

TEST_F(GuestGuard, OneGuestCanTryFewCodes) {
    const std::string cookie = visitor();
    int tried = 0;
    while (tried < 100 &&
           try_code(cookie, "presale", "GUESS-" + std::to_string(tried)).status == 200)
        ++tried;
    EXPECT_EQ(tried, 20);
    EXPECT_EQ(try_code(cookie, "presale", "SUMMER-27").code(), "TOO_MANY_REQUESTS");
    EXPECT_EQ(post("/api/queue/enter", R"({"eventId":"presale","code":"SUMMER-27"})",
                   {{"Cookie", cookie}})
                  .code(),
              "TOO_MANY_REQUESTS");
    EXPECT_EQ(
        metrics_.counters.cells("rate_limited_total")[static_cast<std::size_t>(LimitKind::kCodes)],
        3U);
    // A call without a code is not a guess. Another guest and another event have their own limits.
    EXPECT_EQ(get("/api/queue/eligibility", "eventId=presale", {{"Cookie", cookie}}).status, 200);
    EXPECT_EQ(try_code(cookie, "presale-2", "SUMMER-27").status, 200);
    EXPECT_EQ(try_code(visitor(), "presale", "SUMMER-27").status, 200);
}

TEST_F(GuestGuard, WrongCodesAtTheDoorCountTheSame) {
    const std::string cookie = visitor();
    int tried = 0;
    while (tried < 100) {
        const std::string body =
            R"({"eventId":"presale","code":"GUESS-)" + std::to_string(tried) + R"("})";
        if (post("/api/queue/enter", body, {{"Cookie", cookie}}).code() != "CODE_UNKNOWN") break;
        ++tried;
    }
    EXPECT_EQ(tried, 20);
    EXPECT_EQ(try_code(cookie, "presale", "SUMMER-27").status, 429);
}

TEST_F(GuestGuard, OneAddressCanTryFewCodesHoweverManyGuestsItIs) {
    limits_ = GuestLimits{GuestRates{.address = {.count = 1000, .burst = 10'000}}};
    int tried = 0;
    while (tried < 1000 && try_code(visitor(), "presale", "GUESS").status == 200)
        ++tried;
    EXPECT_EQ(tried, 300);
    address_ = 2;
    EXPECT_EQ(try_code(visitor(), "presale", "SUMMER-27").status, 200);
}

TEST_F(GuestGuard, HostNamesHaveNoCase) {
    GuestSiteConfig config;
    config.allowed_hosts = {"tickets.example"};
    GuestSite site{context_, std::move(config), limits_, metrics_, [](StreamHub::Key) {}};
    Request request;
    request.method = Method::kGet;
    request.path = "/healthz";
    const auto asked = [&](const char* host) {
        const auto answered = std::make_shared<Answered>();
        testing::TestReply reply{answered};
        const std::vector<Header> headers{{"Host", host}};
        request.headers = headers;
        site.handle(request, reply);
        return answered->status;
    };
    for (const char* host : {"tickets.example", "TICKETS.Example:8080"})
        EXPECT_EQ(asked(host), 200) << host;
    for (const char* host : {"tickets.example.evil", "", "xtickets.example"})
        EXPECT_EQ(asked(host), 421) << host;
}

// A proxy in front has checked the signature, or claims so.
class EdgeGuard : public GuestGuard {
  protected:
    EdgeGuard() {
        admitted_ = post("/api/queue/enter", R"({"eventId":"demo"})", {{"Cookie", visitor()}})
                        .text("entryToken");
    }

    // Signed with a foreign key: the claims are those of the admitted guest.
    std::string forged() const {
        return admitted_.substr(0, admitted_.rfind('.') + 1) + std::string(43, 'A');
    }

    int verify(std::string_view header, std::string_view value, const std::string& token) {
        GuestSiteConfig config;
        config.verified_header = "x-onsale-verified";
        if (has_secret_) config.verified_secret = &secret_;
        GuestSite site{context_, std::move(config), limits_, metrics_, [](StreamHub::Key) {}};
        Request request;
        request.method = Method::kGet;
        request.path = "/api/verify";
        return testing::call(
                   site, io_, request,
                   {{"X-Onsale-Event", "demo"}, {"X-Queue-Entry-Token", token}, {header, value}})
            .status;
    }

    runtime::TestFolder folder_;
    token::SecretFile secret_{folder_.path() / "edge.key"};
    bool has_secret_ = true;
    std::string admitted_;
};

TEST_F(EdgeGuard, TheEdgeSparesTheSignature) {
    EXPECT_EQ(verify("X-Onsale-Verified", secret_.text(), forged()), 204);
    EXPECT_EQ(verify("X-Onsale-Verified", secret_.text(), admitted_), 204);
    EXPECT_EQ(verify("X-Other", "", admitted_), 204);
}

TEST_F(EdgeGuard, AGuestCannotVouchForItself) {
    for (const char* value : {"", "1", "true", "x-onsale-verified"})
        EXPECT_EQ(verify("X-Onsale-Verified", value, forged()), 403) << value;
    EXPECT_EQ(verify("X-Other", secret_.text(), forged()), 403);
}

TEST_F(EdgeGuard, WithoutASecretTheHeaderCountsForNothing) {
    has_secret_ = false;
    for (const std::string& value : {std::string{}, std::string{"1"}, secret_.text()})
        EXPECT_EQ(verify("X-Onsale-Verified", value, forged()), 403) << value;
    EXPECT_EQ(verify("X-Onsale-Verified", "1", admitted_), 204);
}

TEST_F(EdgeGuard, TheAdmissionMustStillStand) {
    ASSERT_EQ(verify("X-Onsale-Verified", secret_.text(), admitted_), 204);
    const auto number = context_.view.find(EventId{1})->ledger().begin()->first;
    room_.publish(EventId{1}, {fact::PlaceEnded{number, waiting_room::EndReason::kLeft}});
    EXPECT_EQ(verify("X-Onsale-Verified", secret_.text(), admitted_), 403);
    EXPECT_EQ(verify("X-Onsale-Verified", secret_.text(), forged()), 403);
}

}  // namespace
}  // namespace onsale::http
