#include "adapter/http/api/context/guest_code.hpp"
#include "adapter/http/guest/pay/test_payment_site.hpp"

namespace onsale::http {
namespace {

using namespace testing;
using payment::DeclineReason;
using payment::GatewayError;
using payment::OrderError;
using payment::OrderState;
using sale::PayError;
namespace result = payment::result;

using PaymentRoutesTest = ShopTest;

TEST_F(PaymentRoutesTest, ARequestMakesAnOrderAndSaysWhereToPay) {
    const auto answer = ask_to_pay(mine_);
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.text("payUrl"), "/pay/" + to_text(demo_.requests.back().name));
    EXPECT_EQ(answer.json().at("amount").as_int64(), 24'000);
    EXPECT_EQ(answer.text("currency"), "KRW");
    EXPECT_EQ(answer.text("payBy"), "2027-01-15T08:15:00.000+00:00");
    EXPECT_FALSE(answer.json().as_object().contains("fields"));
    EXPECT_TRUE(answer.says("private, no-store"));
    const auto order = answer.json().at("order");
    EXPECT_EQ(order.at("state").as_string(), "paying");
    EXPECT_EQ(order.at("eventId").as_string(), "demo");
    EXPECT_EQ(order.at("performanceId").as_string(), "p1");
    EXPECT_EQ(order.at("provider").as_string(), "demo-pay");
    EXPECT_EQ(order.at("quote").at("lines").at(0).at("seat").as_string(), "A1");
    EXPECT_EQ(orders_.requests.back().buyer.guest, mine_.guest);
    EXPECT_EQ(orders_.requests.back().merchant, "shop");
}

TEST_F(PaymentRoutesTest, TheProviderIsToldAnAddressOfOursThatNamesTheAttempt) {
    const std::string order = order_of(mine_);
    const std::string& url = demo_.requests.back().return_url;
    const std::string start = "/api/payment/return/demo-pay?state=";
    ASSERT_TRUE(url.starts_with(start)) << url;
    const auto state = token::open_payment_return(*context_.keys, url.substr(start.size()));
    ASSERT_TRUE(state);
    EXPECT_EQ(state->order, payment::parse_order_code(order)->value);
    EXPECT_EQ(state->attempt, 1);
}

TEST_F(PaymentRoutesTest, TheProviderIsToldTheWholeAddressWhereItIsKnown) {
    context_.public_url = "https://tickets.example";
    const auto answer = ask_to_pay(mine_);
    const std::string& url = demo_.requests.back().return_url;
    EXPECT_TRUE(url.starts_with("https://tickets.example/api/payment/return/demo-pay?state="))
        << url;
    EXPECT_TRUE(answer.text("payUrl").starts_with("https://tickets.example/pay/"));
}

TEST_F(PaymentRoutesTest, PressedTwiceItIsTheSameAttempt) {
    const auto first = ask_to_pay(mine_);
    const auto second = ask_to_pay(mine_);
    EXPECT_EQ(first.text("payUrl"), second.text("payUrl"));
    EXPECT_EQ(orders_.book.size(), 1u);
}

TEST_F(PaymentRoutesTest, FieldsOfAPageThatWantsAFormAreHandedOn) {
    demo_.fields = {{"mid", "shop"}, {"sign", "\"abc\""}};
    const auto answer = ask_to_pay(mine_).json();
    EXPECT_EQ(answer.at("fields").at("sign").as_string(), "\"abc\"");
}

TEST_F(PaymentRoutesTest, PriceTypesAreChosenByNameAndPricedByUs) {
    const auto answer = ask_to_pay(mine_, R"(,"priceTypes":{"A2":"youth"})");
    const auto started = answer.json();
    EXPECT_EQ(started.at("amount").as_int64(), 21'000);
    const auto& lines = started.at("order").at("quote").at("lines").as_array();
    EXPECT_EQ(lines.at(1).at("type").as_string(), "youth");
}

// A schema of the API cannot express which member names are valid, so the sale reports the error.
TEST_F(PaymentRoutesTest, APriceTypeForWhatCannotBeASeatIsAsUnknownAsForOneNotHeld) {
    for (const std::string seat : {"", "no seat", "가"})
        EXPECT_EQ(ask_to_pay(mine_, R"(,"priceTypes":{")" + seat + R"(":"youth"})").code(),
                  "PRICE_TYPE_UNKNOWN")
            << seat;
    const std::string longest(200, 'n');
    EXPECT_EQ(ask_to_pay(mine_, R"(,"priceTypes":{"A2":")" + longest + R"("})").status, 200);
    EXPECT_EQ(ask_to_pay(mine_, R"(,"priceTypes":{"A2":")" + longest + R"(n"})").code(),
              "BAD_FIELD");
}

TEST_F(PaymentRoutesTest, FieldsThatAGuestCannotDecideRefuseTheCall) {
    for (const std::string field :
         {R"("price":1)", R"("amount":1)", R"("state":"paid")", R"("owner":"me")",
          R"("guest":"me")", R"("merchant":"mine")", R"("orderId":"O-1")"})
        EXPECT_EQ(ask_to_pay(mine_, "," + field).code(), "BAD_FIELD") << field;
    const std::string order = order_of(mine_);
    for (const std::string field : {R"("price":1)", R"("state":"paid")", R"("owner":"me")",
                                    R"("attempt":1)", R"("provider":"cards")", R"("paid":true)"}) {
        std::string body = confirm_body(order);
        body.insert(1, field + ",");
        EXPECT_EQ(post("/api/payment/confirm", mine_, body).code(), "BAD_FIELD") << field;
        const std::string cancel = "{" + field + R"(,"orderId":")" + order + R"("})";
        EXPECT_EQ(post("/api/payment/cancel", mine_, cancel).code(), "BAD_FIELD") << field;
    }
    EXPECT_TRUE(demo_.confirms.empty());
}

TEST_F(PaymentRoutesTest, ARequestNeedsALiveAdmissionAndOurOwnPage) {
    Browser outside = mine_;
    outside.entry = "";
    const auto refused = ask_to_pay(outside);
    EXPECT_EQ(refused.code(), "ENTRY_TOKEN_REQUIRED");
    EXPECT_EQ(refused.json().at("details").at("redirectTo").as_string(), "/queue/demo");
    const auto foreign = call(Method::kPost, "/api/payment/request",
                              {{"Cookie", mine_.cookie},
                               {"Origin", "https://evil.example"},
                               {"Content-Type", "application/json"},
                               {"X-Queue-Entry-Token", mine_.entry}},
                              R"({"eventId":"demo","performanceId":"p1"})");
    EXPECT_EQ(foreign.code(), "FOREIGN_ORIGIN");
}

TEST_F(PaymentRoutesTest, PretendedMoneyIsOnlyForDemoEvents) {
    const Browser buyer = enter("real");
    EXPECT_EQ(ask_to_pay(buyer, R"(,"provider":"demo-pay")", "real").code(),
              "PROVIDER_NOT_ALLOWED");
    EXPECT_EQ(ask_to_pay(buyer, R"(,"provider":"nobody")", "real").code(), "PROVIDER_NOT_ALLOWED");
    EXPECT_EQ(ask_to_pay(buyer, "", "real").status, 200);
    EXPECT_EQ(orders_.requests.back().provider, payment::ProviderId{2});
    EXPECT_TRUE(demo_.requests.empty());
}

TEST_F(PaymentRoutesTest, WithoutANameAProviderThatIsStoppedIsPassedOver) {
    sale::SaleLevers levers;
    levers.providers_stopped = {{1}};
    context_.sale.apply(sale::fact::LeversSet{{1}, std::make_shared<sale::SaleLevers>(levers)});
    ask_to_pay(mine_);
    EXPECT_EQ(orders_.requests.back().provider, payment::ProviderId{2});
}

TEST_F(PaymentRoutesTest, APageThatCannotBeOpenedIsSaidAndCanBeAskedForAgain) {
    demo_.no_page = GatewayError::kUnavailable;
    const auto answer = ask_to_pay(mine_);
    EXPECT_EQ(answer.code(), "PROVIDER_UNAVAILABLE");
    EXPECT_EQ(answer.status, 503);
    demo_.no_page = GatewayError::kRefused;
    EXPECT_EQ(ask_to_pay(mine_).code(), "PROVIDER_REFUSED");
    demo_.no_page.reset();
    EXPECT_EQ(ask_to_pay(mine_).status, 200);
    EXPECT_EQ(orders_.book.size(), 1u);
}

TEST_F(PaymentRoutesTest, EveryRefusalOfAnOrderHasItsCode) {
    const std::vector<std::pair<sale::PayRefusal, std::string>> table = {
        {{PayError::kNotOpen}, "SALE_NOT_OPEN"},
        {{PayError::kNoAdmission}, "ENTRY_TOKEN_REQUIRED"},
        {{PayError::kNoHold}, "NO_HOLD"},
        {{PayError::kNoPrices}, "NO_PRICES"},
        {{PayError::kUnknownPriceType}, "PRICE_TYPE_UNKNOWN"},
        {{PayError::kProviderStopped}, "PROVIDER_STOPPED"},
        {{PayError::kLimitReached}, "LIMIT_REACHED"},
        {{PayError::kSeatTaken}, "SEAT_TAKEN"},
        {{PayError::kUnavailable}, "OVERLOADED"},
        {{PayError::kOutcomeUnknown}, "OUTCOME_UNKNOWN"},
        {{PayError::kOrder, OrderError::kNothingToPay}, "NOTHING_TO_PAY"},
        {{PayError::kOrder, OrderError::kHoldOver}, "HOLD_TIME_OVER"},
        {{PayError::kOrder, OrderError::kAlreadyPaying}, "ORDER_BEING_PAID"},
        {{PayError::kOrder, OrderError::kStillAsking}, "PAYMENT_UNKNOWN"},
        {{PayError::kOrder, OrderError::kAttemptsUsed}, "ATTEMPTS_USED"},
        {{PayError::kOrder, OrderError::kTooMany}, "TOO_MANY"},
        {{PayError::kOrder, OrderError::kUnavailable}, "OVERLOADED"},
    };
    for (const auto& [refusal, code] : table) {
        orders_.refusal = refusal;
        EXPECT_EQ(ask_to_pay(mine_).code(), code);
    }
}

TEST_F(PaymentRoutesTest, AGuestWhoIsAlreadyPayingIsToldTheOrder) {
    const std::string order = order_of(mine_);
    confirm(other_, order_of(other_));
    holds_.refusal = {sale::HoldError::kHall, {seat::HallError::kBeingPaid, {}, {}}};
    const auto change = [&](const Browser& browser, std::string_view path, std::string_view more) {
        return call(Method::kPost, "/api/booking/seats/" + std::string{path},
                    admitted_headers_of(browser),
                    R"({"eventId":"demo","performanceId":"p1")" + std::string{more} + "}");
    };
    for (const auto& refused :
         {change(mine_, "select", R"(,"seatIds":["A1"])"), change(mine_, "best", R"(,"count":1)"),
          change(mine_, "release", ""), ask_to_pay(mine_, R"(,"priceTypes":{"A1":"youth"})")}) {
        EXPECT_EQ(refused.code(), "ORDER_BEING_PAID");
        EXPECT_EQ(refused.json().at("details").at("orderId").as_string(), order);
        EXPECT_TRUE(refused.says("X-Guest-Code: " + guest_code(mine_.guest) + "\r\n"));
    }
    // A paid order is not being paid, and an order that another process keeps cannot be named here.
    EXPECT_EQ(change(other_, "release", "").json().at("details").as_object().size(), 0u);
    context_.orders = nullptr;
    EXPECT_EQ(change(mine_, "release", "").json().at("details").as_object().size(), 0u);
}

TEST_F(PaymentRoutesTest, AConfirmCallsTheProviderOnceAndGivesTheBooking) {
    const std::string order = order_of(mine_);
    const auto answer = confirm(mine_, order);
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.text("state"), "paid");
    EXPECT_EQ(answer.text("bookingNumber"), to_text(OrdersInMemory::number_of(stored(order))));
    ASSERT_EQ(demo_.confirms.size(), 1u);
    EXPECT_EQ(demo_.confirms[0].payment_key, "key-1");
    EXPECT_EQ(demo_.confirms[0].amount.amount, 24'000);
    EXPECT_EQ(confirm(mine_, order).text("state"), "paid");
    EXPECT_EQ(demo_.confirms.size(), 1u);
}

TEST_F(PaymentRoutesTest, ADeclineIsTheOrderHeldAgainWithItsReason) {
    demo_.answer = result::Declined{DeclineReason::kLimit};
    const auto answer = confirm(mine_, order_of(mine_));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.text("state"), "held");
    EXPECT_EQ(answer.text("declined"), "limit");
    EXPECT_EQ(answer.text("deadline"), "2027-01-15T08:10:00.000+00:00");
}

TEST_F(PaymentRoutesTest, ACallThatNeverArrivedIsADecline) {
    demo_.answer = result::Unavailable{};
    EXPECT_EQ(confirm(mine_, order_of(mine_)).text("declined"), "provider_unavailable");
}

TEST_F(PaymentRoutesTest, AnOutcomeThatIsUnknownStaysSoAndNothingIsTakenBack) {
    demo_.answer = result::OutcomeUnknown{};
    const auto answer = confirm(mine_, order_of(mine_));
    EXPECT_EQ(answer.status, 202);
    EXPECT_EQ(answer.text("state"), "unknown");
    EXPECT_TRUE(demo_.net_cancels.empty());
}

TEST_F(PaymentRoutesTest, AProviderThatCanTakesALostApprovalBack) {
    demo_.what.net_cancel = true;
    demo_.answer = result::OutcomeUnknown{};
    const auto answer = confirm(mine_, order_of(mine_));
    ASSERT_EQ(demo_.net_cancels.size(), 1u);
    EXPECT_EQ(demo_.net_cancels[0].payment_key, "key-1");
    EXPECT_EQ(answer.text("declined"), "reversed");
}

TEST_F(PaymentRoutesTest, ABookingMadeByAWebhookMeanwhileIsNotTakenBack) {
    demo_.what.net_cancel = true;
    demo_.answer = result::OutcomeUnknown{};
    demo_.slow = true;
    const std::string order = order_of(mine_);
    const auto answer =
        begin(Method::kPost, "/api/payment/confirm", headers_of(mine_), confirm_body(order));
    call(Method::kPost, "/api/payment/webhook/demo-pay",
         {{"X-Proof", "good"}, {"X-Approved", "key-1"}}, attempt_of(order));
    demo_.release();
    run();
    EXPECT_TRUE(demo_.net_cancels.empty());
    EXPECT_EQ(answer->text("state"), "paid");
}

TEST_F(PaymentRoutesTest, AWebhookDuringANetCancelOrAfterItBooksNothing) {
    demo_.what.net_cancel = true;
    demo_.answer = result::OutcomeUnknown{};
    demo_.slow_net_cancel = true;
    const std::string order = order_of(mine_);
    const auto answer =
        begin(Method::kPost, "/api/payment/confirm", headers_of(mine_), confirm_body(order));
    ASSERT_EQ(demo_.net_cancels.size(), 1u);
    const auto webhook = [&] {
        call(Method::kPost, "/api/payment/webhook/demo-pay",
             {{"X-Proof", "good"}, {"X-Approved", "key-1"}}, attempt_of(order));
    };
    webhook();
    demo_.release();
    run();
    EXPECT_EQ(answer->text("declined"), "reversed");
    webhook();
    EXPECT_FALSE(stored(order).booked);
    EXPECT_TRUE(stored(order).charges.empty());
}

TEST_F(PaymentRoutesTest, AnApprovalThatIsNotOursLeavesTheOrderWaiting) {
    demo_.answer = result::Approved{"key-1", "another shop", {24'000, payment::kWon}};
    const auto answer = confirm(mine_, order_of(mine_));
    EXPECT_EQ(answer.status, 202);
    EXPECT_EQ(answer.text("state"), "paying");
}

TEST_F(PaymentRoutesTest, ASecondConfirmIsToldSoAndCallsNobody) {
    demo_.slow = true;
    const std::string order = order_of(mine_);
    const auto first =
        begin(Method::kPost, "/api/payment/confirm", headers_of(mine_), confirm_body(order));
    const auto second = confirm(mine_, order);
    EXPECT_EQ(second.status, 202);
    EXPECT_EQ(second.text("state"), "paying");
    demo_.release();
    run();
    EXPECT_EQ(first->text("state"), "paid");
    EXPECT_EQ(demo_.confirms.size(), 1u);
}

TEST_F(PaymentRoutesTest, TheCallGoesOnWhenTheClientHasGone) {
    demo_.slow = true;
    const std::string order = order_of(mine_);
    begin(Method::kPost, "/api/payment/confirm", headers_of(mine_), confirm_body(order));
    EXPECT_TRUE(stored(order).confirming);
    demo_.release();
    run();
    EXPECT_EQ(stored(order).state, OrderState::kPaid);
}

TEST_F(PaymentRoutesTest, ARecordThatFailsIsSaidAndTheOrderGoesOnWaiting) {
    const std::string order = order_of(mine_);
    orders_.recording_fails = true;
    EXPECT_EQ(confirm(mine_, order).code(), "OVERLOADED");
    EXPECT_TRUE(stored(order).confirming);
}

TEST_F(PaymentRoutesTest, AnotherAmountOrPaymentIsRefusedBeforeAnybodyIsCalled) {
    const std::string order = order_of(mine_);
    EXPECT_EQ(post("/api/payment/confirm", mine_, confirm_body(order, "key-1", 1)).code(),
              "PAYMENT_MISMATCH");
    for (const std::string& body :
         {R"({"orderId":")" + order + R"(","paymentKey":"","amount":1,"currency":"KRW"})",
          R"({"orderId":")" + order + R"(","paymentKey":"k","amount":-1,"currency":"KRW"})",
          R"({"orderId":")" + order + R"(","paymentKey":"k","amount":1.5,"currency":"KRW"})",
          R"({"orderId":")" + order +
              R"(","paymentKey":"k","amount":1104000000000001,"currency":"KRW"})",
          R"({"orderId":")" + order + R"(","paymentKey":"k","amount":1,"currency":"won"})"})
        EXPECT_EQ(post("/api/payment/confirm", mine_, body).code(), "BAD_FIELD") << body;
    EXPECT_TRUE(demo_.confirms.empty());
}

TEST_F(PaymentRoutesTest, AnUnpaidOrderIsCancelledAndAPaidOneIsNot) {
    const std::string order = order_of(mine_);
    const std::string body = R"({"orderId":")" + order + R"("})";
    const auto answer = post("/api/payment/cancel", mine_, body);
    EXPECT_EQ(answer.text("state"), "ended");
    EXPECT_EQ(answer.text("reason"), "cancelled");
    const std::string paid = paid_order();
    EXPECT_EQ(post("/api/payment/cancel", mine_, R"({"orderId":")" + paid + R"("})").code(),
              "ALREADY_PAID");
}

TEST_F(PaymentRoutesTest, TheRefundIsShownWithEveryDeductionAndTheSeatsFate) {
    const std::string order = paid_order();
    orders_.now += 48h;
    const auto answer = get("/api/payment/refund-preview?orderId=" + order + "&seats=A1", mine_);
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json().at("amount").as_int64(), 8'000);
    EXPECT_EQ(answer.json().at("seats").at(0).as_string(), "A1");
    EXPECT_EQ(answer.json().at("deductions").as_array().size(), 2u);
    EXPECT_EQ(answer.text("seatsBecome"), "returned");
    EXPECT_EQ(answer.text("released"), "at-once");
}

TEST_F(PaymentRoutesTest, ARefundIsWhatTheGuestSawOrNothing) {
    const std::string order = paid_order();
    orders_.now += 48h;
    const auto refund = [&](int amount) {
        return post("/api/payment/cancel", mine_,
                    R"({"orderId":")" + order + R"(","seats":["A1"],"amount":)" +
                        std::to_string(amount) + R"(,"currency":"KRW"})");
    };
    EXPECT_EQ(refund(9'000).code(), "AMOUNT_CHANGED");
    const auto answer = refund(8'000);
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json().at("refunds").at(0).at("amount").as_int64(), 8'000);
    EXPECT_EQ(refund(8'000).code(), "ALREADY_REFUNDED");
    EXPECT_EQ(stored(order).refunds.size(), 1u);
}

TEST_F(PaymentRoutesTest, AnIdempotencyKeyIsTakenUnlessItIsTooLong) {
    const std::string order = order_of(mine_);
    auto headers = headers_of(mine_);
    const std::string key(255, 'k');
    const std::string longer(256, 'k');
    headers.push_back({"Idempotency-Key", longer});
    EXPECT_EQ(call(Method::kPost, "/api/payment/confirm", headers, confirm_body(order)).code(),
              "BAD_FIELD");
    headers.back().value = key;
    EXPECT_EQ(call(Method::kPost, "/api/payment/confirm", headers, confirm_body(order)).status,
              200);
}

TEST_F(PaymentRoutesTest, ARequestUnderItsKeyAgainTellsWhatBecameOfTheOrder) {
    const auto pay = [this](std::string_view key, std::string_view more = "") {
        auto headers = headers_of(mine_);
        headers.push_back({"X-Queue-Entry-Token", mine_.entry});
        headers.push_back({"Idempotency-Key", key});
        return call(Method::kPost, "/api/payment/request", headers,
                    R"({"eventId":"demo","performanceId":"p1")" + std::string{more} + "}");
    };
    const auto first = pay("k1");
    EXPECT_EQ(pay("k1").text("payUrl"), first.text("payUrl"));
    EXPECT_EQ(pay("k1", R"(,"provider":"demo-pay")").code(), "IDEMPOTENCY_KEY_REUSED");
    const std::string order{first.json().at("order").at("orderId").as_string()};
    demo_.answer = result::Declined{DeclineReason::kLimit};
    confirm(mine_, order);
    const auto again = pay("k1");
    EXPECT_EQ(again.status, 200) << again.body;
    EXPECT_EQ(again.json().at("order").at("state").as_string(), "held");
    EXPECT_FALSE(again.json().as_object().contains("payUrl"));
    EXPECT_EQ(stored(order).attempt(), 1);
    EXPECT_EQ(pay("k2").json().at("order").at("attempt").as_int64(), 2);
}

TEST_F(PaymentRoutesTest, ARefundUnderItsKeyAgainIsAskedForOnce) {
    const std::string order = paid_order();
    orders_.now += 48h;
    const auto refund = [&](std::string_view key, std::string_view seat) {
        auto headers = headers_of(mine_);
        headers.push_back({"Idempotency-Key", key});
        return call(Method::kPost, "/api/payment/cancel", headers,
                    R"({"orderId":")" + order + R"(","seats":[")" + std::string{seat} +
                        R"("],"amount":8000,"currency":"KRW"})");
    };
    EXPECT_EQ(refund("k1", "A1").status, 200);
    EXPECT_EQ(refund("k1", "A1").status, 200);
    EXPECT_EQ(refund("k1", "A2").code(), "IDEMPOTENCY_KEY_REUSED");
    EXPECT_EQ(stored(order).refunds.size(), 1u);
}

TEST_F(PaymentRoutesTest, AnOrderKeepsTheNamesAndAttemptsItWasMadeWith) {
    const auto started = ask_to_pay(mine_, R"(,"priceTypes":{"A2":"youth"})").json();
    const std::string order{started.at("order").at("orderId").as_string()};
    constexpr payment::EventId kShow{1};
    payment::Terms terms = *orders_.book.terms(kShow);
    terms.prices.grades = {{"Z", {{"patron", 1}}}};
    terms.rules.attempts_max = 10;
    orders_.set_terms(kShow, terms);
    context_.sale.apply(
        payment::Fact{{}, {}, payment::fact::TermsSet{kShow, orders_.book.shared_terms(kShow)}});
    const auto shown = get("/api/orders/" + order, mine_).json();
    const auto& lines = shown.at("quote").at("lines").as_array();
    EXPECT_EQ(lines.at(0).at("grade").as_string(), "R");
    EXPECT_EQ(lines.at(0).at("type").as_string(), "adult");
    EXPECT_EQ(lines.at(1).at("type").as_string(), "youth");
    EXPECT_EQ(shown.at("attemptsLeft").as_int64(), 2);
}

TEST_F(PaymentRoutesTest, AChangeWithCookiesMustComeFromOurPages) {
    const std::string order = order_of(mine_);
    for (const std::string_view path : {"/api/payment/confirm", "/api/payment/cancel"}) {
        const std::string body =
            path.ends_with("confirm") ? confirm_body(order) : R"({"orderId":")" + order + R"("})";
        const auto answer = call(Method::kPost, path,
                                 {{"Cookie", mine_.cookie},
                                  {"Origin", "https://evil.example"},
                                  {"Content-Type", "application/json"}},
                                 body);
        EXPECT_EQ(answer.code(), "FOREIGN_ORIGIN") << path;
    }
    EXPECT_EQ(stored(order).state, OrderState::kPaying);
}

}  // namespace
}  // namespace onsale::http
