#include "sale/app/request_payment.hpp"

#include "sale/app/test_checkout.hpp"

namespace onsale::sale {
namespace {

class RequestPayment : public CheckoutTest {
  protected:
    RequestOutcome request() {
        command::RequestPayment request;
        request.provider = kTestProvider;
        const auto describe = [](const payment::Order& order) {
            return PageDetails{"Evening", "/back/" + std::to_string(order.attempt()),
                               instant_from_ms(5)};
        };
        return run(request_payment(orders_, providers_, std::move(request), describe));
    }
};

TEST_F(RequestPayment, AsksTheProviderForThePageOfTheAttempt) {
    gateway_.what.charges_at_page = true;
    const auto requested = request();
    ASSERT_TRUE(requested);
    EXPECT_EQ(requested->page.url, "/pay");
    ASSERT_EQ(orders_.requested.size(), 1u);
    EXPECT_EQ(orders_.requested[0].merchant, "hall");
    EXPECT_TRUE(orders_.requested[0].traits.charges_at_page);
    ASSERT_EQ(gateway_.requests.size(), 1u);
    EXPECT_EQ(gateway_.requests[0].name, kTestAttempt);
    EXPECT_EQ(gateway_.requests[0].amount, kTestPrice);
    EXPECT_EQ(gateway_.requests[0].title, "Evening");
    EXPECT_EQ(gateway_.requests[0].return_url, "/back/1");
    EXPECT_EQ(gateway_.requests[0].valid_until, instant_from_ms(5));
}

TEST_F(RequestPayment, ALateRetryGetsItsOrderWithoutAPage) {
    be_back();
    const auto confirming = request();
    ASSERT_TRUE(confirming);
    EXPECT_TRUE(confirming->page.url.empty());
    be_paid();
    EXPECT_TRUE(request()->page.url.empty());
    EXPECT_TRUE(gateway_.requests.empty());
}

TEST_F(RequestPayment, AnAttemptKeepsItsProviderAlsoWhenItIsGone) {
    orders_.copy.order.attempts[0].provider = {9};
    const auto requested = request();
    ASSERT_TRUE(requested);
    EXPECT_TRUE(requested->page.url.empty());
    EXPECT_TRUE(gateway_.requests.empty());
}

TEST_F(RequestPayment, SaysWhetherTheOrderOrTheProviderRefused) {
    gateway_.no_page = payment::GatewayError::kUnavailable;
    EXPECT_EQ(std::get<payment::GatewayError>(request().error()),
              payment::GatewayError::kUnavailable);
    orders_.refusal = {PayError::kNoHold};
    EXPECT_EQ(std::get<PayRefusal>(request().error()).error, PayError::kNoHold);
    EXPECT_EQ(gateway_.requests.size(), 1u);
}

}  // namespace
}  // namespace onsale::sale
