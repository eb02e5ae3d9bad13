#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "adapter/http/operator/test_admin_site.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
namespace fact = waiting_room::fact;
using testing::AdminTestAnswer;
using testing::AdminTestSite;
using testing::kTestStart;

constexpr std::uint32_t kStartSecond = 1'800'000'000;

// An open event with numbers of its first two seconds: 3 joined, then 1 more joined and 2 were
// admitted.
class AdminLive : public ::testing::Test {
  protected:
    AdminLive() {
        site.call(Method::kPost, "/api/admin/events",
                  R"({"key":"show","title":"Show","opensAt":"2027-01-01T20:00:00+09:00",
                      "published":true})");
        site.call(Method::kPost, "/api/admin/events/show/actions", R"({"action":"open"})");
        join(4);
        site.room.publish({1}, {fact::Admitted{{1}}, fact::Admitted{{2}}});
        site.live.add_event(kStartSecond + 1, 1, {{"waiting", 3}, {"arrived", 3}});
        site.live.add_event(kStartSecond + 2, 1,
                            {{"waiting", 2}, {"active", 2}, {"arrived", 1}, {"admitted", 2}});
        site.live.add_server(kStartSecond + 1, {{"requests", 40}});
        const std::uint32_t packed = operate::TopRefusal::of(kLineFull, 7).packed;
        site.live.add_server(kStartSecond + 2, {{"requests", 10}, {"topRefusal", packed}});
        site.live.add_errors(kStartSecond + 2, ErrorCode::kLineFull, 7);
        site.live.top = {{"LINE_FULL", 7}};
    }

    void join(std::uint8_t count) {
        for (std::uint8_t i = 0; i < count; ++i) {
            GuestId guest;
            guest.bytes[0] = ++guests;
            site.room.publish({1}, {fact::Joined{guest}});
        }
    }
    json::object get(std::string_view rest) {
        const auto answer =
            site.call(Method::kGet, "/api/admin/events/show/live" + std::string{rest});
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json();
    }
    json::value columns(std::string_view query) {
        return get("/history" + std::string{query}).at("columns");
    }
    std::string refused_field(std::string_view query) {
        const auto answer =
            site.call(Method::kGet, "/api/admin/events/show/live/history" + std::string{query});
        EXPECT_EQ(answer.code(), "BAD_FIELD");
        return std::string{answer.json().at("details").at("field").as_string()};
    }

    // The provider declines this number of payments and approves none.
    void decline_payments(std::uint64_t count) {
        namespace pay = payment::fact;
        for (std::uint64_t id = 1; id <= count; ++id) {
            const auto record = [&](payment::FactBody body) {
                site.context.figures.apply(payment::Fact{{id}, {}, std::move(body)}, kTestStart);
            };
            record(pay::OrderOpened{{1}, {1}, {}, {id}});
            record(pay::PaymentDeclined{payment::DeclineReason::kProviderUnavailable, {}});
        }
    }
    json::value advice() { return get("").at("admission").at("advice"); }
    std::uint32_t rate() { return site.context.view.find({1})->settings().rules.admit_per_second; }
    AdminTestAnswer apply(std::string_view query = "") {
        return site.call(Method::kPost, "/api/admin/events/show/advice/apply" + std::string{query});
    }

    static constexpr auto kLineFull = static_cast<std::size_t>(ErrorCode::kLineFull);
    AdminTestSite site;
    std::uint8_t guests = 0;
};

TEST_F(AdminLive, NowIsLevelsRatesAndTotals) {
    const json::object live = get("");
    EXPECT_EQ(live.at("event").as_string(), "show");
    EXPECT_EQ(live.at("lifecycle").as_string(), "open");
    EXPECT_EQ(live.at("waiting").as_int64(), 2);
    EXPECT_EQ(live.at("active").as_int64(), 2);
    EXPECT_EQ(live.at("perSecond").at("arrived").as_int64(), 1);
    EXPECT_EQ(live.at("perSecond").at("admitted").as_int64(), 2);
    EXPECT_EQ(live.at("totals").at("arrived").as_int64(), 4);
    EXPECT_EQ(live.at("sampledAt").as_string(), "2027-01-15T08:00:02.000+00:00");
    EXPECT_EQ(live.at("server").at("requests").as_int64(), 10);
    EXPECT_EQ(live.at("server").at("topRefusals"),
              json::parse(R"([{"code":"LINE_FULL","count":7}])"));
}

