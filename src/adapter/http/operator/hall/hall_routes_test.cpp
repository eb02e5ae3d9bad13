#include <algorithm>

#include <gtest/gtest.h>

#include "adapter/http/api/seat/seat_map_plan.hpp"
#include "adapter/http/operator/call/test_admin_sale.hpp"
#include "seat/codec/plan_json.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using seat::SeatState;

const std::string kFriday = "performances/fri";

class AdminHalls : public testing::AdminSaleTest {
  protected:
    static std::string plan_text() { return seat::to_text(*sale::TestSale::plan()); }
    std::string block(const std::string& seats, const std::string& query = "") {
        return post(kFriday + "/seats/block" + query,
                    R"({"seats":)" + seats + R"(,"reason":"press"})")
            .body;
    }
    std::string seats_of(const testing::AdminTestAnswer& answer) const {
        return boost::json::serialize(answer.json().at("details").at("seats"));
    }
};

TEST_F(AdminHalls, AreImportedAndShownAsTheyCame) {
    const auto made = put("performances/sun/hall", plan_text());
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("count").as_int64(), 10);
    EXPECT_EQ(get("performances/sun/hall").body, plan_text());
    EXPECT_EQ(noted().count, 10u);
}

TEST_F(AdminHalls, AreNotImportedByARehearsal) {
    const auto answer = put("performances/sun/hall?dryRun=true", plan_text());
    EXPECT_EQ(answer.status, 200);
    EXPECT_TRUE(answer.json().at("dryRun").as_bool());
    EXPECT_EQ(get("performances/sun/hall").code(), "PERFORMANCE_NOT_FOUND");
}

TEST_F(AdminHalls, AreRefusedWithEveryMistakeAtItsPlace) {
    const auto answer = put("performances/sun/hall", R"({"format":"onsale-hall/1","name":"x",
        "grades":[{"id":"R"}],"sections":[{"id":"1","rows":[
        {"seats":[{"id":"a","grade":"X","x":0,"y":0},{"id":"a","grade":"R","x":0,"y":0}]}]}]})");
    EXPECT_EQ(answer.status, 422);
    EXPECT_EQ(answer.code(), "HALL_PLAN_REFUSED");
    const auto mistakes = answer.json().at("details").at("mistakes").as_array();
    ASSERT_EQ(mistakes.size(), 2u);
    EXPECT_EQ(mistakes[0].at("place").as_string(), "/sections/0/rows/0/seats/0/grade");
}

TEST_F(AdminHalls, AreReadyForGuestsWhenTheyOpen) {
    PlanTexts plans;
    site.context.plans = &plans;
    put("performances/sun/hall?dryRun=true", plan_text());
    ASSERT_EQ(put("performances/sun/hall", plan_text()).status, 201);
    const auto& opened = *site.context.sale.find(sale::TestSale::kEvent, "sun");
    EXPECT_TRUE(plans.has(opened.plan()));
    EXPECT_EQ(plans.size(), 1u) << "none of the rehearsal";
    EXPECT_EQ(put(kFriday + "/hall", plan_text()).code(), "HALL_EXISTS");
    EXPECT_EQ(plans.size(), 1u) << "none of what was refused";
}

TEST_F(AdminHalls, AreNotReplaced) {
    EXPECT_EQ(put(kFriday + "/hall", plan_text()).code(), "HALL_EXISTS");
}

TEST_F(AdminHalls, BelongToAPerformanceOfTheEvent) {
    EXPECT_EQ(put("performances/mon/hall", plan_text()).code(), "PERFORMANCE_NOT_FOUND");
    EXPECT_EQ(get("performances/mon/seats").code(), "PERFORMANCE_NOT_FOUND");
}

TEST_F(AdminHalls, WaitForAServerThatHasTimeForThem) {
    site.server.busy = true;
    EXPECT_EQ(put("performances/sun/hall", plan_text()).code(), "OVERLOADED");
    EXPECT_EQ(get(kFriday + "/hall").code(), "OVERLOADED");
}

