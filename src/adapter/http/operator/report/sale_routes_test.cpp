#include <gtest/gtest.h>

#include "adapter/http/operator/call/test_admin_sale.hpp"
#include "payment/codec/terms_json.hpp"

namespace onsale::http {
namespace {

using seat::SeatState;

class AdminSale : public testing::AdminSaleTest {
  protected:
    const sale::SaleSettings& settings() {
        return *shop().state().settings(sale::TestSale::kEvent);
    }
    const sale::SaleLevers& levers() { return *shop().state().levers(sale::TestSale::kEvent); }
};

TEST_F(AdminSale, ShowsPricesAsTheyWereSet) {
    payment::Terms terms = sale::TestSale::terms();
    terms.prices.grades[0].types[0].amount = 99'000;
    const std::string text = boost::json::serialize(payment::to_json(terms));
    EXPECT_EQ(put("terms", text).json().at("count").as_int64(), 10);
    EXPECT_EQ(get("terms").body, text);
}

TEST_F(AdminSale, PricesAreNotSetByARehearsal) {
    payment::Terms terms = sale::TestSale::terms();
    terms.prices.grades[0].types[0].amount = 99'000;
    const std::string before = get("terms").body;
    EXPECT_EQ(put("terms?dryRun=true", boost::json::serialize(payment::to_json(terms))).status,
              200);
    EXPECT_EQ(get("terms").body, before);
}

TEST_F(AdminSale, NamesTheGradeWithoutAPrice) {
    payment::Terms terms = sale::TestSale::terms();
    terms.prices.grades[0].grade = "S";
    const auto answer = put("terms", boost::json::serialize(payment::to_json(terms)));
    EXPECT_EQ(answer.code(), "PRICE_MISSING");
    EXPECT_EQ(answer.json().at("details").at("grade").as_string(), "R");
}

TEST_F(AdminSale, NamesTheFieldOfThePricesThatCannotBe) {
    const auto answer = put("terms", R"({"prices":{"currency":"KRW","grades":[{"grade":"R"}]}})");
    EXPECT_EQ(answer.code(), "BAD_FIELD");
    EXPECT_EQ(answer.json().at("details").at("field").as_string(), "prices.grades[0].types");
}

// 400 for what the API's schema rejects; 422 for what only the sale can check.
TEST_F(AdminSale, TellsAWrongFormFromAValueThatCannotBeUsed) {
    EXPECT_EQ(patch("sale", R"({"returnWindow":"two days"})").code(), "BAD_FIELD");
    EXPECT_EQ(patch("sale", R"({"returnWindow":"99999999999999999h"})").code(), "BAD_FIELD");
    const auto unfit = patch("sale", R"({"returnWindow":"15d"})");
    EXPECT_EQ(unfit.code(), "SETTINGS_REFUSED");
    EXPECT_EQ(unfit.json().at("details").at("field").as_string(), "returnWindow");
    payment::Terms terms = sale::TestSale::terms();
    terms.prices.grades.push_back(terms.prices.grades[0]);
    EXPECT_EQ(put("terms", boost::json::serialize(payment::to_json(terms))).code(),
              "SETTINGS_REFUSED");
}

TEST_F(AdminSale, ChangesTheSettingsThatAreNamed) {
    EXPECT_EQ(patch("sale", R"({"seatsPerGuest":4})").status, 200);
    const auto answer = patch("sale", R"({"returns":"by-operator"})").json();
    EXPECT_NE(answer.at("effect").as_string().find("returns"), std::string::npos);
    EXPECT_EQ(settings().seats_per_guest, 4u);
    EXPECT_EQ(settings().returns, sale::ReturnPolicy::kByOperator);
    EXPECT_EQ(get("sale").json().at("settings").at("seatsPerGuest").as_int64(), 4);
}

TEST_F(AdminSale, ReplacesAllSettings) {
    patch("sale", R"({"seatsPerGuest":4})");
    EXPECT_EQ(put("sale", R"({"publicMap":true})").status, 200);
    EXPECT_EQ(settings().seats_per_guest, 0u);
    EXPECT_TRUE(settings().public_map);
}

TEST_F(AdminSale, RehearsesSettings) {
    EXPECT_EQ(patch("sale?dryRun=true", R"({"seatsPerGuest":4})").status, 200);
    EXPECT_EQ(settings().seats_per_guest, 0u);
    EXPECT_EQ(patch("sale", R"({"seatsPerGuest":"many"})").code(), "BAD_FIELD");
}

TEST_F(AdminSale, EachLeverMovesByItself) {
    (void)shop().select(shop().let_in(1), {"A-1"});
    counter.refresh();
    const auto stopped = patch("sale/levers", R"({"holdsStopped":true})").json();
    EXPECT_NE(stopped.at("effect").as_string().find("Nobody can take seats"), std::string::npos);
    EXPECT_EQ(stopped.at("count").as_int64(), 1);
    patch("sale/levers", R"({"stopSection":"S","stopProvider":"demo","messagePaid":"Thanks"})");
    EXPECT_TRUE(levers().holds_stopped);
    EXPECT_EQ(levers().sections_stopped, std::vector<std::string>{"S"});
    EXPECT_EQ(levers().providers_stopped.size(), 1u);
    const auto shown = get("sale").json().at("levers");
    EXPECT_EQ(boost::json::serialize(shown.at("providersStopped")), R"(["demo"])");
    EXPECT_EQ(shown.at("messagePaid").as_string(), "Thanks");
}

TEST_F(AdminSale, ALeverSaysItsEffectBefore) {
    const auto answer = patch("sale/levers?dryRun=true", R"({"holdsStopped":true})").json();
    EXPECT_TRUE(answer.at("dryRun").as_bool());
    EXPECT_FALSE(levers().holds_stopped);
}

TEST_F(AdminSale, NamesTheSectionThatIsNotThere) {
    const auto answer = patch("sale/levers", R"({"stopSection":"T"})");
    EXPECT_EQ(answer.code(), "SECTION_NOT_FOUND");
    EXPECT_EQ(answer.json().at("details").at("section").as_string(), "T");
    EXPECT_EQ(patch("sale/levers", R"({"stopProvider":"none"})").code(), "SETTINGS_REFUSED");
}

TEST_F(AdminSale, AChangeByAnOldVersionConflicts) {
    const auto version = [&] { return boost::json::serialize(get("sale").json().at("version")); };
    const std::string read = version();
    EXPECT_EQ(patch("sale/levers?version=" + read, R"({"holdsStopped":true})").status, 200);
    EXPECT_NE(version(), read);
    for (const char* const what : {"sale", "sale/levers", "performances/fri/hall/rules"}) {
        const auto late = patch(std::string{what} + "?version=" + read, "{}");
        EXPECT_EQ(late.code(), "VERSION_CONFLICT") << what;
        EXPECT_EQ(boost::json::serialize(late.json().at("details").at("version")), version());
    }
    EXPECT_EQ(patch("sale?version=" + version(), R"({"seatsPerGuest":4})").status, 200);
    EXPECT_EQ(patch("sale?version=old", R"({"seatsPerGuest":4})").code(), "BAD_FIELD");
}

TEST_F(AdminSale, TheVersionIsMadeOfWhatIsSet) {
    const auto before = get("sale").json().at("version");
    patch("sale/levers", R"({"holdsStopped":true})");
    patch("sale/levers", R"({"holdsStopped":false})");
    EXPECT_EQ(get("sale").json().at("version"), before);
}

}  // namespace
}  // namespace onsale::http
