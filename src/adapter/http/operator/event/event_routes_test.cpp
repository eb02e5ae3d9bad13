#include <gtest/gtest.h>

#include "adapter/http/operator/call/test_admin_sale.hpp"
#include "base/base64url.hpp"
#include "token/guest.hpp"
#include "token/queue_token.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using testing::AdminTestAnswer;
using testing::AdminTestSite;

constexpr Method kGet = Method::kGet;
constexpr Method kPost = Method::kPost;
constexpr Method kPatch = Method::kPatch;
constexpr Method kPut = Method::kPut;

// A site with one draft event of two phases that opens in the future.
class AdminEvents : public ::testing::Test {
  protected:
    AdminEvents() {
        const AdminTestAnswer made = site.call(kPost, "/api/admin/events", R"({
            "key":"show","title":"Show","artist":"A","published":true,
            "opensAt":"2027-02-01T20:00:00+09:00",
            "identity":"site","phases":[
            {"id":"fans","who":"list",
             "from":"2027-02-01T20:00:00+09:00","to":"2027-02-01T21:00:00+09:00"},
            {"id":"all","from":"2027-02-01T21:00:00+09:00","to":"2027-02-02T20:00:00+09:00"}]})");
        EXPECT_EQ(made.status, 201) << made.body;
    }

    AdminTestAnswer act(std::string_view body, std::string_view query = "") {
        return site.call(kPost, "/api/admin/events/show/actions" + std::string{query}, body);
    }
    const waiting_room::LineView& line() const {
        return *site.context.view.find(*site.context.view.id_of("show"));
    }
    GuestId site_guest(std::string_view subject) const {
        return token::guest_of(*site.context.keys, token::GuestSource::kSite, subject);
    }
    boost::json::object listed() {
        return site.call(kGet, "/api/admin/events").json().at("events").at(0).as_object();
    }
    void join(const GuestId& guest) { site.room.publish({1}, {waiting_room::fact::Joined{guest}}); }

    AdminTestSite site;
};

TEST_F(AdminEvents, AreMadeFromTheServersDefaults) {
    site.server.rules.max_active = 77;
    const auto made =
        site.call(kPost, "/api/admin/events",
                  R"({"key":"two","title":"Two","opensAt":"2027-02-01T20:00:00+09:00"})")
            .json();
    EXPECT_EQ(made.at("event").at("rules").at("maxActive").as_int64(), 77);
    EXPECT_EQ(made.at("event").at("lifecycle").as_string(), "draft");
}

TEST_F(AdminEvents, AreRefusedWithTheFieldThatIsWrong) {
    const auto answer = site.call(kPost, "/api/admin/events", R"({"key":"x","colour":"red"})");
    EXPECT_EQ(answer.code(), "BAD_FIELD");
    EXPECT_EQ(answer.json().at("details").at("field").as_string(), "colour");
}

TEST_F(AdminEvents, AreRefusedWhenTheSettingsMakeNoSense) {
    const auto answer = site.call(kPost, "/api/admin/events", R"({"key":"x"})");
    EXPECT_EQ(answer.status, 422);
    EXPECT_EQ(answer.json().at("details").at("field").as_string(), "title");
}

TEST_F(AdminEvents, AreRefusedWithATimeZoneThatThereIsNot) {
    for (const char* const path : {"/api/admin/events", "/api/admin/events?dryRun=true"}) {
        const auto answer = site.call(kPost, path, R"({"key":"two","title":"Two",
            "opensAt":"2027-02-01T20:00:00+09:00","timeZone":"Asia/Soeul"})");
        EXPECT_EQ(answer.status, 422) << path;
        EXPECT_EQ(answer.json().at("details").at("field").as_string(), "timeZone");
    }
    for (const char* const zone : {"Asia/Soeul", "localtime", "posixrules", "posix/Asia/Seoul"}) {
        const std::string body = R"({"timeZone":")" + std::string{zone} + R"("})";
        const auto edited = site.call(kPatch, "/api/admin/events/show", body);
        EXPECT_EQ(edited.status, 422) << zone;
    }
    EXPECT_EQ(line().settings().time_zone, "Asia/Seoul");
}