TEST_F(AdminHalls, AreSentAsJson) {
    const auto answer = site.ask(Method::kPut, "/api/admin/events/tour/performances/sun/hall",
                                 plan_text(), {{"Content-Type", "text/plain"}}, true);
    EXPECT_EQ(answer.code(), "UNSUPPORTED_MEDIA_TYPE");
}

TEST_F(AdminHalls, AreCountedByStateGradeAndSection) {
    (void)shop().select(shop().let_in(1), {"A-1", "A-2"});
    counter.refresh();
    block(R"(["A-10"])");
    const auto counts = get(kFriday + "/seats").json();
    EXPECT_EQ(counts.at("counts").at("held").as_int64(), 2);
    EXPECT_EQ(counts.at("grades").at(0).at("grade").as_string(), "R");
    EXPECT_EQ(counts.at("grades").at(0).at("free").as_int64(), 7);
    EXPECT_EQ(counts.at("sections").at(0).at("section").as_string(), "S");
    EXPECT_EQ(counts.at("sections").at(0).at("blocked").as_int64(), 1);
    EXPECT_EQ(counts.at("rules").at("holdTtl").as_string(), "10m");
}

TEST_F(AdminHalls, SayWhyTheHouseKeepsSeats) {
    block(R"(["A-1","A-2"])");
    post(kFriday + "/seats/block", R"({"seats":["A-3"],"reason":"view","owner":"house"})");
    EXPECT_EQ(boost::json::serialize(get(kFriday + "/seats").json().at("blocks")),
              R"([{"reason":"press","owner":"","seats":2},)"
              R"({"reason":"view","owner":"house","seats":1}])");
}

TEST_F(AdminHalls, TakeNoControlCharactersInReasonsAndOwners) {
    for (const char* field : {"reason", "owner"})
        for (const char* text : {R"(a\nb)", R"(a\rb)", R"(a\u007f)", R"(\u0085)"}) {
            const std::string body = R"({"seats":["A-3"],")" + std::string{field} + R"(":")" +
                                     std::string{text} + R"("})";
            const auto answer = post(kFriday + "/seats/block", body);
            EXPECT_EQ(answer.code(), "BAD_FIELD") << body;
        }
}

