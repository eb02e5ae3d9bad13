#include "adapter/http/operator/call/admin_audit.hpp"

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "adapter/http/operator/test_admin_site.hpp"
#include "base/base64url.hpp"

namespace onsale::http {
namespace {

using testing::AdminTestSite;

constexpr Method kGet = Method::kGet;
constexpr Method kPost = Method::kPost;
constexpr std::string_view kEvent =
    R"({"key":"show","title":"Show","opensAt":"2027-02-01T20:00:00+09:00"})";

// The results of all entries, in order.
std::vector<std::string> results(const AdminTestSite& site) {
    std::vector<std::string> all;
    for (const AuditEntry& entry : site.book.entries)
        all.push_back(entry.note.result);
    return all;
}

using Results = std::vector<std::string>;

TEST(AdminAudit, AChangeIsEnteredBeforeItBeginsAndWhenItIsDone) {
    AdminTestSite site;
    ASSERT_EQ(site.call(kPost, "/api/admin/events", kEvent).status, 201);
    ASSERT_EQ(results(site), (Results{"begun", "done"}));
    const AuditNote& done = site.book.entries[1].note;
    EXPECT_EQ(done.who, "socket");
    EXPECT_EQ(done.what, "POST /api/admin/events");
    EXPECT_EQ(done.asked, "key=show title=text(4) opensAt=text(25)");
    EXPECT_EQ(done.effect, R"([{"code":"event_drafted","values":{"key":"show",)"
                           R"("opensAt":"2027-02-01T11:00:00.000+00:00"}}])");
    EXPECT_EQ(done.count, 1u);
    EXPECT_EQ(done.begun, 1u);
    EXPECT_EQ(done.request.size(), 16u);
}

TEST(AdminAudit, NamesTheKeyThatWasUsed) {
    AdminTestSite site;
    site.ask(kPost, "/api/admin/keys/rotate", "", {{"Authorization", "Bearer owner"}}, false);
    EXPECT_EQ(site.book.entries.front().note.who, "owner.key");
}

TEST(AdminAudit, ARefusedChangeIsEnteredWithItsCode) {
    AdminTestSite site;
    site.call(kPost, "/api/admin/events/none/actions", R"({"action":"open"})");
    EXPECT_EQ(results(site), (Results{"begun", "EVENT_NOT_FOUND"}));
}

TEST(AdminAudit, AnUnreadableCallIsOneEntry) {
    AdminTestSite site;
    EXPECT_EQ(site.call(kPost, "/api/admin/events", "{").code(), "BAD_JSON");
    EXPECT_EQ(results(site), Results{"BAD_JSON"});
}

TEST(AdminAudit, ARehearsalIsOneEntry) {
    AdminTestSite site;
    site.call(kPost, "/api/admin/events?dryRun=true", kEvent);
    ASSERT_EQ(results(site), Results{"rehearsed"});
    EXPECT_TRUE(site.book.entries[0].note.asked.starts_with("dryRun key=show"));
}

TEST(AdminAudit, HandingOutSecretsIsAnEntryAndOtherReadsAreNone) {
    AdminTestSite site;
    site.call(kGet, "/api/admin/events");
    site.call(kGet, "/api/admin/audit");
    EXPECT_TRUE(results(site).empty());
    site.call(kGet, "/api/admin/keys/entry");
    EXPECT_EQ(results(site), Results{"done"});
}

TEST(AdminAudit, ACallWithoutAKeyLeavesNoEntry) {
    AdminTestSite site;
    site.ask(kPost, "/api/admin/keys/rotate", "", {}, false);
    EXPECT_TRUE(results(site).empty());
}

TEST(AdminAudit, NothingIsDoneThatCannotBeEntered) {
    AdminTestSite site;
    site.book.entries_left = 0;
    const auto answer = site.call(kPost, "/api/admin/keys/rotate");
    EXPECT_EQ(answer.code(), "STORAGE_UNAVAILABLE");
    EXPECT_EQ(site.server.rotations, 0);
}

TEST(AdminAudit, AChangeWhoseResultCannotBeEnteredIsNotAnsweredAsDone) {
    AdminTestSite site;
    site.book.entries_left = 1;
    EXPECT_EQ(site.call(kPost, "/api/admin/keys/rotate").code(), "OUTCOME_UNKNOWN");
    EXPECT_EQ(site.server.rotations, 1);
}

TEST(AdminAudit, NoSecretsWithoutAnEntry) {
    AdminTestSite site;
    site.book.entries_left = 0;
    const auto answer = site.call(kGet, "/api/admin/keys/entry");
    EXPECT_EQ(answer.code(), "STORAGE_UNAVAILABLE");
    EXPECT_EQ(answer.body.find("secret"), std::string::npos);
}

TEST(AdminAudit, AMistakeOfOursIsEnteredToo) {
    AdminTestSite site;
    site.room.broken = true;
    site.call(kPost, "/api/admin/events", kEvent);
    EXPECT_EQ(results(site), (Results{"begun", "INTERNAL"}));
}

TEST(AdminAudit, ARevokedGuestIsNamedByItsOpaqueId) {
    AdminTestSite site;
    site.call(kPost, "/api/admin/events", kEvent);
    const std::string guest(32, 'a');
    site.call(kPost, "/api/admin/events/show/revoke", R"({"bar":true,"guest":")" + guest + R"("})");
    const AuditNote& last = site.book.entries.back().note;
    EXPECT_EQ(last.result, "done");
    EXPECT_EQ(last.about, "guest " + guest);
    EXPECT_EQ(last.asked, "bar=true guest=text(32)");
}

TEST(AdminAudit, ListsCodesAndNamesAreOnlyCounted) {
    const auto body = boost::json::parse(
        R"({"codes":["SECRET-1","SECRET-2"],"uses":3,"subject":"kim@example.com","bar":true,
            "queueToken":"tok","action":"open","rules":{"maxActive":1},"x":null})");
    EXPECT_EQ(asked_text(body, false),
              "codes=list(2) uses=3 subject=text(15) bar=true queueToken=text(3) action=open "
              "rules=object(1) x=null");
}

TEST(AdminAudit, AHugeBodyIsCut) {
    boost::json::object body;
    for (int i = 0; i < 10'000; ++i)
        body["member" + std::to_string(i)] = i;
    EXPECT_LE(asked_text(body, false).size(), 603u);
}

TEST(AdminAuditRoutes, PagesThroughTheEntries) {
    AdminTestSite site;
    for (int i = 0; i < 3; ++i)
        site.call(kPost, "/api/admin/keys/rotate?dryRun=true");
    const auto first = site.call(kGet, "/api/admin/audit?limit=2").json();
    EXPECT_EQ(first.at("entries").as_array().size(), 2u);
    EXPECT_EQ(first.at("next").to_number<int>(), 2);
    const auto rest = site.call(kGet, "/api/admin/audit?after=2&limit=2").json();
    EXPECT_EQ(rest.at("entries").as_array().at(0).at("seq").to_number<int>(), 3);
    EXPECT_FALSE(rest.contains("next"));
}

TEST(AdminAuditRoutes, ShowsAnEffectAsTextAndAsCodes) {
    AdminTestSite site;
    site.call(kPost, "/api/admin/keys/rotate?dryRun=true");
    const auto shown = site.call(kGet, "/api/admin/audit").json().at("entries").as_array().at(0);
    EXPECT_TRUE(shown.at("effect").as_string().starts_with("A new signing key is made;"));
    EXPECT_EQ(shown.at("effects").as_array().at(0).at("code").as_string(), "keys_rotated");
}

TEST(AdminAuditRoutes, ShowsTheSentenceOfAnOlderVersionAsItIs) {
    AdminTestSite site;
    site.call(kPost, "/api/admin/keys/rotate?dryRun=true");
    for (const char* noted : {"A new signing key is made.", "", R"([{"code":"keys_rot...)"}) {
        site.book.entries.front().note.effect = noted;
        const auto shown =
            site.call(kGet, "/api/admin/audit").json().at("entries").as_array().at(0);
        EXPECT_EQ(shown.at("effect").as_string(), noted);
        EXPECT_TRUE(shown.at("effects").as_array().empty());
    }
}

TEST(AdminAuditRoutes, RefusesNumbersThatAreNone) {
    AdminTestSite site;
    for (const char* query :
         {"after=-1", "after=x", "limit=0", "limit=1001", "limit=1x", "after=18446744073709551616"})
        EXPECT_EQ(site.call(kGet, std::string{"/api/admin/audit?"} + query).code(), "BAD_FIELD")
            << query;
}

TEST(AdminAuditRoutes, ShowsTheHead) {
    AdminTestSite site;
    site.call(kPost, "/api/admin/keys/rotate?dryRun=true");
    const auto head = site.call(kGet, "/api/admin/audit/head").json();
    EXPECT_EQ(head.at("seq").to_number<int>(), 1);
    EXPECT_EQ(head.at("head").as_string().size(), 64u);
}

}  // namespace
}  // namespace onsale::http