TEST_F(AdminEvents, AnOldZoneThatTheMachineDoesNotKnowLocksNothing) {
    waiting_room::EventSettings old = line().settings();
    old.time_zone = "Asia/Soeul";
    site.room.publish({1}, {waiting_room::fact::EventEdited{
                               std::make_shared<const waiting_room::EventSettings>(old)}});
    const auto edited = site.call(kPatch, "/api/admin/events/show", R"({"title":"New"})");
    EXPECT_EQ(edited.status, 200) << edited.body;
    const auto other = site.call(kPatch, "/api/admin/events/show", R"({"timeZone":"Asia/Buson"})");
    EXPECT_EQ(other.status, 422);
    const auto right = site.call(kPatch, "/api/admin/events/show", R"({"timeZone":"Asia/Seoul"})");
    EXPECT_EQ(right.status, 200) << right.body;
}

TEST_F(AdminEvents, AreHiddenFromGuestsUntilTheyArePublished) {
    constexpr std::string_view kTwo =
        R"({"key":"two","title":"T","opensAt":"2027-02-01T20:00:00Z"})";
    const auto made = site.call(kPost, "/api/admin/events", kTwo).json();
    EXPECT_FALSE(made.at("event").at("published").as_bool());
    EXPECT_EQ(made.at("effects").at(0).at("code").as_string(), "event_drafted");
    const auto& two = *site.context.view.find(*site.context.view.id_of("two"));
    const auto rehearsed = site.call(kPost, "/api/admin/events/two/publish?dryRun=true").json();
    EXPECT_EQ(rehearsed.at("effects").at(0).at("code").as_string(), "event_published");
    EXPECT_FALSE(two.settings().published);
    EXPECT_EQ(site.call(kPost, "/api/admin/events/two/publish?version=9").code(),
              "VERSION_CONFLICT");
    EXPECT_EQ(site.call(kPost, "/api/admin/events/two/publish?version=1").status, 200);
    EXPECT_TRUE(two.settings().published);
    const auto again = site.call(kPost, "/api/admin/events/two/publish").json();
    EXPECT_EQ(again.at("effects").at(0).at("code").as_string(), "nothing_changes");
    EXPECT_EQ(again.at("count").as_int64(), 0);
    EXPECT_EQ(site.book.entries.back().note.what, "POST /api/admin/events/two/publish");
}

TEST_F(AdminEvents, AreUnpublishedOnlyWhileNobodyHasJoined) {
    ASSERT_EQ(act(R"({"action":"open"})").status, 200);
    join(site_guest("a"));
    const auto refused = site.call(kPost, "/api/admin/events/show/unpublish");
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(refused.json().at("details").at("field").as_string(), "published");
    EXPECT_TRUE(line().settings().published);
    EXPECT_EQ(act(R"({"action":"publish"})").code(), "BAD_FIELD");
}

TEST_F(AdminEvents, AreNotMadeByARehearsal) {
    const auto answer = site.call(kPost, "/api/admin/events?dryRun=true",
                                  R"({"key":"two","title":"T","opensAt":"2027-02-01T20:00:00Z"})");
    EXPECT_TRUE(answer.json().at("dryRun").as_bool());
    EXPECT_EQ(site.context.view.id_of("two"), nullptr);
    EXPECT_EQ(site.call(kPost, "/api/admin/events?dryRun=true",
                        R"({"key":"show","title":"T","opensAt":"2027-02-01T20:00:00Z"})")
                  .code(),
              "EVENT_KEY_TAKEN");
}

TEST_F(AdminEvents, AreListedWithTheirNumbers) {
    join(site_guest("a"));
    const auto answer = site.call(kGet, "/api/admin/events").json();
    const auto& event = answer.at("events").as_array().at(0);
    EXPECT_EQ(event.at("key").as_string(), "show");
    EXPECT_EQ(event.at("waiting").as_int64(), 1);
}

TEST_F(AdminEvents, AreShownWithStateAndLine) {
    const auto answer = site.call(kGet, "/api/admin/events/show").json();
    EXPECT_EQ(answer.at("event").at("version").as_int64(), 1);
    EXPECT_FALSE(answer.at("event").at("levers").at("joinsStopped").as_bool());
    EXPECT_TRUE(answer.at("event").at("phase").is_null());
    EXPECT_EQ(answer.at("line").at("waiting").as_int64(), 0);
    EXPECT_EQ(site.call(kGet, "/api/admin/events/none").code(), "EVENT_NOT_FOUND");
}

