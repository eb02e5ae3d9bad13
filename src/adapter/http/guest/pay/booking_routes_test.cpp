#include "adapter/http/guest/pay/test_payment_site.hpp"

namespace onsale::http {
namespace {

using namespace testing;
namespace result = payment::result;

using BookingRoutesTest = ShopTest;

TEST_F(BookingRoutesTest, AnOrderTellsEveryTransitionWithWhenWhoAndWhy) {
    demo_.answer = result::Declined{payment::DeclineReason::kCard};
    const std::string order = order_of(mine_);
    confirm(mine_, order);
    const auto answer = get("/api/orders/" + order, mine_);
    EXPECT_EQ(answer.status, 200);
    EXPECT_TRUE(answer.says("private, no-store"));
    EXPECT_EQ(boost::json::serialize(answer.json().at("history")),
              R"([{"state":"paying","at":"2027-01-15T08:00:00.000+00:00","by":"guest"},)"
              R"({"state":"held","at":"2027-01-15T08:00:00.000+00:00","by":"provider",)"
              R"("why":"card"}])");
}

TEST_F(BookingRoutesTest, NothingOfTheGuestTheProviderOrAFenceIsTold) {
    const std::string body = get("/api/orders/" + paid_order(), mine_).body;
    for (const std::string word : {"key-1", "shop", "fence", "guest\":"})
        EXPECT_EQ(body.find(word), body.npos) << word;
}

TEST_F(BookingRoutesTest, ABookingIsFoundByItsNumberAndInTheList) {
    const std::string order = paid_order();
    const std::string number = to_text(OrdersInMemory::number_of(stored(order)));
    const auto one = get("/api/bookings/" + number, mine_);
    EXPECT_EQ(one.text("orderId"), order);
    EXPECT_TRUE(one.json().as_object().contains("history"));
    const auto all = get("/api/bookings", mine_).json().at("bookings").as_array();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].at("bookingNumber").as_string(), number);
    EXPECT_TRUE(get("/api/bookings", other_).json().at("bookings").as_array().empty());
}

TEST_F(BookingRoutesTest, TheNewestBookingComesFirst) {
    const std::string first = paid_order();
    const std::string second = paid_order();
    const auto all = get("/api/bookings", mine_).json().at("bookings").as_array();
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].at("orderId").as_string(), second);
    EXPECT_EQ(all[1].at("orderId").as_string(), first);
}

// The orders are in the store. The view is filled from another source, which may lack the event.
TEST_F(BookingRoutesTest, AnOrderOfAnEventThatTheViewLacksIsAnsweredLater) {
    const std::string order = paid_order();
    const std::string number = to_text(OrdersInMemory::number_of(stored(order)));
    views_.line = waiting_room::RoomView{};
    for (const std::string& target :
         {"/api/orders/" + order, "/api/bookings/" + number, std::string{"/api/bookings"},
          "/en/payment/" + order + "?plain=1"}) {
        const auto answer = get(target, mine_);
        EXPECT_EQ(answer.status, 503) << target;
    }
    EXPECT_EQ(confirm(mine_, order).code(), "OUTCOME_UNKNOWN");
    EXPECT_EQ(get("/api/payment/refund-preview?orderId=" + order, mine_).status, 200);
}

TEST_F(BookingRoutesTest, AListNeedsToKnowWhoAsks) {
    EXPECT_EQ(call(Method::kGet, "/api/bookings", {}).code(), "VISITOR_REQUIRED");
}