TEST_F(AdminHalls, AreExportedSeatBySeat) {
    (void)shop().select(shop().let_in(1), {"A-4"});
    counter.refresh();
    post(kFriday + "/seats/block", R"({"seats":["A-3"],"reason":"=1+1","owner":"house"})");
    const auto answer = get(kFriday + "/seats.csv");
    EXPECT_EQ(answer.content_type, "text/csv; charset=utf-8");
    EXPECT_TRUE(answer.body.starts_with(R"("seat","section","grade","state",)"));
    EXPECT_NE(answer.body.find(R"("A-3","S","R","blocked","'=1+1","house")"), std::string::npos)
        << answer.body;
    EXPECT_NE(answer.body.find(R"("A-4","S","R","held","","")"), std::string::npos);
    EXPECT_EQ(std::ranges::count(answer.body, '\n'), 11);
}

TEST_F(AdminHalls, ChangeOnlyTheRulesThatAreNamed) {
    EXPECT_EQ(patch(kFriday + "/hall/rules", R"({"holdTtl":"7m"})").status, 200);
    EXPECT_EQ(shop().hall().rules().hold_ttl, 7min);
    EXPECT_EQ(shop().hall().rules().seats_per_hold, seat::HallRules{}.seats_per_hold);
}

TEST_F(AdminHalls, NameTheRuleThatCannotBe) {
    const auto answer = patch(kFriday + "/hall/rules", R"({"seatsPerHold":31})");
    EXPECT_EQ(answer.code(), "BAD_FIELD");
    EXPECT_EQ(answer.json().at("details").at("field").as_string(), "seatsPerHold");
}

TEST_F(AdminHalls, KeepSeatsForTheHouseAndGiveThemBack) {
    block(R"(["A-1","A-2"])");
    EXPECT_EQ(shop().seat("A-1"), SeatState::kBlocked);
    EXPECT_EQ(noted().count, 2u);
    EXPECT_EQ(post(kFriday + "/seats/unblock", R"({"seats":["A-1"]})").status, 200);
    EXPECT_EQ(shop().seat("A-1"), SeatState::kFree);
    EXPECT_EQ(shop().seat("A-2"), SeatState::kBlocked);
}

TEST_F(AdminHalls, SayHowManySeatsARehearsalMeans) {
    const auto answer = boost::json::parse(block(R"(["row:S/A"])", "?dryRun=true"));
    EXPECT_EQ(answer.at("count").as_int64(), 10);
    EXPECT_EQ(shop().seat("A-1"), SeatState::kFree);
}

TEST_F(AdminHalls, BlockWhatNobodyHasOfASection) {
    (void)shop().select(shop().let_in(1), {"A-1", "A-2"});
    counter.refresh();
    const auto answer = boost::json::parse(block(R"(["section:S"])"));
    EXPECT_EQ(answer.at("count").as_int64(), 8);
    EXPECT_NE(answer.at("effect").as_string().find("2 seats were skipped"), std::string::npos);
    EXPECT_EQ(shop().seat("A-1"), SeatState::kHeld);
}

TEST_F(AdminHalls, NeverTakeASeatThatSomebodyHas) {
    (void)shop().select(shop().let_in(1), {"A-1"});
    counter.refresh();
    const auto answer = post(kFriday + "/seats/block", R"({"seats":["A-1","A-3"],"reason":"x"})");
    EXPECT_EQ(answer.code(), "SEAT_TAKEN");
    EXPECT_EQ(seats_of(answer), R"(["A-1"])");
    EXPECT_EQ(shop().seat("A-3"), SeatState::kFree);
}

TEST_F(AdminHalls, NameTheSeatThatIsNotThere) {
    const auto answer = post(kFriday + "/seats/unblock", R"({"seats":["section:T"]})");
    EXPECT_EQ(answer.code(), "SEAT_NOT_FOUND");
    EXPECT_EQ(seats_of(answer), R"(["section:T"])");
    const auto wrong = post(kFriday + "/seats/unblock", R"({"seats":["A-1"]})");
    EXPECT_EQ(wrong.code(), "WRONG_STATE");
    EXPECT_EQ(seats_of(wrong), R"(["A-1"])");
}

TEST_F(AdminHalls, WantAReasonForTheHousesSeats) {
    const auto answer = post(kFriday + "/seats/block", R"({"seats":["A-1"]})");
    EXPECT_EQ(answer.json().at("details").at("field").as_string(), "reason");
}

TEST_F(AdminHalls, ReleaseReturnedSeatsInBatches) {
    (void)shop().set(sale::SaleSettings{.returns = sale::ReturnPolicy::kByOperator});
    const auto order = shop().paid(shop().let_in(1), {"A-1", "A-2", "A-3"});
    shop().refunded(order);
    counter.refresh();
    EXPECT_EQ(post(kFriday + "/seats/release", R"({"count":2})").json().at("count").as_int64(), 2);
    const auto rest = post(kFriday + "/seats/release", R"({"seats":["section:S"]})").json();
    EXPECT_EQ(rest.at("count").as_int64(), 1);
    EXPECT_EQ(shop().seat("A-1"), SeatState::kFree);
    // A place without returned seats selects no other seats.
    const auto none = post(kFriday + "/seats/release", R"({"seats":["section:S"]})").json();
    EXPECT_EQ(none.at("count").as_int64(), 0);
}

TEST_F(AdminHalls, ReleaseEitherSeatsOrACount) {
    EXPECT_EQ(post(kFriday + "/seats/release", "{}").code(), "BAD_FIELD");
    EXPECT_EQ(post(kFriday + "/seats/release", R"({"count":1,"seats":["A-1"]})").code(),
              "BAD_FIELD");
}

}  // namespace
}  // namespace onsale::http
