#include "adapter/http/guest/pay/test_payment_site.hpp"

namespace onsale::http {
namespace {

using namespace testing;
using payment::OrderState;
namespace result = payment::result;

class PaymentReturnTest : public ShopTest {
  protected:
    // A browser returns to the URL that the provider got, without a cookie of ours.
    Answered come_back(Method method, const std::string& fields, const std::string& provider = "",
                       const std::vector<Header>& more = {}) {
        std::string url = demo_.requests.back().return_url;
        if (!provider.empty()) url.replace(url.find("demo-pay"), 8, provider);
        std::vector<Header> headers = {{"Origin", "https://pay.example"},
                                       {"Content-Type", "application/x-www-form-urlencoded"}};
        headers.insert(headers.end(), more.begin(), more.end());
        return method == Method::kGet ? call(method, url + "&" + fields, headers)
                                      : call(method, url, headers, fields);
    }
    std::string fields_of(const std::string& order, std::int64_t amount = 24'000) {
        return "name=" + attempt_of(order) + "&key=key%2D1&amount=" + std::to_string(amount) +
               "&approval=tok+en";
    }
};

// The browser does not wait for the provider. The cashier asks it later.
TEST_F(PaymentReturnTest, ByGetAndByCrossSitePostItIsKeptAndGoesToTheOrderAtOnce) {
    for (const Method method : {Method::kGet, Method::kPost}) {
        const std::string order = order_of(method == Method::kGet ? mine_ : other_);
        const auto answer = come_back(method, fields_of(order));
        EXPECT_EQ(answer.status, 303);
        EXPECT_TRUE(answer.says("Location: /en/payment/" + order + "\r\n")) << answer.headers;
        EXPECT_EQ(stored(order).state, OrderState::kPaying);
        EXPECT_TRUE(stored(order).confirming);
        EXPECT_EQ(stored(order).attempts.back().payment_key, "key-1");
        EXPECT_EQ(stored(order).approval, "tok en");
        EXPECT_TRUE(demo_.confirms.empty());
    }
}

TEST_F(PaymentReturnTest, WhileItIsConfirmedThePagesSaySo) {
    const std::string order = order_of(mine_);
    come_back(Method::kGet, fields_of(order));
    const auto shown = call(Method::kGet, "/api/orders/" + order, headers_of(mine_));
    EXPECT_EQ(shown.text("state"), "paying");
    EXPECT_FALSE(shown.json().as_object().contains("deadline"));
    const auto plain = call(Method::kGet, "/en/payment/" + order + "?plain=1", headers_of(mine_));
    EXPECT_TRUE(plain.says("Refresh: ")) << plain.headers;
}

TEST_F(PaymentReturnTest, LeadsToTheLanguageInWhichTheGuestPaid) {
    const auto back_from = [&](const Browser& browser, const std::string& language) {
        const auto started = ask_to_pay(browser, R"(,"language":")" + language + '"');
        const std::string order{started.json().at("order").at("orderId").as_string()};
        return come_back(Method::kGet, fields_of(order)).headers;
    };
    EXPECT_NE(back_from(mine_, "ko").find("Location: /ko/payment/"), std::string::npos);
    EXPECT_NE(back_from(other_, "en").find("Location: /en/payment/"), std::string::npos);
    for (const std::string_view wrong : {R"("")", R"("fr")", "7"})
        EXPECT_EQ(ask_to_pay(mine_, R"(,"language":)" + std::string{wrong})
                      .json()
                      .at("details")
                      .at("field")
                      .as_string(),
                  "language");
}

TEST_F(PaymentReturnTest, ALanguageThatWasNotSaidIsTheBrowsers) {
    const std::string order = order_of(mine_);
    const std::string url = demo_.requests.back().return_url + "&" + fields_of(order);
    const auto answer = call(Method::kGet, url, {{"Accept-Language", "ko-KR"}});
    EXPECT_TRUE(answer.says("Location: /ko/payment/" + order + "\r\n")) << answer.headers;
}

TEST_F(PaymentReturnTest, ComingBackTwiceCallsTheProviderOnce) {
    const std::string order = order_of(mine_);
    come_back(Method::kGet, fields_of(order));
    EXPECT_EQ(come_back(Method::kGet, fields_of(order)).status, 303);
    confirm(mine_, order);
    EXPECT_EQ(stored(order).state, OrderState::kPaid);
    EXPECT_EQ(come_back(Method::kGet, fields_of(order)).status, 303);
    EXPECT_EQ(demo_.confirms.size(), 1u);
}

TEST_F(PaymentReturnTest, WithoutOurStateNothingHappens) {
    const std::string order = order_of(mine_);
    const auto forged =
        call(Method::kGet, "/api/payment/return/demo-pay?state=AAAA&" + fields_of(order),
             {{"Accept", "text/html"}});
    EXPECT_EQ(forged.status, 400);
    EXPECT_TRUE(forged.reads("<html"));
    EXPECT_EQ(call(Method::kPost, "/api/payment/return/demo-pay", {}, fields_of(order)).code(),
              "PAYMENT_RETURN_INVALID");
    EXPECT_EQ(stored(order).state, OrderState::kPaying);
    EXPECT_TRUE(demo_.confirms.empty());
}

TEST_F(PaymentReturnTest, TheStateOfOneOrderConfirmsNoOther) {
    const std::string others = order_of(other_);
    const std::string order = order_of(mine_);
    const auto answer = come_back(Method::kGet, fields_of(others));
    EXPECT_TRUE(answer.says("/payment/" + order));
    EXPECT_EQ(stored(others).state, OrderState::kPaying);
    EXPECT_EQ(stored(order).state, OrderState::kPaying);
}

TEST_F(PaymentReturnTest, AMeaninglessReturnIsNotBelieved) {
    const std::string order = order_of(mine_);
    EXPECT_EQ(come_back(Method::kGet, "nonsense=1").status, 303);
    EXPECT_EQ(come_back(Method::kPost, fields_of(order, 1)).status, 303);
    EXPECT_EQ(stored(order).state, OrderState::kPaying);
    EXPECT_TRUE(demo_.confirms.empty());
}

TEST_F(PaymentReturnTest, AGuestWhoLeftThePageHoldsTheSeatsAgain) {
    const std::string order = order_of(mine_);
    EXPECT_EQ(come_back(Method::kGet, fields_of(order) + "&failed=1").status, 303);
    EXPECT_EQ(stored(order).state, OrderState::kHeld);
    EXPECT_EQ(orders_.records.back().source, payment::ResultSource::kBrowser);
    EXPECT_TRUE(demo_.confirms.empty());
}

TEST_F(PaymentReturnTest, AReturnThatCannotBeStoredIsRepeatedByTheBrowser) {
    for (const Method method : {Method::kGet, Method::kPost}) {
        const std::string order = order_of(method == Method::kGet ? mine_ : other_);
        orders_.recording_fails = true;
        const auto refused = come_back(method, fields_of(order), "", {{"Accept", "text/html"}});
        EXPECT_EQ(refused.status, 503);
        EXPECT_TRUE(refused.says("Retry-After: 2\r\n")) << refused.headers;
        EXPECT_TRUE(refused.says("no-store"));
        EXPECT_FALSE(refused.says("Location"));
        // A reload by the browser repeats a GET, but it turns a POST into a GET.
        EXPECT_EQ(refused.says("Refresh: "), method == Method::kGet);
        EXPECT_TRUE(refused.reads("Reload this page")) << refused.body;
        EXPECT_FALSE(refused.reads("<a "));
        EXPECT_FALSE(stored(order).confirming);
        orders_.recording_fails = false;
        EXPECT_EQ(come_back(method, fields_of(order)).status, 303);
        EXPECT_EQ(stored(order).attempts.back().payment_key, "key-1");
        EXPECT_EQ(stored(order).approval, "tok en");
    }
}

TEST_F(PaymentReturnTest, AReturnThatCannotBeStoredIsAnErrorWithoutAPage) {
    const std::string order = order_of(mine_);
    orders_.recording_fails = true;
    for (const std::string more : {"", "&failed=1"}) {
        const auto refused = come_back(Method::kGet, fields_of(order) + more);
        EXPECT_EQ(refused.status, 503);
        EXPECT_EQ(refused.code(), "OVERLOADED");
        EXPECT_TRUE(refused.says("Retry-After"));
    }
}

TEST_F(PaymentReturnTest, MayBringEmptyAndRepeatedFields) {
    for (const Method method : {Method::kGet, Method::kPost}) {
        const std::string order = order_of(method == Method::kGet ? mine_ : other_);
        const auto answer = come_back(method, fields_of(order) + "&x=&x=&y=1&y=2&eventId=&plain=");
        EXPECT_EQ(answer.status, 303);
        EXPECT_TRUE(stored(order).confirming);
        EXPECT_EQ(stored(order).attempts.back().payment_key, "key-1");
    }
}

TEST_F(PaymentReturnTest, AnUnknownProviderHasNoReturn) {
    const std::string order = order_of(mine_);
    EXPECT_EQ(come_back(Method::kGet, fields_of(order), "nobody").status, 404);
    EXPECT_EQ(call(Method::kPost, "/api/payment/webhook/nobody", {}, "x").code(),
              "PROVIDER_NOT_FOUND");
}

class WebhookTest : public ShopTest {
  protected:
    Answered tell(const std::string& name, std::vector<Header> headers) {
        return call(Method::kPost, "/api/payment/webhook/demo-pay", std::move(headers), name);
    }
};

TEST_F(WebhookTest, ANoticeWithProofIsRecordedAndAnsweredWithTheProvidersWord) {
    const std::string order = order_of(mine_);
    const auto answer = tell(attempt_of(order), {{"X-Proof", "good"}, {"X-Approved", "key-1"}});
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "TAKEN");
    EXPECT_EQ(stored(order).state, OrderState::kPaid);
    EXPECT_EQ(orders_.records.back().source, payment::ResultSource::kWebhook);
}

TEST_F(WebhookTest, MayHaveAQueryWithEmptyAndRepeatedFields) {
    const std::string order = order_of(mine_);
    const auto answer =
        call(Method::kPost, "/api/payment/webhook/demo-pay?x=&x=&y=1&y=2&eventId=&plain=",
             {{"X-Proof", "good"}, {"X-Approved", "key-1"}}, attempt_of(order));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(stored(order).state, OrderState::kPaid);
}

TEST_F(WebhookTest, AHundredTimesIsOnce) {
    const std::string order = order_of(mine_);
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(tell(attempt_of(order), {{"X-Proof", "good"}, {"X-Approved", "key-1"}}).status,
                  200);
    EXPECT_EQ(stored(order).charges.size(), 1u);
}

TEST_F(WebhookTest, WhateverProvesNothingGetsOneAnswer) {
    const std::string order = order_of(mine_);
    const auto wrong = tell(attempt_of(order), {{"X-Proof", "bad"}, {"X-Approved", "key-1"}});
    EXPECT_EQ(wrong.status, 401);
    EXPECT_EQ(wrong.code(), "WEBHOOK_REFUSED");
    EXPECT_EQ(tell("nonsense", {{"X-Proof", "good"}}).body, wrong.body);
    EXPECT_EQ(tell(attempt_of(order), {}).body, wrong.body);
    EXPECT_EQ(stored(order).state, OrderState::kPaying);
}

TEST_F(WebhookTest, TheAnswerToAProviderDoesNotDependOnTheOrder) {
    const std::string order = order_of(mine_);
    const std::string unknown = attempt_of(to_text(payment::OrderCode{0x9999}));
    const auto approved = [&](const std::string& name, const std::string& amount) {
        return tell(name, {{"X-Proof", "good"}, {"X-Approved", "key-1"}, {"X-Amount", amount}});
    };
    EXPECT_EQ(approved(unknown, "24000").status, 200);
    EXPECT_EQ(approved(attempt_of(order, 9), "24000").status, 200);
    EXPECT_EQ(approved(attempt_of(order), "1").body, "TAKEN");
    EXPECT_EQ(stored(order).state, OrderState::kPaying);
}

TEST_F(WebhookTest, AWebhookThatCannotBeStoredIsAskedForAgain) {
    const std::string order = order_of(mine_);
    orders_.recording_fails = true;
    const auto answer = tell(attempt_of(order), {{"X-Proof", "good"}, {"X-Approved", "key-1"}});
    EXPECT_EQ(answer.status, 503);
    EXPECT_TRUE(answer.says("Retry-After"));
}

TEST_F(WebhookTest, ANoticeThatSaysNothingIsAReasonToAsk) {
    const std::string order = order_of(mine_);
    demo_.said = result::Approved{"key-1", "shop", {24'000, payment::kWon}};
    EXPECT_EQ(tell(attempt_of(order), {{"X-Proof", "good"}}).body, "TAKEN");
    EXPECT_EQ(demo_.queries.size(), 1u);
    EXPECT_EQ(stored(order).state, OrderState::kPaid);
    // A known result is not queried again.
    tell(attempt_of(order), {{"X-Proof", "good"}});
    EXPECT_EQ(demo_.queries.size(), 1u);
}

TEST_F(WebhookTest, ANoticeThatSaysNothingIsAskedForAgainWhenItsOrderCannotBeRead) {
    const std::string order = order_of(mine_);
    orders_.reading_fails = true;
    EXPECT_EQ(tell(attempt_of(order), {{"X-Proof", "good"}}).status, 503);
    EXPECT_TRUE(demo_.queries.empty());
    orders_.reading_fails = false;
    EXPECT_EQ(tell(attempt_of(order), {{"X-Proof", "good"}}).body, "TAKEN");
    EXPECT_EQ(demo_.queries.size(), 1u);
}

TEST_F(WebhookTest, BeforeTheAnswerItDecidesAndTheAnswerChangesNothing) {
    demo_.slow = true;
    const std::string order = order_of(mine_);
    const auto answer =
        begin(Method::kPost, "/api/payment/confirm", headers_of(mine_), confirm_body(order));
    tell(attempt_of(order), {{"X-Proof", "good"}, {"X-Approved", "key-1"}});
    EXPECT_EQ(stored(order).state, OrderState::kPaid);
    demo_.release();
    run();
    EXPECT_EQ(answer->text("state"), "paid");
    EXPECT_EQ(stored(order).charges.size(), 1u);
}

}  // namespace
}  // namespace onsale::http