TEST_F(AdminEvents, AreShownWithThePhaseThatAdmits) {
    site.room.publish({1}, {waiting_room::fact::PhaseChanged{1}});
    const auto answer = site.call(kGet, "/api/admin/events/show").json();
    EXPECT_EQ(answer.at("event").at("phase").as_string(), "all");
}

TEST_F(AdminEvents, AreEditedByMergingAPatch) {
    const auto answer =
        site.call(kPatch, "/api/admin/events/show", R"({"rules":{"maxActive":5}})").json();
    EXPECT_NE(answer.at("effect").as_string().find("rules"), std::string::npos);
    EXPECT_EQ(answer.at("version").as_int64(), 2);
    EXPECT_EQ(line().settings().rules.max_active, 5u);
    EXPECT_EQ(line().settings().artist, "A");
}

TEST_F(AdminEvents, AreNotEditedOverAnothersChange) {
    site.call(kPatch, "/api/admin/events/show", R"({"title":"First","version":1})");
    const auto answer =
        site.call(kPatch, "/api/admin/events/show", R"({"title":"Second","version":1})");
    EXPECT_EQ(answer.code(), "VERSION_CONFLICT");
    EXPECT_EQ(answer.json().at("details").at("version").as_int64(), 2);
    EXPECT_EQ(line().settings().title, "First");
}

TEST_F(AdminEvents, ConflictVisiblyWhenTwoOperatorsMoveLevers) {
    const std::string levers = "/api/admin/events/show/levers?version=";
    EXPECT_EQ(site.call(Method::kPut, levers + "1", R"({"joinsStopped":true})").status, 200);
    const auto late = site.call(Method::kPut, levers + "1", R"({"joinsStopped":false})");
    EXPECT_EQ(late.code(), "VERSION_CONFLICT");
    EXPECT_EQ(late.json().at("details").at("version").as_int64(), 2);
    EXPECT_TRUE(line().levers().joins_stopped);
    EXPECT_EQ(act(R"({"action":"open"})", "?version=1").code(), "VERSION_CONFLICT");
    EXPECT_EQ(act(R"({"action":"open"})", "?version=2").status, 200);
}

TEST_F(AdminEvents, GiveTheTimeThatTwoOperatorsAddOnce) {
    const std::string first = "/api/admin/events/show/deadlines?version=1";
    EXPECT_EQ(site.call(kPost, first, R"({"addMinutes":5})").status, 200);
    EXPECT_EQ(site.call(kPost, first, R"({"addMinutes":5})").code(), "VERSION_CONFLICT");
    EXPECT_EQ(line().clock().behind(), 5min);
}

TEST_F(AdminEvents, AreOpenedPausedAndClosed) {
    EXPECT_EQ(act(R"({"action":"open"})").status, 200);
    EXPECT_EQ(line().lifecycle(), waiting_room::Lifecycle::kOpen);
    EXPECT_EQ(act(R"({"action":"pause"})").status, 200);
    EXPECT_EQ(act(R"({"action":"pause"})").code(), "WRONG_STATE");
    EXPECT_EQ(act(R"({"action":"close"})").status, 200);
    EXPECT_EQ(line().lifecycle(), waiting_room::Lifecycle::kClosed);
}

TEST_F(AdminEvents, RehearseBeforeTheyOpen) {
    const auto answer = act(R"({"action":"open"})", "?dryRun=true").json();
    EXPECT_NE(answer.at("effect").as_string().find("cannot be undone"), std::string::npos);
    EXPECT_EQ(line().lifecycle(), waiting_room::Lifecycle::kDraft);
}

TEST_F(AdminEvents, AreDelayedByMinutes) {
    const Instant before = line().settings().opens_at;
    EXPECT_EQ(act(R"({"action":"delay","minutes":15})").status, 200);
    EXPECT_EQ(line().settings().opens_at, before + 15min);
}

TEST_F(AdminEvents, RefuseAnActionThatIsHalfSaid) {
    EXPECT_EQ(act(R"({"action":"delay"})").code(), "BAD_FIELD");
    EXPECT_EQ(act(R"({"action":"open","minutes":3})").code(), "BAD_FIELD");
    EXPECT_EQ(act(R"({"action":"explode"})").code(), "BAD_FIELD");
    EXPECT_EQ(act(R"({"action":"open","now":true})").json().at("details").at("field").as_string(),
              "now");
    EXPECT_EQ(act("[]").code(), "BAD_JSON");
}

