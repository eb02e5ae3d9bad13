#include "adapter/http/api/limit/cors.hpp"

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

struct HeadersSeen final : Reply {
    struct Target final : LaterReply::Target {
        explicit Target(std::string& to) : seen(to) {}
        void answer(const Answer& answer) override { seen = answer.headers; }
        void abandon() override {}
        std::string& seen;
    };
    std::string headers;

    void answer(const Answer& answer) override { headers = answer.headers; }
    LaterReply later() override { return LaterReply{std::make_shared<Target>(headers)}; }
    EventStream stream(std::string_view given) override {
        headers = given;
        return EventStream{nullptr};
    }
};

constexpr std::string_view kShop = "https://shop.example";
constexpr std::string_view kLeave =
    "Access-Control-Allow-Origin: https://shop.example\r\n"
    "Access-Control-Allow-Credentials: true\r\n"
    "Access-Control-Expose-Headers: ETag, Retry-After, X-Guest-Code, X-Request-Id\r\n";

TEST(WebOrigin, IsWhatABrowserSends) {
    for (const char* good : {"https://shop.example", "http://localhost:3000", "https://10.0.0.1",
                             "https://a-b.shop.example:8443"})
        EXPECT_TRUE(is_web_origin(good)) << good;
    for (const char* bad :
         {"", "*", "null", "https://", "https://*", "https://*.shop.example", "shop.example",
          "ftp://shop.example", "https://shop.example/", "https://Shop.example",
          "https://shop.example:443", "http://shop.example:80",
          "https://shop.example:", "https://shop.example:0", "https://shop.example:123456",
          "https://user@shop.example", "https://shop.example\r\nX: y"})
        EXPECT_FALSE(is_web_origin(bad)) << bad;
}

TEST(Cors, OnlyTheGuestsApiIsOpenToSites) {
    for (const char* open :
         {"/api/events", "/api/events/demo", "/api/queue/enter", "/api/queue/status",
          "/api/queue/stream", "/api/booking/seats", "/api/booking/seats/select",
          "/api/booking/hall", "/api/payment/request", "/api/payment/refund-preview",
          "/api/orders/O", "/api/bookings", "/api/bookings/B"})
        EXPECT_TRUE(open_to_sites(open)) << open;
    for (const char* shut :
         {"/", "/en/queue/demo", "/api/verify", "/api/queue/complete", "/api/admin/events",
          "/api/eventsx", "/healthz", "/metrics", "/api/payment/return/demo",
          "/api/payment/webhook/demo", "/api/bookingsx", "/demo-pay/demo-1", "/en/orders/O"})
        EXPECT_FALSE(open_to_sites(shut)) << shut;
}

TEST(Cors, AnOriginIsAllowedToTheLetterOnly) {
    const std::vector<std::string> origins{std::string{kShop}};
    const auto allowed = [&](std::vector<Header> headers) {
        Request request;
        request.headers = headers;
        return allowed_origin(request, origins);
    };
    EXPECT_EQ(allowed({{"Origin", kShop}}), kShop);
    for (const std::string_view other :
         {"https://shop.example.evil.test", "https://evil.test", "http://shop.example", "null",
          "https://SHOP.example", "https://shop.example:443", ""})
        EXPECT_EQ(allowed({{"Origin", other}}), "") << other;
    EXPECT_EQ(allowed({}), "");
}

TEST(Cors, AnAllowedOriginMayReadTheAnswer) {
    HeadersSeen reply;
    CorsReply{reply, kShop}.answer({.headers = "A: b\r\n"});
    EXPECT_EQ(reply.headers, "A: b\r\nVary: Origin\r\n" + std::string{kLeave});
}

TEST(Cors, AForeignOriginIsToldNothing) {
    HeadersSeen reply;
    CorsReply{reply, ""}.answer({.headers = "A: b\r\n"});
    EXPECT_EQ(reply.headers, "A: b\r\nVary: Origin\r\n");
}

TEST(Cors, ThereIsOneVaryLine) {
    HeadersSeen reply;
    CorsReply{reply, ""}.answer({.headers = "A: b\r\nVary: Accept-Encoding\r\nC: d\r\n"});
    EXPECT_EQ(reply.headers, "A: b\r\nVary: Accept-Encoding, Origin\r\nC: d\r\n");
    CorsReply{reply, ""}.answer({.headers = "Vary: Accept-Encoding\r\n"});
    EXPECT_EQ(reply.headers, "Vary: Accept-Encoding, Origin\r\n");
}

TEST(Cors, LaterAnswersAndStreamsAreMarkedToo) {
    HeadersSeen reply;
    {
        const std::string gone{kShop};
        CorsReply cors{reply, gone};
        LaterReply later = cors.later();
        later.answer({});
    }
    EXPECT_EQ(reply.headers, "Vary: Origin\r\n" + std::string{kLeave});
    CorsReply cors{reply, kShop};
    (void)cors.stream("X: y\r\n");
    EXPECT_EQ(reply.headers, "X: y\r\nVary: Origin\r\n" + std::string{kLeave});
}

TEST(Cors, APreflightNamesMethodsAndOurHeaders) {
    const std::string headers = preflight_headers("POST");
    EXPECT_TRUE(headers.contains("Access-Control-Allow-Methods: POST\r\n"));
    EXPECT_TRUE(headers.contains("X-Onsale-Request"));
    EXPECT_FALSE(headers.contains("*"));
}

}  // namespace
}  // namespace onsale::http
