#include <gtest/gtest.h>

#include "adapter/http/operator/call/test_admin_sale.hpp"
#include "payment/domain/order_code.hpp"

namespace onsale::http {
namespace {

class AdminOrderList : public testing::AdminSaleTest {
  protected:
    std::string code_of(payment::OrderId id) { return payment::to_text(shop().order(id).code); }
    std::vector<std::string> codes(const std::string& query) {
        last_ = get("orders" + query);
        std::vector<std::string> found;
        for (const auto& row : last_.json().at("orders").as_array())
            found.emplace_back(row.at("order").as_string());
        return found;
    }
    boost::json::value next() const { return last_.json().at("next"); }

    testing::AdminTestAnswer last_;
};

TEST_F(AdminOrderList, IsNewestFirstAndGoesOnAfterNext) {
    std::vector<std::string> made;
    for (std::uint32_t name = 1; name <= 3; ++name)
        made.push_back(code_of(shop().paying(shop().let_in(name), {"A-" + std::to_string(name)})));
    EXPECT_EQ(codes("?limit=2"), (std::vector{made[2], made[1]}));
    ASSERT_TRUE(next().is_number());
    EXPECT_EQ(codes("?limit=2&after=" + boost::json::serialize(next())), std::vector{made[0]});
    EXPECT_TRUE(next().is_null());
}

TEST_F(AdminOrderList, SaysWhatAnOrderIsAboutAndNotWho) {
    const auto id = shop().paid(shop().let_in(1), {"A-1", "A-2"});
    counter.refresh();
    const auto row = get("orders").json().at("orders").at(0);
    EXPECT_EQ(row.at("order").as_string(), code_of(id));
    EXPECT_EQ(row.at("state").as_string(), "paid");
    EXPECT_TRUE(row.as_object().contains("booking"));
    EXPECT_EQ(boost::json::serialize(row.at("seats")), R"(["A-1","A-2"])");
    EXPECT_EQ(row.at("total").as_int64(), 203'000);
    EXPECT_EQ(row.at("provider").as_string(), "demo");
    EXPECT_EQ(row.at("refunded").as_int64(), 0);
    EXPECT_EQ(row.at("guest").as_string().size(), 32u);
}

TEST_F(AdminOrderList, SaysWhichSeatsWereGivenBack) {
    const auto id = shop().paid(shop().let_in(1), {"A-1", "A-2"});
    shop().refunded(id, {"A-1"});
    counter.refresh();
    const auto row = get("orders").json().at("orders").at(0);
    EXPECT_EQ(boost::json::serialize(row.at("seats")), R"(["A-1","A-2"])");
    EXPECT_EQ(boost::json::serialize(row.at("givenBack")), R"(["A-1"])");
}

TEST_F(AdminOrderList, IsNarrowedByState) {
    const auto paid = shop().paid(shop().let_in(1), {"A-1"});
    shop().paying(shop().let_in(2), {"A-2"});
    counter.refresh();
    EXPECT_EQ(codes("?state=paid"), std::vector{code_of(paid)});
    EXPECT_EQ(codes("?state=unknown"), std::vector<std::string>{});
}

TEST_F(AdminOrderList, FindsOneByItsCodeOrItsBooking) {
    const auto id = shop().paid(shop().let_in(1), {"A-1"});
    shop().paid(shop().let_in(2), {"A-2"});
    counter.refresh();
    EXPECT_EQ(codes("?find=" + code_of(id)), std::vector{code_of(id)});
    const std::string booking{last_.json().at("orders").at(0).at("booking").as_string()};
    EXPECT_EQ(codes("?find=" + booking), std::vector{code_of(id)});
    EXPECT_EQ(codes("?find=nonsense"), std::vector<std::string>{});
}

TEST_F(AdminOrderList, RefusesWhatItCannotRead) {
    for (const char* const query :
         {"?limit=0", "?limit=201", "?limit=x", "?state=gone", "?after=x", "?after=0"})
        EXPECT_EQ(get("orders" + std::string{query}).code(), "BAD_FIELD") << query;
    EXPECT_EQ(get("orders?page=2").code(), "UNKNOWN_QUERY_KEY");
}

class AdminMap : public testing::AdminSaleTest {};

TEST_F(AdminMap, TellsPayingAndBlockedPlacesApart) {
    shop().paying(shop().let_in(1), {"A-1"});
    counter.refresh();
    ASSERT_EQ(post("performances/fri/seats/block", R"({"seats":["A-2"],"reason":"press"})").status,
              200);
    const auto map = get("performances/fri/map").json();
    EXPECT_TRUE(map.at("states").as_string().starts_with("pbf")) << map.at("states");
    EXPECT_EQ(map.at("counts").at("paying").as_int64(), 1);
}

TEST_F(AdminMap, TellsOnlyWhatChangedToWhoeverKnowsTheRest) {
    const auto before = get("performances/fri/map").json().at("version").to_number<std::uint64_t>();
    site.context.sale.apply(
        sale::fact::HallChanged{{1}, seat::fact::SeatsBlocked{{seat::SeatIndex{3}}, "press", ""}});
    const auto map = get("performances/fri/map?since=" + std::to_string(before)).json();
    EXPECT_EQ(boost::json::serialize(map.at("changes")), R"([[3,"b"]])");
    EXPECT_FALSE(map.contains("states"));
    EXPECT_EQ(get("performances/fri/map?since=x").code(), "BAD_FIELD");
}

}  // namespace
}  // namespace onsale::http