TEST_F(AdminEvents, ChangeOnlyTheLeversThatAreNamed) {
    site.call(kPut, "/api/admin/events/show/levers", R"({"messageWaiting":"Soon"})");
    const auto answer =
        site.call(kPut, "/api/admin/events/show/levers", R"({"joinsStopped":true})").json();
    EXPECT_NE(answer.at("effect").as_string().find("Nobody new can join"), std::string::npos);
    EXPECT_TRUE(line().levers().joins_stopped);
    EXPECT_EQ(line().levers().message_waiting, "Soon");
}

TEST_F(AdminEvents, FreezeDeadlinesOrMoveThem) {
    const std::string_view path = "/api/admin/events/show/deadlines";
    EXPECT_EQ(site.call(kPost, path, R"({"addMinutes":3})").status, 200);
    EXPECT_EQ(line().clock().behind(), 3min);
    EXPECT_EQ(site.call(kPost, path, R"({"freeze":true})").status, 200);
    EXPECT_TRUE(line().clock().frozen());
    EXPECT_EQ(site.call(kPost, path, R"({"freeze":true,"addMinutes":3})").code(), "BAD_FIELD");
    EXPECT_EQ(site.call(kPost, path, "{}").code(), "BAD_FIELD");
}

TEST_F(AdminEvents, ListGuestsByTheirSubject) {
    const auto answer =
        site.call(kPost, "/api/admin/events/show/lists/fans", R"({"subjects":["ann","bob"]})");
    EXPECT_EQ(answer.json().at("count").as_int64(), 2);
    EXPECT_TRUE(site.room.room.find("show")->eligibility().size() == 2);
    EXPECT_EQ(site.call(kPost, "/api/admin/events/show/lists/none", R"({"subjects":["a"]})").code(),
              "PHASE_NOT_FOUND");
    EXPECT_EQ(site.call(kPost, "/api/admin/events/show/lists/fans", R"({"subjects":["a",7]})")
                  .json()
                  .at("details")
                  .at("field")
                  .as_string(),
              "subjects[1]");
}

TEST_F(AdminEvents, KnowNobodyByASubjectThatNoGuestCanHave) {
    const std::string longest(256, 'a');
    std::string korean;
    for (int i = 0; i < 256; ++i)
        korean += "가";  // 256 characters, but more bytes than a site's token may hold.
    const auto list = [&](const std::string& subject) {
        return site.call(kPost, "/api/admin/events/show/lists/fans",
                         R"({"subjects":[")" + subject + R"("]})");
    };
    EXPECT_EQ(list(longest).status, 200);
    EXPECT_EQ(list(longest + "a").code(), "BAD_FIELD");
    EXPECT_EQ(list("").code(), "BAD_FIELD");
    const auto refused = list(korean);
    EXPECT_EQ(refused.code(), "GUEST_NOT_FOUND");
    EXPECT_EQ(refused.json().at("details").at("field").as_string(), "subjects[0]");
}

TEST_F(AdminEvents, RefuseANameThatStandsTwice) {
    const auto twice = site.call(kPost, "/api/admin/events/show/deadlines",
                                 R"({"addMinutes":1,"addMinutes":200})");
    EXPECT_EQ(twice.code(), "BAD_JSON");
    EXPECT_EQ(twice.json().at("details").at("field").as_string(), "addMinutes");
}

// The limit counts characters, so it is the same in every language.
TEST_F(AdminEvents, CountCharactersNotBytes) {
    std::string title;
    for (int i = 0; i < 500; ++i)
        title += "봄";
    const auto edit = [&](const std::string& text) {
        return site.call(Method::kPatch, "/api/admin/events/show",
                         R"({"title":")" + text + R"("})");
    };
    EXPECT_EQ(edit(title).status, 200);
    EXPECT_EQ(edit(title + "봄").code(), "SETTINGS_REFUSED");
}

TEST_F(AdminEvents, DenyGuestsByTheirSubjectAndTakeItBack) {
    const std::string_view path = "/api/admin/events/show/denied";
    const auto answer = site.call(kPost, path, R"({"subjects":["ann","bob"]})");
    EXPECT_EQ(answer.json().at("count").as_int64(), 2);
    EXPECT_EQ(site.room.room.find("show")->eligibility().all_barred().size(), 2u);
    site.call(kPost, path, R"({"subjects":["ann"],"deny":false})");
    EXPECT_EQ(site.room.room.find("show")->eligibility().all_barred().size(), 1u);
    EXPECT_EQ(site.call(kPost, path, R"({"subjects":["ann"],"deny":1})").code(), "BAD_FIELD");
    EXPECT_EQ(site.call(kPost, path, "{}").code(), "BAD_FIELD");
}

