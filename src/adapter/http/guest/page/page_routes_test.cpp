#include <gtest/gtest.h>

#include "adapter/http/api/context/test_reply.hpp"
#include "adapter/http/api/page/test_web_files.hpp"
#include "adapter/http/guest/test_guest_site.hpp"

namespace onsale::http {
namespace {

using testing::Answered;
using testing::kTestStart;
using waiting_room::EventId;
namespace fact = waiting_room::fact;

class PageRoutesTest : public ::testing::Test, protected testing::TestGuestSite {
  protected:
    PageRoutesTest() {
        context_.web = &testing::test_web_files();
        waiting_room::EventSettings settings;
        settings.key = "demo";
        settings.title = "Demo";
        settings.opens_at = kTestStart;
        room_.publish(EventId{1},
                      {fact::EventCreated{std::make_shared<waiting_room::EventSettings>(settings)},
                       fact::LifecycleChanged{waiting_room::Lifecycle::kOpen}});
    }

    Answered call(Method method, std::string_view target, std::vector<Header> headers = {},
                  std::string_view body = "") {
        const std::size_t mark = target.find('?');
        Request request;
        request.method = method;
        request.path = target.substr(0, mark);
        request.query = mark == target.npos ? std::string_view{} : target.substr(mark + 1);
        request.body = body;
        return testing::call(site_, io_, request, std::move(headers));
    }
    Answered get(std::string_view target, std::vector<Header> headers = {}) {
        return call(Method::kGet, target, std::move(headers));
    }
    Answered visit(std::vector<Header> headers, std::string_view body = "{}") {
        headers.push_back({"Content-Type", "application/json"});
        return call(Method::kPost, "/api/visitor", std::move(headers), body);
    }
    // The cookie that an answer sets, in the form in which a browser sends it.
    static std::string cookie_in(const Answered& answer) {
        const std::size_t begin = answer.headers.find("onsale_v=");
        if (begin == answer.headers.npos) return "";
        return answer.headers.substr(begin, answer.headers.find(';', begin) - begin);
    }
};

TEST_F(PageRoutesTest, EachAddressHasItsPageWhateverTheIdIs) {
    for (const auto& [path, page] : {std::pair{"/en/", "home"},
                                     {"/en/events/demo", "event"},
                                     {"/en/events/nobody-knows", "event"},
                                     {"/en/queue/demo", "queue"},
                                     {"/en/events/demo/seats", "seats"},
                                     {"/en/events/demo/book", "book"},
                                     {"/en/payment/O-1", "payment"},
                                     {"/en/bookings", "bookings"},
                                     {"/en/bookings/B-1", "booking"},
                                     {"/ko/queue/demo", "ko queue"}}) {
        const Answered answer = get(path);
        EXPECT_EQ(answer.status, 200) << path;
        EXPECT_EQ(answer.body, "<p>" + std::string{page} + "</p>") << path;
    }
}

TEST_F(PageRoutesTest, APageIsForEverybodyAndAllowsNothingForeign) {
    for (const char* path :
         {"/en/", "/en/events/demo", "/en/queue/demo", "/en/events/demo/seats",
          "/en/events/demo/book", "/en/payment/O-1", "/en/bookings", "/en/bookings/B-1"}) {
        const Answered answer = get(path, {{"Cookie", "onsale_v=x; onsale_q_demo=y"}});
        EXPECT_TRUE(answer.says("Cache-Control: public, max-age=10\r\n")) << path;
        EXPECT_TRUE(answer.says("Vary: Accept-Encoding\r\n")) << path;
        EXPECT_TRUE(answer.says("ETag: \"")) << path;
        EXPECT_TRUE(answer.says("Content-Security-Policy: default-src 'none'; ")) << path;
        EXPECT_FALSE(answer.says("unsafe")) << path;
        EXPECT_FALSE(answer.says("Set-Cookie")) << path;
    }
}

TEST_F(PageRoutesTest, APageSendsFormsToTheConfiguredProvidersAlone) {
    EXPECT_TRUE(get("/en/payment/O-1").says("form-action 'self'\r\n"));
    // As in a process that takes no payments.
    context_.form_origins = {"https://pay.example"};
    ASSERT_TRUE(context_.providers.empty());
    EXPECT_TRUE(get("/en/payment/O-1").says("form-action 'self' https://pay.example\r\n"));
}

TEST_F(PageRoutesTest, APageIsNegotiatedAndKnowsItsTag) {
    const Answered packed = get("/en/queue/demo", {{"Accept-Encoding", "br"}});
    EXPECT_EQ(packed.body, "<br>");
    const Answered same =
        get("/en/queue/demo", {{"Accept-Encoding", "br"}, {"If-None-Match", "\"e7-br\""}});
    EXPECT_EQ(same.status, 304);
    EXPECT_TRUE(same.says("Cache-Control: public, max-age=10\r\n"));
    EXPECT_EQ(call(Method::kHead, "/en/queue/demo").status, 200);
}

TEST_F(PageRoutesTest, TheBareAddressGoesToTheReadersLanguageAndIsNotKept) {
    for (const char* path : {"/", "/events/demo", "/events/demo/seats", "/events/demo/book",
                             "/queue/demo", "/payment/O-1", "/bookings", "/bookings/B-1"}) {
        const Answered korean = get(path, {{"Accept-Language", "ko,en;q=0.5"}});
        EXPECT_EQ(korean.status, 302) << path;
        EXPECT_TRUE(korean.says("Location: /ko" + std::string{path} + "\r\n")) << korean.headers;
        EXPECT_TRUE(korean.says("Cache-Control: no-store\r\n")) << path;
        EXPECT_TRUE(get(path).says("Location: /en" + std::string{path} + "\r\n")) << path;
    }
}

TEST_F(PageRoutesTest, OlderAddressesLeadOn) {
    EXPECT_TRUE(get("/en").says("Location: /en/\r\n"));
    EXPECT_TRUE(get("/ko/orders/O-1").says("Location: /ko/payment/O-1\r\n"));
    EXPECT_TRUE(get("/orders/O-1?plain=1").says("Location: /en/payment/O-1?plain=1\r\n"));
}

TEST_F(PageRoutesTest, LinksFromAdvertisementsEndAtOneAddress) {
    for (const char* query : {"?utm_source=x", "?plain=2", "?plain=1&utm=x", "?%"}) {
        const Answered answer = get("/en/queue/demo" + std::string{query});
        EXPECT_EQ(answer.status, 302) << query;
        EXPECT_TRUE(answer.says("Location: /en/queue/demo\r\n")) << query;
        EXPECT_TRUE(answer.says("Cache-Control: no-store\r\n")) << query;
    }
    // This page has no plain version.
    EXPECT_TRUE(get("/en/bookings?plain=1").says("Location: /en/bookings\r\n"));
}

TEST_F(PageRoutesTest, ThePlainPagesArePersonal) {
    for (const char* path : {"/en/?plain=1", "/en/queue/demo?plain=1", "/ko/queue/demo?plain=1"}) {
        const Answered answer = get(path);
        EXPECT_EQ(answer.status, 200) << path;
        EXPECT_TRUE(answer.says("Cache-Control: private, no-store\r\n")) << path;
        EXPECT_TRUE(answer.reads("Demo")) << path;
    }
    EXPECT_TRUE(get("/en/queue/demo?plain=1").says("Set-Cookie: onsale_v="));
    EXPECT_TRUE(get("/en/queue/demo?refused=TOO_MANY_REQUESTS").reads("role=\"alert\""));
}

TEST_F(PageRoutesTest, PlainPagesLinkToPlainPages) {
    EXPECT_TRUE(get("/en/?plain=1").reads("href=\"/en/queue/demo?plain=1\""));
    const Answered page = get("/en/queue/demo?plain=1");
    EXPECT_TRUE(page.reads("href=\"/ko/queue/demo?plain=1\""));
    EXPECT_TRUE(page.reads("href=\"/en/?plain=1\""));
}

TEST_F(PageRoutesTest, TheOperatorsPageIsNotForGuests) {
    for (const char* path : {"/admin", "/en/admin", "/ko/admin", "/en/nothing", "/en/queue/a/b"}) {
        const Answered answer = get(path);
        EXPECT_EQ(answer.status, 404) << path;
        EXPECT_TRUE(answer.says("no-store")) << path;
    }
}

TEST_F(PageRoutesTest, APageTakesNoChanges) {
    const Answered answer = call(Method::kPost, "/en/events/demo");
    EXPECT_EQ(answer.code(), "METHOD_NOT_ALLOWED");
    EXPECT_TRUE(answer.says("Allow: GET, HEAD\r\n")) << answer.headers;
    EXPECT_TRUE(call(Method::kDelete, "/en/queue/demo").says("Allow: GET, HEAD, POST\r\n"));
}

TEST_F(PageRoutesTest, WithoutBuiltPagesThereAreNone) {
    context_.web = nullptr;
    EXPECT_EQ(get("/en/queue/demo").status, 404);
    EXPECT_EQ(get("/en/queue/demo?plain=1").status, 200);
}

TEST_F(PageRoutesTest, AnAssetIsGoodForEver) {
    const Answered asset = get("/assets/queue-AB12.js", {{"Accept-Encoding", "gzip"}});
    EXPECT_EQ(asset.body, "gz");
    EXPECT_TRUE(asset.says("Cache-Control: public, max-age=31536000, immutable\r\n"));
    EXPECT_TRUE(asset.says("ETag: \"a1-gzip\"\r\n"));
    EXPECT_EQ(get("/assets/queue-AB12.js?v=1").code(), "UNKNOWN_QUERY_KEY");
    EXPECT_EQ(get("/assets/queue-ZZ99.js").code(), "NOT_FOUND");
}

TEST_F(PageRoutesTest, ANewBrowserGetsACookieThatLetsItEnter) {
    const Answered answer = visit({});
    EXPECT_EQ(answer.text("visitor"), "new");
    EXPECT_TRUE(answer.says("Cache-Control: private, no-store\r\n"));
    EXPECT_TRUE(answer.says("; HttpOnly; SameSite=Lax"));
    const std::string cookie = cookie_in(answer);
    const Answered entered =
        call(Method::kPost, "/api/queue/enter",
             {{"Cookie", cookie}, {"X-Onsale-Request", "1"}, {"Content-Type", "application/json"}},
             R"({"eventId":"demo"})");
    EXPECT_EQ(entered.status, 200) << entered.body;
}

TEST_F(PageRoutesTest, AKnownBrowserStaysTheSameVisitor) {
    const std::string cookie = cookie_in(visit({}));
    const Answered again = visit({{"Cookie", cookie}, {"X-Onsale-Request", "1"}});
    EXPECT_EQ(again.text("visitor"), "known");
    EXPECT_EQ(cookie_in(again), cookie);
    EXPECT_TRUE(again.says("Max-Age=7776000"));
    EXPECT_EQ(visit({{"Cookie", "onsale_v=forged"}, {"X-Onsale-Request", "1"}}).text("visitor"),
              "new");
}

TEST_F(PageRoutesTest, AnotherSiteCannotMakeAVisitor) {
    const std::string cookie = cookie_in(visit({}));
    EXPECT_EQ(visit({{"Cookie", cookie}, {"Origin", "https://evil.example"}}).code(),
              "FOREIGN_ORIGIN");
    EXPECT_EQ(visit({{"Cookie", cookie}, {"Origin", "http://tickets.example"}}).status, 200);
    EXPECT_EQ(call(Method::kPost, "/api/visitor", {{"Content-Type", "text/plain"}}, "{}").code(),
              "UNSUPPORTED_MEDIA_TYPE");
    EXPECT_EQ(visit({}, R"({"id":"mine"})").code(), "BAD_FIELD");
}

TEST_F(PageRoutesTest, PagesAndFilesCountAgainstNoLimit) {
    const std::string cookie = cookie_in(visit({}));
    const auto entered =
        call(Method::kPost, "/api/queue/enter",
             {{"Cookie", cookie}, {"X-Onsale-Request", "1"}, {"Content-Type", "application/json"}},
             R"({"eventId":"demo"})");
    const std::string guest = "onsale_q_demo=" + entered.text("token");
    for (int i = 0; i < 700; ++i) {
        for (const char* path : {"/en/queue/demo", "/assets/queue-AB12.js"}) {
            ASSERT_EQ(get(path).status, 200) << path << i;
            ASSERT_EQ(get(path, {{"Cookie", guest}}).status, 200) << path << i;
        }
    }
    EXPECT_EQ(get("/api/queue/status?eventId=demo", {{"Cookie", guest}}).status, 200);
    int refused = 0;
    for (int i = 0; i < 700; ++i)
        refused += get("/en/queue/demo?plain=1").status == 429 ? 1 : 0;
    EXPECT_GT(refused, 0);
}

TEST_F(PageRoutesTest, VisitorsOfOneAddressAreLimited) {
    int refused = 0;
    for (int i = 0; i < 700; ++i)
        refused += visit({}).status == 429 ? 1 : 0;
    EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace onsale::http