TEST_F(AdminLive, AfterAGapARateIsTheMeanOfItsSeconds) {
    site.live.add_event(kStartSecond + 4, 2, {{"arrived", 3}});
    EXPECT_EQ(get("").at("perSecond").at("arrived").as_double(), 1.5);
}

TEST(AdminLiveStart, BeforeTheFirstSampleThereAreNoRates) {
    AdminTestSite site;
    site.call(Method::kPost, "/api/admin/events",
              R"({"key":"show","title":"Show","opensAt":"2027-01-01T20:00:00+09:00"})");
    const json::object live = site.call(Method::kGet, "/api/admin/events/show/live").json();
    EXPECT_TRUE(live.at("perSecond").is_null());
    EXPECT_TRUE(live.at("sampledAt").is_null());
    EXPECT_TRUE(live.at("server").is_null());
    const auto history = site.call(Method::kGet, "/api/admin/events/show/live/history").json();
    EXPECT_EQ(history.at("columns").at("time"), json::array{});
}

TEST_F(AdminLive, PaymentsAreShownWithTheirReasons) {
    decline_payments(25);
    const json::value payments = get("").at("payments");
    EXPECT_EQ(payments.at("lastFiveMinutes").at("declined").as_int64(), 25);
    EXPECT_EQ(payments.at("lastFiveMinutes").at("declineReasons"),
              json::parse(R"([{"reason":"provider_unavailable","count":25}])"));
    EXPECT_EQ(payments.at("totals").at("captured").as_int64(), 0);
    EXPECT_TRUE(payments.at("totals").at("seatsPerBooking").is_null());
    EXPECT_TRUE(payments.at("currency").is_null());
}

TEST_F(AdminLive, WithoutReasonTheAdviceIsThePresentRate) {
    EXPECT_EQ(advice().at("reason").as_string(), "steady");
    EXPECT_EQ(advice().at("admitPerSecond").as_int64(), rate());
    EXPECT_TRUE(get("").at("admission").at("brakedTo").is_null());
}

TEST_F(AdminLive, TheAdviceIsAppliedByOneCall) {
    decline_payments(25);
    EXPECT_EQ(advice().at("reason").as_string(), "payments_failing");
    const auto answer = apply();
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(rate(), 1u);
    const AuditEntry& entry = site.book.entries.back();
    EXPECT_EQ(entry.note.what, "POST /api/admin/events/show/advice/apply");
    EXPECT_EQ(entry.note.result, "done");
}

TEST_F(AdminLive, ARehearsedAdviceChangesNothing) {
    decline_payments(25);
    const std::uint32_t before = rate();
    EXPECT_TRUE(apply("?dryRun=true").json().at("dryRun").as_bool());
    EXPECT_EQ(rate(), before);
}

TEST_F(AdminLive, SteadyAdviceIsNoChange) {
    const auto version = site.context.view.find({1})->version();
    EXPECT_EQ(apply().json().at("count").as_int64(), 0);
    EXPECT_EQ(site.context.view.find({1})->version(), version);
}

TEST_F(AdminLive, TheBrakeIsVisible) {
    site.room.publish({1}, {fact::AdmissionBraked{7}});
    EXPECT_EQ(get("").at("admission").at("brakedTo").as_int64(), 7);
}

