#include "adapter/http/operator/admin_site.hpp"

#include <gtest/gtest.h>

#include "adapter/http/api/page/test_web_files.hpp"
#include "adapter/http/operator/test_admin_site.hpp"

namespace onsale::http {
namespace {

using testing::AdminTestAnswer;
using testing::AdminTestSite;

constexpr Method kGet = Method::kGet;
constexpr Method kPost = Method::kPost;

constexpr std::string_view kEvent =
    R"({"key":"show","title":"Show","opensAt":"2027-02-01T20:00:00+09:00","published":true})";

TEST(AdminSite, RefusesACallWithoutTheKey) {
    AdminTestSite site;
    const AdminTestAnswer answer = site.ask(kGet, "/api/admin/events", "", {}, false);
    EXPECT_EQ(answer.status, 401);
    EXPECT_EQ(answer.code(), "KEY_REQUIRED");
    EXPECT_NE(answer.headers.find("WWW-Authenticate: Bearer"), std::string::npos);
}

TEST(AdminSite, RefusesAWrongKeyBeforeItLooksAtThePath) {
    AdminTestSite site;
    const AdminTestAnswer answer =
        site.ask(kGet, "/no/such/path", "", {{"Authorization", "Bearer thief"}}, false);
    EXPECT_EQ(answer.status, 403);
    EXPECT_EQ(answer.code(), "KEY_INVALID");
}

TEST(AdminSite, SlowsDownWrongKeysAndNeverTheOwner) {
    AdminTestSite site;
    const auto with = [&](const char* key) {
        return site.ask(kGet, "/api/admin/events", "", {{"Authorization", key}}, false);
    };
    for (int i = 0; i < 20; ++i)
        ASSERT_EQ(with("Bearer thief").status, 403);
    const AdminTestAnswer refused = with("Bearer thief");
    EXPECT_EQ(refused.code(), "TOO_MANY_REQUESTS");
    EXPECT_NE(refused.headers.find("Retry-After: 6\r\n"), std::string::npos);
    EXPECT_EQ(with("Bearer owner").status, 200);
}

TEST(AdminSite, TheMetricsKeyReadsMetricsAndNothingElse) {
    AdminTestSite site;
    const auto ask = [&](Method method, const char* path) {
        return site.ask(method, path, "", {{"Authorization", "Bearer metrics"}}, false);
    };
    EXPECT_EQ(ask(kGet, "/metrics").status, 200);
    EXPECT_EQ(ask(kGet, "/api/admin/events").code(), "KEY_INVALID");
    EXPECT_EQ(ask(kGet, "/metrics/").code(), "KEY_INVALID");
    EXPECT_EQ(ask(kPost, "/api/admin/keys/rotate").code(), "KEY_INVALID");
    EXPECT_EQ(site.server.rotations, 0);
}

TEST(AdminSite, AParameterWithoutAValueOrTwiceDoesNothing) {
    AdminTestSite site;
    ASSERT_EQ(site.call(kPost, "/api/admin/events", kEvent).status, 201);
    for (const char* query :
         {"dryRun=", "dryRun", "dryRun=&dryRun=true", "dry%52un=", "dryRun=true&dryRun=true"}) {
        const auto refused = site.call(kPost, std::string{"/api/admin/keys/rotate?"} + query);
        EXPECT_EQ(refused.code(), "BAD_FIELD") << query;
        EXPECT_NE(refused.body.find(R"("field":"dryRun")"), std::string::npos) << query;
    }
    EXPECT_EQ(site.server.rotations, 0);
    for (const char* query : {"version=", "version", "version=&version=1", "version=1&version=1"}) {
        const auto refused =
            site.call(Method::kPut, std::string{"/api/admin/events/show/levers?"} + query,
                      R"({"admissionStopped":true})");
        EXPECT_EQ(refused.code(), "BAD_FIELD") << query;
        EXPECT_EQ(refused.json().at("details").at("field").as_string(), "version") << query;
        EXPECT_FALSE(site.room.room.find("show")->levers().admission_stopped) << query;
    }
    const std::string orders = "/api/admin/events/show/orders?";
    for (const std::string& query :
         {std::string{"limit=&limit=&limit=false"}, std::string{"after="}, std::string{"find="},
          "find=" + std::string(41, 'O')})
        EXPECT_EQ(site.call(kGet, orders + query).code(), "BAD_FIELD") << query;
    const std::string story = "/api/admin/events/show/story?code=" + std::string(65, '1');
    EXPECT_EQ(site.call(kGet, story).code(), "BAD_FIELD");
}

TEST(AdminSite, ServesTheOwnersKeyWhateverTheCaseOfTheScheme) {
    AdminTestSite site;
    for (const char* value : {"Bearer owner", "bearer owner"})
        EXPECT_EQ(site.ask(kGet, "/metrics", "", {{"Authorization", value}}, false).status, 200);
}

TEST(AdminSite, RefusesTheKeyUnderAnotherScheme) {
    AdminTestSite site;
    EXPECT_EQ(
        site.ask(kGet, "/api/admin/events", "", {{"Authorization", "Basic owner"}}, false).status,
        401);
}

TEST(AdminSite, NeedsNoKeyOverTheUnixSocket) {
    AdminTestSite site;
    EXPECT_EQ(site.ask(kGet, "/metrics", "", {}, true).status, 200);
}

TEST(AdminSite, SaysThatItLivesWithoutAKey) {
    AdminTestSite site;
    for (const char* path : {"/healthz", "/readyz"})
        EXPECT_EQ(site.ask(kGet, path, "", {}, false).status, 200) << path;
    EXPECT_EQ(site.ask(kGet, "/metrics", "", {}, false).status, 401);
}

TEST(AdminSite, ShowsTheConsoleWithoutAKey) {
    AdminTestSite site;
    site.context.web = &testing::test_web_files();
    const AdminTestAnswer page = site.ask(kGet, "/ko/admin", "", {}, false);
    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(page.body, "<p>ko admin</p>");
    EXPECT_NE(page.headers.find("Content-Security-Policy: default-src 'none'"), page.headers.npos);
    EXPECT_NE(page.headers.find("Cache-Control: public, max-age=10"), page.headers.npos);
    EXPECT_EQ(site.ask(kGet, "/assets/queue-AB12.js", "", {}, false).body, "script");
    for (const char* path : {"/admin", "/en/admin?key=x"}) {
        const AdminTestAnswer moved = site.ask(kGet, path, "", {}, false);
        EXPECT_EQ(moved.status, 302) << path;
        EXPECT_NE(moved.headers.find("Location: /en/admin\r\n"), moved.headers.npos) << path;
    }
}

TEST(AdminSite, ShowsNoOtherPageAndChangesNothingWithoutAKey) {
    AdminTestSite site;
    site.context.web = &testing::test_web_files();
    for (const char* path : {"/", "/en/", "/en/queue/demo", "/en/admin/x", "/assets/none.js"})
        EXPECT_EQ(site.ask(kGet, path, "", {}, false).code(), "KEY_REQUIRED") << path;
    EXPECT_EQ(site.ask(kPost, "/en/admin", "", {}, false).code(), "KEY_REQUIRED");
}

TEST(AdminSite, SaysWhichMethodsAnAddressTakes) {
    AdminTestSite site;
    const AdminTestAnswer answer = site.call(Method::kDelete, "/api/admin/events");
    EXPECT_EQ(answer.status, 405);
    EXPECT_NE(answer.headers.find("Allow: GET, HEAD, POST\r\n"), std::string::npos);
}

TEST(AdminSite, DoesNotKnowOtherAddresses) {
    AdminTestSite site;
    EXPECT_EQ(site.call(kGet, "/api/admin/nothing").code(), "NOT_FOUND");
    EXPECT_EQ(site.call(kGet, "/api/admin/events/").code(), "NOT_FOUND");
}

TEST(AdminSite, TakesOnlyJsonBodies) {
    AdminTestSite site;
    const AdminTestAnswer answer =
        site.ask(kPost, "/api/admin/events", kEvent, {{"Content-Type", "text/plain"}}, true);
    EXPECT_EQ(answer.status, 415);
}

TEST(AdminSite, TakesJsonWithACharset) {
    AdminTestSite site;
    EXPECT_EQ(site.ask(kPost, "/api/admin/events", kEvent,
                       {{"Content-Type", "Application/JSON; charset=utf-8"}}, true)
                  .status,
              201);
}

TEST(AdminSite, RefusesWhatIsNotJson) {
    AdminTestSite site;
    EXPECT_EQ(site.call(kPost, "/api/admin/events", "{").code(), "BAD_JSON");
}

TEST(AdminSite, RefusesUnknownQueryKeys) {
    AdminTestSite site;
    EXPECT_EQ(site.call(kGet, "/api/admin/events?dryRun=true").code(), "UNKNOWN_QUERY_KEY");
    EXPECT_EQ(site.call(kPost, "/api/admin/events?dry=1", kEvent).code(), "UNKNOWN_QUERY_KEY");
}

TEST(AdminSite, NamesAKnownParameterWithABrokenValue) {
    AdminTestSite site;
    ASSERT_EQ(site.call(kPost, "/api/admin/events", kEvent).status, 201);
    for (const char* value : {"seats%00", "%", "seats%2", "%zz"}) {
        const auto refused =
            site.call(kGet, std::string{"/api/admin/preflight/show?accept="} + value);
        EXPECT_EQ(refused.code(), "BAD_FIELD") << value;
        EXPECT_EQ(refused.json().at("details").at("field").as_string(), "accept") << value;
    }
}

TEST(AdminSite, RefusesAHalfSaidRehearsal) {
    AdminTestSite site;
    EXPECT_EQ(site.call(kPost, "/api/admin/events?dryRun=yes", kEvent).code(), "BAD_FIELD");
}

TEST(AdminSite, AnswersAndCountsAMistakeOfOurs) {
    AdminTestSite site;
    site.room.broken = true;
    const AdminTestAnswer answer = site.call(kPost, "/api/admin/events", kEvent);
    EXPECT_EQ(answer.status, 500);
    EXPECT_EQ(answer.code(), "INTERNAL");
    EXPECT_EQ(site.metrics.counters.cells(
                  "rejections_total")[static_cast<std::size_t>(ErrorCode::kInternal)],
              1u);
}

TEST(AdminSite, HasRoomForTheNextCallAfterAMistakeOfOurs) {
    constexpr int kMoreThanAtOnce = 100;
    AdminTestSite site;
    site.room.broken = true;
    for (int i = 0; i < kMoreThanAtOnce; ++i)
        ASSERT_EQ(site.call(kPost, "/api/admin/events", kEvent).code(), "INTERNAL") << i;
}

TEST(AdminSite, IsNeverCachedAndSetsNoCookie) {
    AdminTestSite site;
    const AdminTestAnswer answer = site.call(kGet, "/api/admin/events");
    EXPECT_NE(answer.headers.find("Cache-Control: no-store"), std::string::npos);
    EXPECT_EQ(answer.headers.find("Set-Cookie"), std::string::npos);
    EXPECT_EQ(answer.headers.find("Access-Control"), std::string::npos);
}

TEST(AdminSite, CountsItsCallsUnderTheirRoute) {
    AdminTestSite site;
    site.call(kGet, "/api/admin/events");
    const auto& admin = site.metrics.routes[static_cast<std::size_t>(MeteredRoute::kAdmin)];
    EXPECT_EQ(admin[StatusClass::k2xx], 1u);
}

TEST(AdminSite, RotatesKeysOnlyWhenMeant) {
    AdminTestSite site;
    EXPECT_TRUE(
        site.call(kPost, "/api/admin/keys/rotate?dryRun=true").json().at("dryRun").as_bool());
    EXPECT_EQ(site.server.rotations, 0);
    EXPECT_EQ(site.call(kPost, "/api/admin/keys/rotate").json().at("kid").as_string(), "2");
    EXPECT_EQ(site.server.rotations, 1);
}

TEST(AdminSite, GivesTheSecretsOfTheEntryTokens) {
    AdminTestSite site;
    const auto answer = site.call(kGet, "/api/admin/keys/entry").json();
    const auto& key = answer.at("keys").as_array().at(0).as_object();
    EXPECT_EQ(key.at("kid").as_string(), "1");
    EXPECT_EQ(key.at("secret").as_string().size(), 43u);
}

TEST(AdminSite, MakesABackupForTheServersOwnPeopleOnly) {
    AdminTestSite site;
    const std::string_view body = R"({"file":"/backup/one"})";
    EXPECT_EQ(
        site.ask(kPost, "/api/admin/backup", body,
                 {{"Authorization", "Bearer owner"}, {"Content-Type", "application/json"}}, false)
            .code(),
        "LOCAL_ONLY");
    EXPECT_TRUE(site.server.backups.empty());
    EXPECT_EQ(site.call(kPost, "/api/admin/backup", body).json().at("bytes").as_int64(), 4096);
}

TEST(AdminSite, RefusesABackupToARelativePath) {
    AdminTestSite site;
    EXPECT_EQ(site.call(kPost, "/api/admin/backup", R"({"file":"one"})").code(), "BAD_FIELD");
}

TEST(AdminSite, SaysWhyABackupFailed) {
    AdminTestSite site;
    site.server.backup_failure = "no space";
    const AdminTestAnswer answer = site.call(kPost, "/api/admin/backup", R"({"file":"/b"})");
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.json().at("details").at("message").as_string(), "no space");
    EXPECT_EQ(answer.body.find("your place"), std::string::npos) << answer.body;
}

TEST(AdminSite, ShowsJournalStatsAndMetrics) {
    AdminTestSite site;
    EXPECT_EQ(site.call(kGet, "/api/admin/journal/stats").json().at("rows").as_int64(), 7);
    site.server.stats.reset();
    EXPECT_EQ(site.call(kGet, "/api/admin/journal/stats").body, "{}");
    const AdminTestAnswer metrics = site.call(kGet, "/metrics");
    EXPECT_EQ(metrics.body, "onsale_up 1\n");
    EXPECT_TRUE(metrics.content_type.starts_with("text/plain"));
}

TEST(AdminSite, NamesTheTroubleOfTheStoreWhereNothingElseIsKnown) {
    AdminTestSite site;
    site.call(kPost, "/api/admin/events", kEvent);
    site.room.unavailable = true;
    const std::string_view levers = R"({"joinsStopped":true})";
    const auto refused = [&] {
        return site.call(Method::kPut, "/api/admin/events/show/levers", levers).json();
    };
    const auto busy = refused();
    EXPECT_EQ(busy.at("code").as_string(), "STORAGE_UNAVAILABLE");
    EXPECT_EQ(std::string{busy.at("message").as_string()}.find("file"), std::string::npos);
    EXPECT_TRUE(busy.at("details").as_object().empty());
    site.context.degraded = Degraded::kRedisGone;
    EXPECT_EQ(refused().at("details").at("degraded").as_string(), "redis_gone");
}

TEST(AdminSite, IsNotReadyWhileTheDiskIsFull) {
    AdminTestSite site;
    EXPECT_EQ(site.call(kGet, "/readyz").status, 200);
    site.server.journal = Degraded::kDiskFull;
    EXPECT_EQ(site.call(kGet, "/readyz").status, 503);
}

TEST(AdminSite, PreflightIsGoOnlyIfEveryCheckIs) {
    AdminTestSite site;
    site.call(kPost, "/api/admin/events", kEvent);
    site.call(Method::kPatch, "/api/admin/events/show", R"({"redirectTo":"/shop"})");
    EXPECT_TRUE(site.call(kGet, "/api/admin/preflight/show").json().at("go").as_bool());
    site.server.disk_ok = false;
    EXPECT_FALSE(site.call(kGet, "/api/admin/preflight/show").json().at("go").as_bool());
}

TEST(AdminRoutes, EveryChangeBelowAnEventIsMarked) {
    for (const AdminRoute& route : admin_routes())
        EXPECT_EQ(route.mark == AdminRoute::Mark::kChangesEvent,
                  route.method != kGet && route.pattern.starts_with("/api/admin/events/{key}"))
            << route.pattern;
}

TEST(AdminRoutes, MatchSegmentBySegment) {
    EXPECT_EQ(match_path("/a/{key}/b/{phase}", "/a/x/b/y"), (std::array<std::string, 2>{"x", "y"}));
    EXPECT_FALSE(match_path("/a/{key}", "/a"));
    EXPECT_FALSE(match_path("/a/{key}", "/a/"));
    EXPECT_FALSE(match_path("/a/{key}", "/a/x/y"));
    EXPECT_FALSE(match_path("/a/{key}/b", "/a//b"));
    EXPECT_FALSE(match_path("/a", "/b"));
}

}  // namespace
}  // namespace onsale::http
