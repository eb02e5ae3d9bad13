// Tests of the Demo Pay gateway beyond the contract of the port: scripted faults, forged returns,
// and timeouts.
#include "adapter/gateway/demo/demo_gateway.hpp"

#include <gtest/gtest.h>

#include "payment/port/hosted_page.hpp"
#include "tests/contract/gateway_adapter.hpp"

namespace onsale::contract {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
namespace result = payment::result;
using gateway::DemoScript;
using payment::PaymentResult;

constexpr Instant kNow = instant_from_ms(1'800'000'000'000);
constexpr payment::AttemptName kName{{17}, 2};
constexpr payment::Money kPrice{50'000, payment::kWon};
constexpr const char* kSecret = "a secret of at least thirty-two bytes";

class DemoShop {
  public:
    DemoShop(Duration slow, Duration patience) : service_(config(slow, patience)) {
        key = service_.open({to_text(kName), kPrice, "", "/back?state=s1", {}}, time_.wall())
                  ->payment_key;
    }
    void start(DemoScript script) {
        ASSERT_TRUE(service_.press(key, script, time_.wall()));
        asio::co_spawn(loop, gateway.confirm({kName, key, {}, kPrice}),
                       [this](std::exception_ptr, PaymentResult got) { answer = got; });
    }
    payment::BrowserReturn returned(std::string payment_key) const {
        return {{{"reference", to_text(kName)},
                 {"paymentKey", std::move(payment_key)},
                 {"amount", "50000"},
                 {"currency", "KRW"},
                 {"status", "authorised"}}};
    }
    gateway::DemoPayService& service() { return service_; }

    asio::io_context loop{1};

  private:
    static gateway::DemoPayServiceConfig config(Duration slow, Duration patience) {
        gateway::DemoPayServiceConfig config;
        config.pay.key = kSecret;
        config.pay.slow = slow;
        config.patience = patience;
        return config;
    }

    test::ManualTime time_{kNow};
    gateway::DemoPayService service_;

  public:
    gateway::DemoGateway gateway{loop, service_, time_};
    std::string key;
    std::optional<PaymentResult> answer;
};

}  // namespace

TEST(DemoGateway, PaysAtItsOwnPageForATestPurchase) {
    DemoShop shop{1ms, 1h};
    const auto brought =
        shop.gateway.pay_at_page({std::string{payment::kHostedPagePath} + shop.key, {}});
    ASSERT_TRUE(brought);
    const auto returned = shop.gateway.parse_return(*brought);
    ASSERT_TRUE(returned);
    EXPECT_EQ(returned->name, kName);
    EXPECT_EQ(returned->amount, kPrice);
    EXPECT_FALSE(returned->gave_up);
    EXPECT_FALSE(shop.gateway.pay_at_page({"https://pay.example/1", {}}));
    const auto unknown =
        shop.gateway.pay_at_page({std::string{payment::kHostedPagePath} + "x", {}});
    ASSERT_TRUE(unknown);
    EXPECT_FALSE(shop.gateway.parse_return(*unknown));
}

TEST(DemoGateway, ASlowAnswerComes) {
    DemoShop shop{1ms, 1h};
    shop.start(DemoScript::kSlow);
    shop.loop.run();
    EXPECT_TRUE(std::holds_alternative<result::Approved>(shop.answer.value()));
}

TEST(DemoGateway, AnAnswerSlowerThanOurPatienceIsUnknown) {
    DemoShop shop{1h, 1ms};
    shop.start(DemoScript::kSlow);
    shop.loop.run();
    EXPECT_TRUE(std::holds_alternative<result::OutcomeUnknown>(shop.answer.value()));
    EXPECT_EQ(shop.service().charges(to_text(kName)), 1u);
}

TEST(DemoGateway, StoppingEndsEveryWaitAsUnknown) {
    DemoShop shop{1h, 2h};
    shop.start(DemoScript::kSlow);
    shop.loop.poll();
    ASSERT_FALSE(shop.answer);
    shop.gateway.stop();
    shop.loop.run();
    EXPECT_TRUE(std::holds_alternative<result::OutcomeUnknown>(shop.answer.value()));
}

TEST(DemoGateway, TheWebhookMayOvertakeTheAnswer) {
    DemoShop shop{1ms, 1h};
    shop.start(DemoScript::kWebhookFirst);
    shop.loop.poll();
    EXPECT_FALSE(shop.answer);
    EXPECT_EQ(shop.service().take_webhooks(kNow + 1s).size(), 1u);
    shop.gateway.stop();
    shop.loop.run();
}

TEST(DemoGateway, AReturnWithAnothersPaymentIsForeign) {
    DemoShop shop{1ms, 1ms};
    const auto other =
        shop.service().open({"onsale-18-1", kPrice, "", "/", {}}, instant_from_ms(0));
    EXPECT_TRUE(shop.gateway.parse_return(shop.returned(shop.key)));
    for (const std::string& key : {other->payment_key, std::string{"demo-0"}, std::string{}})
        EXPECT_EQ(shop.gateway.parse_return(shop.returned(key)).error(),
                  payment::ReturnError::kForeign)
            << key;
}

TEST(DemoGateway, AmountsHaveOneSpelling) {
    DemoShop shop{1ms, 1ms};
    for (const std::string wrong :
         {"", "0", "-1", "050000", "5e4", "50000 ", "99999999999999999999"}) {
        payment::BrowserReturn returned = shop.returned(shop.key);
        returned.fields[2].second = wrong;
        EXPECT_EQ(shop.gateway.parse_return(returned).error(), payment::ReturnError::kMalformed)
            << wrong;
    }
}

// The answer of a provider with this configuration to a payment request.
Result<payment::PaymentPage, payment::GatewayError> requested(gateway::DemoPayConfig pay) {
    gateway::DemoPayService service{{std::move(pay), {}}};
    asio::io_context loop{1};
    const test::ManualTime time;
    gateway::DemoGateway provider{loop, service, time};
    std::optional<Result<payment::PaymentPage, payment::GatewayError>> page;
    asio::co_spawn(loop, provider.request({kName, kPrice, "", "/back", Instant{1h}}),
                   [&](std::exception_ptr, auto got) { page = std::move(got); });
    loop.run();
    return *page;
}

TEST(DemoGateway, AFullProviderIsUnavailable) {
    EXPECT_EQ(requested({.key = kSecret, .payments_max = 0}).error(),
              payment::GatewayError::kUnavailable);
}

TEST(DemoGateway, WithoutAPageItLeadsStraightBack) {
    const auto approved = requested({.key = kSecret, .answer = DemoScript::kApprove});
    EXPECT_TRUE(approved->url.starts_with("/back?reference=" + to_text(kName))) << approved->url;
    EXPECT_TRUE(approved->url.ends_with("&status=authorised")) << approved->url;
    const auto declined = requested({.key = kSecret, .answer = DemoScript::kDecline});
    EXPECT_TRUE(declined->url.ends_with("&status=failed")) << declined->url;
    EXPECT_TRUE(requested({.key = kSecret})->url.starts_with("/demo-pay/"));
}

}  // namespace onsale::contract
