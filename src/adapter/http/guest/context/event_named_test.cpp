#include "adapter/http/guest/context/event_named.hpp"

#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

constexpr QueryParameter kEvent[] = {{"eventId"}};

std::string_view named(std::string_view path, std::string_view query, std::string_view body = "",
                       std::span<const QueryParameter> known = {}) {
    Request request;
    request.method = body.empty() ? Method::kGet : Method::kPost;
    request.path = path;
    request.query = query;
    request.body = body;
    return event_named(request, known);
}

TEST(EventNamed, ReadsTheQueryThePathAndTheBody) {
    EXPECT_EQ(named("/api/queue/status", "eventId=demo", "", kEvent), "demo");
    EXPECT_EQ(named("/api/events/demo", ""), "demo");
    EXPECT_EQ(named("/api/queue/order/demo/leaves", ""), "demo");
    EXPECT_EQ(named("/ko/queue/demo", "plain=1"), "demo");
    EXPECT_EQ(named("/events/demo/seats", ""), "demo");
    EXPECT_EQ(named("/api/queue/enter", "", R"({"code":"x", "eventId" : "demo"})"), "demo");
}

TEST(EventNamed, ReadsNothingThatTheRouteDoesNotRead) {
    const char* const demo = R"({"eventId":"demo"})";
    EXPECT_EQ(named("/api/queue/heartbeat", "eventId=other", demo), "demo");
    EXPECT_EQ(named("/api/queue/order/demo", "eventId=other"), "demo");
    EXPECT_EQ(named("/api/bookings", "eventId=other"), "");
    EXPECT_EQ(named("/api/queue/status", "", demo, kEvent), "");
    Request request;
    request.method = Method::kGet;
    request.path = "/api/bookings";
    request.body = demo;
    EXPECT_EQ(event_named(request, {}), "");
}

TEST(EventNamed, ReadsTheHeaderOfAProxyOnlyForItsOwnCall) {
    const std::vector<Header> headers{{"X-Onsale-Event", "demo"}};
    Request request;
    request.headers = headers;
    request.path = "/api/verify";
    EXPECT_EQ(event_named(request, {}), "demo");
    // Any client can send this header with another call.
    request.path = "/api/queue/status";
    request.query = "eventId=other";
    EXPECT_EQ(event_named(request, kEvent), "other");
    request.query = "";
    EXPECT_EQ(event_named(request, kEvent), "");
}

TEST(EventNamed, IsEmptyWhereNoEventIsNamed) {
    EXPECT_EQ(named("/api/bookings", ""), "");
    EXPECT_EQ(named("/api/events", ""), "");
    EXPECT_EQ(named("/ko/bookings/B-1", ""), "");
    for (const char* body : {"", "{}", R"({"eventId":1})", R"({"eventId")", R"("eventId")"})
        EXPECT_EQ(named("/api/queue/enter", "", body), "") << body;
}

}  // namespace
}  // namespace onsale::http
