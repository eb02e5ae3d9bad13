#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "adapter/http/operator/call/test_admin_sale.hpp"
#include "payment/domain/order_code.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using payment::OrderState;

class AdminOrders : public testing::AdminSaleTest {
  protected:
    std::string path_of(payment::OrderId id, const std::string& rest = "") {
        return "/orders/" + payment::to_text(shop().order(id).code) + rest;
    }
    payment::OrderId sold(std::vector<std::string> seats = {"A-1", "A-2"}) {
        const auto id = shop().paid(shop().let_in(++guests), std::move(seats));
        counter.refresh();
        return id;
    }
    static std::string words(const boost::json::value& order) {
        std::string all;
        for (const auto& step : order.at("story").as_array())
            all += std::string{step.at("who").as_string()} + ": " +
                   std::string{step.at("what").as_string()} + "\n";
        return all;
    }

    std::uint32_t guests = 0;
};

TEST_F(AdminOrders, AreShownWithTheirStoryInWords) {
    const auto id = shop().confirming(shop().let_in(1), {"A-1", "A-2"});
    shop().pass(1s);
    ASSERT_TRUE(shop().approve(id));
    counter.refresh();
    const auto order = get(path_of(id)).json();
    EXPECT_EQ(order.at("state").as_string(), "paid");
    EXPECT_EQ(order.at("event").as_string(), "tour");
    EXPECT_EQ(order.at("performance").as_string(), "fri");
    EXPECT_EQ(order.at("total").as_int64(), 203'000);
    EXPECT_EQ(order.at("seats").at(0).at("seat").as_string(), "A-1");
    EXPECT_EQ(order.at("seats").at(0).at("type").as_string(), "adult");
    EXPECT_EQ(order.at("attempts").at(0).at("provider").as_string(), "demo");
    EXPECT_EQ(words(order),
              "guest: Attempt 1 to pay began.\n"
              "provider: 203000 KRW was charged in attempt 1.\n"
              "provider: The order is paid and the seats are sold.\n");
}

TEST_F(AdminOrders, TellOfDeclinesEndsAndRefunds) {
    const auto id = shop().confirming(shop().let_in(1), {"A-1"});
    ASSERT_TRUE(shop().decline(id));
    ASSERT_TRUE(shop().cancel(id));
    counter.refresh();
    EXPECT_EQ(words(get(path_of(id)).json()),
              "guest: Attempt 1 to pay began.\n"
              "provider: The payment was declined because of the card's limit or balance.\n"
              "guest: The order ended: the guest cancelled it.\n");
}

TEST_F(AdminOrders, TellTheirStoryWithCodesForOtherLanguages) {
    const auto id = shop().confirming(shop().let_in(1), {"A-1"});
    ASSERT_TRUE(shop().decline(id));
    counter.refresh();
    const auto order = get(path_of(id)).json();
    const auto& story = order.at("story");
    EXPECT_EQ(story.at(0).at("code").as_string(), "attempt_began");
    EXPECT_EQ(story.at(0).at("values"), boost::json::parse(R"({"attempt":1})"));
    EXPECT_EQ(story.at(1).at("code").as_string(), "declined");
    EXPECT_EQ(story.at(1).at("values"), boost::json::parse(R"({"reason":"limit"})"));
}

TEST_F(AdminOrders, AreFoundByTheirBooking) {
    const auto id = sold();
    const auto order = get(path_of(id)).json();
    const std::string number{order.at("booking").as_string()};
    EXPECT_EQ(get("/bookings/" + number).json(), order);
    EXPECT_EQ(get("/bookings/B-20261115-222222").code(), "BOOKING_NOT_FOUND");
    EXPECT_EQ(get("/bookings/none").code(), "BOOKING_NOT_FOUND");
}

TEST_F(AdminOrders, ThatAreNotThereAreSaidToBeNotThere) {
    EXPECT_EQ(get("/orders/O-0000000000000").code(), "ORDER_NOT_FOUND");
    EXPECT_EQ(get("/orders/nonsense").code(), "ORDER_NOT_FOUND");
    EXPECT_EQ(post("/orders/nonsense/cancel").code(), "ORDER_NOT_FOUND");
}

TEST_F(AdminOrders, ShowARefundBeforeItIsMade) {
    const auto id = sold();
    const auto answer =
        post(path_of(id, "/refund?dryRun=true"), R"({"why":"organiser","seats":["A-1"]})").json();
    EXPECT_EQ(answer.at("quote").at("amount").as_int64(), 101'000);
    EXPECT_EQ(answer.at("count").as_int64(), 1);
    EXPECT_TRUE(shop().order(id).refunds.empty());
}

TEST_F(AdminOrders, AreRefundedForTheAmountThatWasShown) {
    const auto id = sold();
    const std::string path = path_of(id, "/refund");
    const auto unsaid = post(path, R"({"why":"organiser"})");
    EXPECT_EQ(unsaid.code(), "AMOUNT_CHANGED");
    EXPECT_EQ(unsaid.json().at("details").at("field").as_string(), "amount");
    EXPECT_EQ(unsaid.json().at("details").at("amount").as_int64(), 203'000);
    EXPECT_TRUE(shop().order(id).refunds.empty());
    const auto changed = post(path, R"({"why":"organiser","amount":5})");
    EXPECT_EQ(changed.code(), "AMOUNT_CHANGED");
    EXPECT_EQ(changed.json().at("details").at("amount").as_int64(), 203'000);
    EXPECT_EQ(post(path, R"({"why":"organiser","amount":203000})").status, 200);
    ASSERT_EQ(shop().order(id).refunds.size(), 1u);
    EXPECT_EQ(shop().order(id).refunds[0].by.kind, payment::ActorKind::kOperator);
    EXPECT_NE(noted().about.find("guest "), std::string::npos);
}

TEST_F(AdminOrders, AreRefundedByTheTableWhenTheGuestWishes) {
    shop().pass(24h * 25);
    const auto id = sold({"A-1"});
    shop().pass(25h);
    const auto answer = post(path_of(id, "/refund?dryRun=true"), R"({"why":"guest"})").json();
    EXPECT_EQ(answer.at("quote").at("amount").as_int64(), 70'000);
    EXPECT_EQ(answer.at("quote").at("deductions").at(0).at("kind").as_string(), "cancellation");
}

TEST_F(AdminOrders, NameTheSeatsThatCannotBeRefunded) {
    const auto id = sold();
    const auto answer =
        post(path_of(id, "/refund"), R"({"why":"guest","seats":["A-9"],"amount":1})");
    EXPECT_EQ(answer.code(), "SEAT_NOT_IN_ORDER");
    EXPECT_EQ(boost::json::serialize(answer.json().at("details").at("seats")), R"(["A-9"])");
}

TEST_F(AdminOrders, AreRefundedForOneOfTwoReasons) {
    const auto id = sold();
    EXPECT_EQ(post(path_of(id, "/refund"), R"({"why":"late_charge","amount":1})")
                  .json()
                  .at("details")
                  .at("field")
                  .as_string(),
              "why");
}

TEST_F(AdminOrders, AreCancelledUnlessTheyAreDone) {
    const auto id = shop().paying(shop().let_in(1), {"A-1"});
    counter.refresh();
    EXPECT_EQ(post(path_of(id, "/cancel?dryRun=true")).status, 200);
    EXPECT_EQ(shop().order(id).state, OrderState::kPaying);
    EXPECT_EQ(post(path_of(id, "/cancel")).status, 200);
    EXPECT_EQ(shop().order(id).ended, payment::EndReason::kRevoked);
    guests = 1;
    const auto paid = sold({"A-2"});
    EXPECT_EQ(post(path_of(paid, "/cancel")).code(), "ALREADY_PAID");
    EXPECT_EQ(post(path_of(paid, "/cancel?dryRun=true")).code(), "ALREADY_PAID");
}

TEST_F(AdminOrders, AreAskedAboutAgain) {
    const auto id = shop().confirming(shop().let_in(1), {"A-1"});
    ASSERT_TRUE(shop().record(id, payment::result::OutcomeUnknown{}));
    counter.refresh();
    EXPECT_NE(words(get(path_of(id)).json()).find("The money may have been charged"),
              std::string::npos);
    EXPECT_EQ(post(path_of(id, "/ask-again")).code(), "WRONG_STATE") << "it asks by itself";
    EXPECT_EQ(post(path_of(id, "/ask-again?dryRun=true")).code(), "WRONG_STATE");
    shop().wait(2h);
    ASSERT_FALSE(shop().order(id).inquiry->next_at) << "the schedule is used up";
    EXPECT_EQ(post(path_of(id, "/ask-again?dryRun=true")).status, 200);
    EXPECT_EQ(post(path_of(id, "/ask-again")).status, 200);
    EXPECT_TRUE(shop().order(id).inquiry->next_at);
}

TEST_F(AdminOrders, RetryARefundThatFailed) {
    const auto id = sold();
    ASSERT_TRUE(shop().refund(id));
    shop().tick();
    ASSERT_TRUE(shop().record_refund(id, 0, payment::RefundResult::kRefused));
    EXPECT_EQ(post(path_of(id, "/refunds/0/retry?dryRun=true")).status, 200);
    EXPECT_EQ(post(path_of(id, "/refunds/0/retry")).status, 200);
    EXPECT_EQ(post(path_of(id, "/refunds/0/retry?dryRun=true")).code(), "WRONG_STATE");
    EXPECT_EQ(shop().order(id).refunds[0].state, payment::RefundState::kRequested);
    EXPECT_EQ(post(path_of(id, "/refunds/7/retry")).code(), "BAD_FIELD");
    EXPECT_EQ(post(path_of(id, "/refunds/x/retry")).code(), "BAD_FIELD");
}

TEST_F(AdminOrders, AreExportedForASpreadsheet) {
    const auto id = sold();
    shop().refunded(id, {"A-1"});
    counter.refresh();
    const auto answer = get("orders.csv");
    EXPECT_EQ(answer.content_type, "text/csv; charset=utf-8");
    EXPECT_TRUE(answer.body.starts_with(R"("order","booking","state","performance","seats",)"));
    const std::string line = answer.body.substr(answer.body.find('\n') + 1);
    EXPECT_NE(line.find(R"("paid","fri","A-1 A-2","R R","adult adult",200000,3000,203000,"KRW",)"
                        R"("demo","key-1-1",)"),
              std::string::npos)
        << line;
    EXPECT_EQ(noted().what, "GET /api/admin/events/tour/orders.csv");
}

TEST_F(AdminOrders, AreExportedFromWhereTheLastExportEnded) {
    const auto first = sold({"A-1"});
    const auto second = sold({"A-2"});
    const std::string body =
        get("orders.csv?after=" + payment::to_text(shop().order(first).code)).body;
    EXPECT_EQ(body.find(payment::to_text(shop().order(first).code)), std::string::npos);
    EXPECT_NE(body.find(payment::to_text(shop().order(second).code)), std::string::npos);
    EXPECT_EQ(get("orders.csv?after=nonsense").code(), "BAD_FIELD");
}

}  // namespace
}  // namespace onsale::http