// On every route, somebody else's order, an unknown one and an invalid one get exactly the same
// answer, and nothing changes.
TEST_F(BookingRoutesTest, OthersUnknownAndImpossibleNamesGetTheSameAnswer) {
    const std::string paid = paid_order();
    const std::string number = to_text(OrdersInMemory::number_of(stored(paid)));
    const auto before = stored(paid);
    const std::string unknown = to_text(payment::OrderCode{0x9999});
    const std::string nobodys =
        to_text(booking::booking_number(std::chrono::year{2026} / 11 / 15, 777));
    const auto confirm_it = [&](const std::string& id) { return confirm(other_, id); };
    const auto cancel_it = [&](const std::string& id) {
        return post("/api/payment/cancel", other_, R"({"orderId":")" + id + R"("})");
    };
    const auto refund_it = [&](const std::string& id) {
        return post("/api/payment/cancel", other_,
                    R"({"orderId":")" + id + R"(","amount":1,"currency":"KRW"})");
    };
    const auto preview_it = [&](const std::string& id) {
        return get("/api/payment/refund-preview?orderId=" + id, other_);
    };
    const auto show_it = [&](const std::string& id) { return get("/api/orders/" + id, other_); };
    const auto page_it = [&](const std::string& id) {
        return get("/en/payment/" + id + "?plain=1", other_);
    };
    const auto book_it = [&](const std::string& id) { return get("/api/bookings/" + id, other_); };
    using Ask = std::function<Answered(const std::string&)>;
    for (const Ask& ask : {Ask{confirm_it}, Ask{cancel_it}, Ask{refund_it}, Ask{preview_it},
                           Ask{show_it}, Ask{page_it}}) {
        const auto others = ask(paid);
        EXPECT_EQ(others.status, 404) << others.body;
        for (const std::string& id : {unknown, std::string{"O-1"}, std::string{"x"}}) {
            EXPECT_EQ(ask(id).body, others.body) << id;
            EXPECT_EQ(ask(id).headers, others.headers) << id;
            EXPECT_EQ(ask(id).status, 404) << id;
        }
    }
    const auto others = book_it(number);
    EXPECT_EQ(others.code(), "BOOKING_NOT_FOUND");
    for (const std::string& id : {nobodys, std::string{"B-1"}, paid})
        EXPECT_EQ(book_it(id).body, others.body) << id;
    EXPECT_EQ(stored(paid), before);
    EXPECT_EQ(demo_.confirms.size(), 1u);
}

TEST_F(BookingRoutesTest, ARequestWithoutIdentityIsAskedForOneWhateverTheName) {
    const std::string order = order_of(mine_);
    for (const std::string& id : {order, to_text(payment::OrderCode{0x9999}), std::string{"x"}}) {
        const auto asked = [&](Method method, const std::string& path, const std::string& body) {
            const auto answer = call(method, path, {{"Content-Type", "application/json"}}, body);
            EXPECT_EQ(answer.status, 401) << path;
            return answer.code();
        };
        const std::string named = R"({"orderId":")" + id + R"("})";
        EXPECT_EQ(asked(Method::kGet, "/api/orders/" + id, ""), "VISITOR_REQUIRED");
        EXPECT_EQ(asked(Method::kGet, "/api/bookings/" + id, ""), "VISITOR_REQUIRED");
        EXPECT_EQ(asked(Method::kGet, "/api/payment/refund-preview?orderId=" + id, ""),
                  "VISITOR_REQUIRED");
        EXPECT_EQ(asked(Method::kPost, "/api/payment/cancel", named), "VISITOR_REQUIRED");
        EXPECT_EQ(asked(Method::kPost, "/api/payment/confirm", confirm_body(id)),
                  "VISITOR_REQUIRED");
    }
    // An entry token proves admission, not ownership.
    EXPECT_EQ(
        call(Method::kGet, "/api/orders/" + order, {{"X-Queue-Entry-Token", mine_.entry}}).code(),
        "VISITOR_REQUIRED");
}

TEST_F(BookingRoutesTest, AQueueTokenNamesItsGuestInAHeaderOrACookie) {
    const std::string order = order_of(mine_);
    EXPECT_EQ(call(Method::kGet, "/api/orders/" + order, {{"X-Queue-Token", mine_.queue}}).status,
              200);
    // A second visitor's cookie in the same request changes nothing.
    const std::string cookies =
        other_.cookie + "; onsale_q_x=" + other_.queue + "; onsale_q_demo=" + mine_.queue;
    EXPECT_EQ(call(Method::kGet, "/api/orders/" + order, {{"Cookie", cookies}}).status, 200);
}

TEST_F(BookingRoutesTest, PricesThatShrankSinceLeaveNamesOutAndBreakNothing) {
    const std::string order = paid_order();
    context_.sale.apply(payment::Fact{
        {}, {}, payment::fact::TermsSet{{1}, std::make_shared<const payment::Terms>()}});
    const auto answer = get("/api/orders/" + order, mine_);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.json().at("quote").at("total").as_int64(), 24'000);
}

}  // namespace
}  // namespace onsale::http
