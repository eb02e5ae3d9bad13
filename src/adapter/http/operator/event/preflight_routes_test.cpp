#include <boost/json/array.hpp>

#include "adapter/http/guest/pay/test_gateway.hpp"
#include "adapter/http/operator/call/test_admin_sale.hpp"

namespace onsale::http {
namespace {

using namespace testing;
namespace json = boost::json;

// The event opens in an hour, so that only the checks of the sale can fail.
class PreflightRoute : public AdminSaleTest {
  protected:
    PreflightRoute() {
        auto settings = std::make_shared<waiting_room::EventSettings>(shop().line().settings());
        settings->opens_at = kTestStart + std::chrono::hours{1};
        settings->performances.resize(1);  // The other one has no hall.
        site.room.publish(sale::TestSale::kEvent,
                          {waiting_room::fact::EventEdited{std::move(settings)}});
        site.context.seller.name = "Example Tickets";
        patch("sale", R"({"seatsPerGuest":4})");
    }

    // Empty if there is no check with this name.
    static json::object check_in(const json::object& told, std::string_view name) {
        for (const json::value& one : told.at("checks").as_array())
            if (std::string{one.at("name").as_string()} == name) return one.as_object();
        return {};
    }
};

TEST_F(PreflightRoute, IsNoGoForAHallWithoutPrices) {
    site.context.sale = sale::SaleView{sale::TestSale{}.state()};
    const json::object told = get("/preflight/tour").json();
    EXPECT_FALSE(told.at("go").as_bool());
    EXPECT_EQ(check_in(told, "prices").at("code").as_string(), "prices_none");
}

TEST_F(PreflightRoute, IsGoOnceEachWarningIsAcceptedByItsName) {
    patch("sale/levers", R"({"holdsStopped":true,"stopSection":"S"})");
    json::object told = get("/preflight/tour").json();
    EXPECT_FALSE(told.at("go").as_bool()) << json::serialize(told);
    EXPECT_EQ(check_in(told, "holds").at("level").as_string(), "warning");
    told = get("/preflight/tour?accept=holds").json();
    EXPECT_FALSE(told.at("go").as_bool());
    EXPECT_TRUE(check_in(told, "holds").at("accepted").as_bool());
    EXPECT_FALSE(check_in(told, "sections").at("ok").as_bool());
    told = get("/preflight/tour?accept=sections,holds").json();
    EXPECT_TRUE(told.at("go").as_bool()) << json::serialize(told);
}

TEST_F(PreflightRoute, ANoGoCannotBeAccepted) {
    patch("sale/levers", R"({"stopProvider":"demo"})");
    const json::object told = get("/preflight/tour?accept=providers").json();
    EXPECT_FALSE(told.at("go").as_bool());
    EXPECT_EQ(check_in(told, "providers").at("level").as_string(), "no-go");
    EXPECT_EQ(check_in(told, "providers").at("values").at("providers").as_string(), "demo");
    EXPECT_EQ(get("/preflight/tour?accept=" + std::string(501, 'x')).code(), "BAD_FIELD");
}

class TestPurchaseRoute : public AdminSaleTest {
  protected:
    TestPurchaseRoute() { site.context.providers.front().gateway = &gateway; }

    // The names of the steps at the provider, with a '!' before failed ones.
    std::vector<std::string> steps() {
        std::vector<std::string> names;
        for (const json::value& one :
             post("/preflight/tour/purchase").json().at("checks").as_array())
            if (const std::string name{one.at("name").as_string()};
                name.starts_with("demo ") || name == "purchase")
                names.push_back((one.at("ok").as_bool() ? "" : "!") + name);
        return names;
    }

    TestGateway gateway{site.loop};
};

TEST_F(TestPurchaseRoute, UsesACodeOfItsOwnEachTime) {
    post("/preflight/tour/purchase");
    post("/preflight/tour/purchase");
    ASSERT_EQ(gateway.requests.size(), 2u);
    EXPECT_TRUE(to_text(gateway.requests[0].name).starts_with("O-0TEST"));
    EXPECT_NE(gateway.requests[0].name, gateway.requests[1].name);
    EXPECT_EQ(gateway.requests[0].amount, (payment::Money{100, payment::kWon}));
}

TEST_F(TestPurchaseRoute, LeavesThePageOfARealProviderToAPerson) {
    EXPECT_EQ(steps(), (std::vector<std::string>{"demo request", "!demo page"}));
    EXPECT_TRUE(gateway.confirms.empty());
}

TEST_F(TestPurchaseRoute, TellsWhatEachStepFoundByItsCode) {
    const auto checks = post("/preflight/tour/purchase").json().at("checks").as_array();
    const json::value& page = checks.back();
    EXPECT_EQ(page.at("code").as_string(), "trial_page_needs_person");
    EXPECT_EQ(page.at("values").at("provider").as_string(), "demo");
    EXPECT_EQ(page.at("values").at("step").as_string(), "page");
    const std::string order{page.at("values").at("order").as_string()};
    EXPECT_TRUE(std::string{page.at("detail").as_string()}.ends_with("(" + order + ")"));
    for (const json::value& check : checks)
        EXPECT_FALSE(check.at("code").as_string().empty()) << check.at("name");
}

TEST_F(TestPurchaseRoute, IsNoGoWithoutAWayToPay) {
    site.context.providers.front().demo_only = true;
    EXPECT_EQ(steps(), std::vector<std::string>{"!purchase"});
    EXPECT_FALSE(post("/preflight/tour/purchase").json().at("go").as_bool());
    EXPECT_TRUE(gateway.requests.empty());
}

TEST_F(TestPurchaseRoute, RehearsedAsksNobody) {
    const json::object told = post("/preflight/tour/purchase?dryRun=true").json();
    EXPECT_TRUE(told.at("dryRun").as_bool());
    EXPECT_EQ(told.at("count").as_int64(), 1);
    EXPECT_TRUE(gateway.requests.empty());
}

TEST_F(TestPurchaseRoute, IsNotedWithWhatItDid) {
    post("/preflight/tour/purchase");
    EXPECT_EQ(noted().result, "done");
    EXPECT_EQ(noted().effect,
              R"([{"code":"test_purchase","values":{"amount":100,"currency":"KRW"}}])");
}

TEST_F(TestPurchaseRoute, OfAnUnknownEventIsRefused) {
    EXPECT_EQ(post("/preflight/nothing/purchase").code(), "EVENT_NOT_FOUND");
}

}  // namespace
}  // namespace onsale::http