TEST_F(AdminEvents, TakeAHundredThousandEntriesACallAndNoMore) {
    std::string body = R"({"subjects":["s")";
    for (int i = 1; i < 100'000; ++i)
        body += R"(,"s")";
    EXPECT_EQ(site.call(kPost, "/api/admin/events/show/lists/fans?dryRun=true", body + "]}").status,
              200);
    EXPECT_EQ(site.call(kPost, "/api/admin/events/show/lists/fans?dryRun=true", body + R"(,"s"]})")
                  .code(),
              "BAD_FIELD");
}

TEST_F(AdminEvents, TakeCodesOfSensibleLength) {
    const std::string_view path = "/api/admin/events/show/codes/fans";
    EXPECT_EQ(site.call(kPost, path, R"({"codes":["ABCDEFGH"],"uses":2})").status, 200);
    EXPECT_EQ(site.call(kPost, path, R"({"codes":["ABCDEFG"]})").code(), "BAD_FIELD");
    EXPECT_EQ(site.call(kPost, path, R"({"codes":["봄나들이"]})").code(), "BAD_FIELD");
    EXPECT_EQ(site.call(kPost, path, R"({"codes":["ABCDEFGHI"],"uses":0})").code(), "BAD_FIELD");
}

TEST_F(AdminEvents, TakeShortCodesFromWhoInsists) {
    const std::string_view path = "/api/admin/events/show/codes/fans";
    EXPECT_EQ(site.call(kPost, path, R"({"codes":["ABCD"],"allowShort":true})").status, 200);
    EXPECT_EQ(site.call(kPost, path, R"({"codes":["ABCD"],"allowShort":false})").code(),
              "BAD_FIELD");
    EXPECT_EQ(site.call(kPost, path, R"({"codes":["ABC"],"allowShort":true})").code(), "BAD_FIELD");
}

TEST_F(AdminEvents, TakeNoControlCharactersInTitles) {
    for (const char* title : {"a\\u007fb", "a\\u0085b", "a\\r", "a\\nb", "\\u009f"}) {
        const std::string body = R"({"title":")" + std::string{title} + R"("})";
        EXPECT_EQ(site.call(Method::kPatch, "/api/admin/events/show", body).status, 422) << title;
    }
    EXPECT_EQ(
        site.call(Method::kPatch, "/api/admin/events/show", R"({"title":"봄 콘서트"})").status,
        200);
}

TEST_F(AdminEvents, RevokeAGuestNamedInAnyOfThreeWays) {
    const GuestId guest = site_guest("ann");
    const std::string hex =
        hex_encode({reinterpret_cast<const char*>(guest.bytes.data()), guest.bytes.size()});
    const std::string token = token::seal(*site.context.keys, token::QueueToken{1, guest, 1});
    for (const std::string& body :
         {R"({"subject":"ann"})" + std::string{}, R"({"guest":")" + hex + R"("})",
          R"({"queueToken":")" + token + R"("})"}) {
        join(guest);
        EXPECT_EQ(site.call(kPost, "/api/admin/events/show/revoke", body).status, 200) << body;
        EXPECT_EQ(site.room.revokes.back().guest, guest);
    }
    EXPECT_EQ(line().ended_total(waiting_room::EndReason::kRevoked), 3u);
}

TEST_F(AdminEvents, RevokeNobodyWhoHasNoPlace) {
    EXPECT_EQ(site.call(kPost, "/api/admin/events/show/revoke", R"({"subject":"x"})").code(),
              "NO_PLACE");
    EXPECT_EQ(
        site.call(kPost, "/api/admin/events/show/revoke", R"({"subject":"x","bar":true})").status,
        200);
    EXPECT_EQ(site.call(kPost, "/api/admin/events/show/revoke", R"({"bar":true})").code(),
              "BAD_FIELD");
}

TEST_F(AdminEvents, DoNotRevokeByAnotherEventsToken) {
    const std::string token =
        token::seal(*site.context.keys, token::QueueToken{9, site_guest("ann"), 1});
    EXPECT_EQ(
        site.call(kPost, "/api/admin/events/show/revoke", R"({"queueToken":")" + token + R"("})")
            .code(),
        "GUEST_NOT_FOUND");
}

TEST_F(AdminEvents, ShowTheLineInNumbers) {
    act(R"({"action":"open"})");
    join(site_guest("a"));
    join(site_guest("b"));
    site.room.publish({1}, {waiting_room::fact::Admitted{{1}}});
    EXPECT_TRUE(site.call(kGet, "/api/admin/events/show/line")
                    .json()
                    .at("estimatedWaitLast")
                    .is_null());  // No phase has started.
    site.room.publish({1}, {waiting_room::fact::PhaseChanged{0}});
    const auto numbers = site.call(kGet, "/api/admin/events/show/line").json();
    EXPECT_EQ(numbers.at("waiting").as_int64(), 1);
    EXPECT_EQ(numbers.at("active").as_int64(), 1);
    EXPECT_EQ(numbers.at("joined").as_int64(), 2);
    EXPECT_EQ(numbers.at("endedBy").at("left").as_int64(), 0);
    EXPECT_TRUE(numbers.at("estimatedWaitLast").is_int64());
    act(R"({"action":"pause"})");
    const auto paused = site.call(kGet, "/api/admin/events/show/line").json();
    EXPECT_TRUE(paused.at("estimatedWaitLast").is_null());
    EXPECT_FALSE(numbers.at("frozen").as_bool());
    EXPECT_TRUE(numbers.at("restoring").is_null());
}

TEST_F(AdminEvents, ShowForHowLongAdmissionWaitsForLostPlaces) {
    act(R"({"action":"open"})");
    site.context.places_awaited = [](waiting_room::EventId) {
        return std::optional{LoopContext::PlacesAwaited{instant_from_ms(0), 17}};
    };
    const auto numbers = site.call(kGet, "/api/admin/events/show/line").json();
    EXPECT_EQ(numbers.at("restoring").at("restored").as_int64(), 17);
    EXPECT_TRUE(numbers.at("restoring").at("until").as_string().starts_with("1970-01-01T00:00:00"));
}

TEST_F(AdminEvents, CountOnlyWhoJoinedNotNumbersThatWereSkipped) {
    act(R"({"action":"open"})");
    join(site_guest("a"));
    site.room.publish({1}, {waiting_room::fact::NumbersSkipped{{65'536}}});
    join(site_guest("b"));
    const auto numbers = site.call(kGet, "/api/admin/events/show/line").json();
    EXPECT_EQ(numbers.at("joined").as_int64(), 2);
}

TEST_F(AdminEvents, AnArchivedOneIsListedWithoutGuests) {
    act(R"({"action":"open"})");
    join(site_guest("a"));
    act(R"({"action":"close"})");
    EXPECT_EQ(listed().at("waiting").as_int64(), 1);
    act(R"({"action":"archive"})");
    EXPECT_EQ(listed().at("lifecycle").as_string(), "archived");
    EXPECT_EQ(listed().at("waiting").as_int64(), 0);
}

class AdminSaleEvents : public testing::AdminSaleTest {
  protected:
    AdminSaleEvents() {
        site.room.sale = &shop().state();
        // The line of the shop is open.
        site.room.publish(sale::TestSale::kEvent,
                          {waiting_room::fact::LifecycleChanged{waiting_room::Lifecycle::kOpen}});
    }
    AdminTestAnswer edit(std::string_view body, std::string_view query = "") {
        return patch("/events/tour" + std::string{query}, body);
    }
};

TEST_F(AdminSaleEvents, KeepPerformancesThatHaveAHall) {
    const std::string_view renamed =
        R"({"performances":[{"id":"friday","startsAt":"2027-03-06T18:00:00Z"}]})";
    for (const std::string_view body : {std::string_view{R"({"performances":[]})"}, renamed})
        for (const char* const query : {"", "?dryRun=true"}) {
            const auto refused = edit(body, query);
            EXPECT_EQ(refused.status, 422) << body << query;
            EXPECT_EQ(refused.json().at("details").at("field").as_string(), "performances");
        }
    EXPECT_EQ(edit(R"({"performances":[{"id":"fri","startsAt":"2027-03-06T18:00:00Z"}]})").status,
              200);
}

}  // namespace
}  // namespace onsale::http