TEST_F(AdminLive, HistoryIsInColumnsOldestFirst) {
    const json::object history = get("/history");
    EXPECT_EQ(history.at("by").as_string(), "second");
    const json::value& event = history.at("columns");
    EXPECT_EQ(event.at("time"), json::parse("[1800000001,1800000002]"));
    EXPECT_EQ(event.at("covers"), json::parse("[1,1]"));
    EXPECT_EQ(event.at("waiting"), json::parse("[3,2]"));
    EXPECT_EQ(event.at("arrived"), json::parse("[3,1]"));
    const json::value& server = history.at("server");
    EXPECT_EQ(server.at("requests"), json::parse("[40,10]"));
    EXPECT_EQ(server.at("topRefusal"), json::parse(R"([null,"LINE_FULL"])"));
    EXPECT_EQ(server.at("topRefusalCount"), json::parse("[0,7]"));
}

TEST_F(AdminLive, AMinuteSumsItsSeconds) {
    const json::value minutes = columns("?by=minute");
    EXPECT_EQ(minutes.at("time"), json::parse("[1800000000]"));
    EXPECT_EQ(minutes.at("covers"), json::parse("[2]"));
    EXPECT_EQ(minutes.at("arrived"), json::parse("[4]"));
    EXPECT_EQ(minutes.at("waiting"), json::parse("[2]"));
}

TEST_F(AdminLive, ALimitGivesTheNewestRowsOrTheFirstFromATimeOn) {
    EXPECT_EQ(columns("?limit=1").at("time"), json::parse("[1800000002]"));
    EXPECT_EQ(columns("?limit=1&since=2027-01-15T08:00:01Z").at("time"),
              json::parse("[1800000001]"));
    EXPECT_EQ(columns("?since=2027-01-15T08:00:01.001Z").at("time"), json::parse("[1800000002]"));
    EXPECT_EQ(columns("?since=2027-01-15T08:00:03Z").at("time"), json::array{});
}

TEST_F(AdminLive, AWrongQueryIsRefusedByItsField) {
    EXPECT_EQ(refused_field("?by=hour"), "by");
    EXPECT_EQ(refused_field("?since=yesterday"), "since");
    for (const char* limit : {"0", "-1", "10081", "1x", "99999999999999999999"})
        EXPECT_EQ(refused_field("?limit=" + std::string{limit}), "limit") << limit;
}

TEST_F(AdminLive, OtherQueryKeysAreRefused) {
    for (const char* query : {"/live?by=second", "/live/history?to=1", "/live/history?=1"})
        EXPECT_EQ(site.call(Method::kGet, "/api/admin/events/show" + std::string{query}).code(),
                  "UNKNOWN_QUERY_KEY")
            << query;
}

TEST_F(AdminLive, AnUnknownEventIsNotFound) {
    EXPECT_EQ(site.call(Method::kGet, "/api/admin/events/none/live").code(), "EVENT_NOT_FOUND");
    EXPECT_EQ(site.call(Method::kGet, "/api/admin/events/none/live/history").code(),
              "EVENT_NOT_FOUND");
}

TEST_F(AdminLive, ErrorsAreTheirCountsByCodeInEveryRow) {
    site.live.add_event(kStartSecond + 3, 1, {});
    site.live.add_errors(kStartSecond + 3, ErrorCode::kEventNotFound, 9);
    const auto errors = get("/history").at("server").at("errors");
    ASSERT_EQ(errors.as_array().size(), 2u);
    EXPECT_EQ(errors.at(0).at("code").as_string(), "EVENT_NOT_FOUND");
    EXPECT_EQ(errors.at(0).at("total").as_int64(), 9);
    EXPECT_EQ(json::serialize(errors.at(0).at("counts")), "[0,0,9]");
    EXPECT_EQ(json::serialize(errors.at(1).at("counts")), "[0,7,0]");
}

TEST_F(AdminLive, TheFunnelSaysHowFarTheyCame) {
    decline_payments(2);
    EXPECT_EQ(json::serialize(get("").at("funnel")),
              R"({"joined":4,"admitted":2,"held":0,"paymentStarted":2,"paid":0})");
}

}  // namespace
}  // namespace onsale::http
