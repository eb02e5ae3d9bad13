#include "adapter/gateway/demo/demo_hosted_page.hpp"

#include <gtest/gtest.h>

#include "adapter/gateway/demo/test_payments.hpp"

namespace onsale::gateway {
namespace {

struct TestTime final : TimeSource {
    Instant wall() const override { return at; }
    Duration steady() const override { return at.time_since_epoch(); }
    Instant at = kOpened;
};

class DemoHostedPageTest : public ::testing::Test {
  protected:
    DemoPayService service_{{demo_config(), {}}};
    TestTime time_;
    DemoHostedPage backend_{service_, time_};
    const std::string key_ = service_.open(demo_request("onsale-1-1"), kOpened)->payment_key;
};

TEST_F(DemoHostedPageTest, ShowsAnOpenPaymentWithoutAWayBack) {
    const auto shown = backend_.find(key_);
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->payment_key, key_);
    EXPECT_EQ(shown->amount, kFifty);
    EXPECT_TRUE(shown->open);
    EXPECT_EQ(shown->way_back, "");
    EXPECT_FALSE(backend_.find("unknown"));
}

TEST_F(DemoHostedPageTest, ShowsTheWayBackOfAFinishedPayment) {
    const auto url = backend_.leave(key_);
    ASSERT_TRUE(url);
    const auto shown = backend_.find(key_);
    EXPECT_FALSE(shown->open);
    EXPECT_EQ(shown->way_back, *url);
}

TEST_F(DemoHostedPageTest, RefusesWordsThatAreNoScript) {
    EXPECT_FALSE(backend_.press(key_, "steal"));
    EXPECT_FALSE(backend_.script_refunds(key_, "steal"));
    EXPECT_TRUE(backend_.script_refunds(key_, "refuse"));
    EXPECT_TRUE(backend_.press(key_, "approve"));
    EXPECT_FALSE(backend_.find(key_)->open);
}

}  // namespace
}  // namespace onsale::gateway
