#include "adapter/gateway/demo/demo_desk.hpp"

#include <gtest/gtest.h>

#include "adapter/gateway/demo/test_payments.hpp"

namespace onsale::gateway {
namespace {

struct DeskTime final : TimeSource {
    Instant wall() const override { return at; }
    Duration steady() const override { return at.time_since_epoch(); }
    Instant at = kOpened;
};

class DemoDeskTest : public ::testing::Test {
  protected:
    DemoPayService service_{{demo_config(), {}}};
    DeskTime time_;
    DemoDesk desk_{service_, time_};
    const std::string key_ = service_.open(demo_request("onsale-1-1"), kOpened)->payment_key;
};

TEST_F(DemoDeskTest, ShowsAnOpenPaymentWithoutAWayBack) {
    const auto shown = desk_.find(key_);
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->payment_key, key_);
    EXPECT_EQ(shown->amount, kFifty);
    EXPECT_TRUE(shown->open);
    EXPECT_EQ(shown->way_back, "");
    EXPECT_FALSE(desk_.find("unknown"));
}

TEST_F(DemoDeskTest, ShowsTheWayBackOfAFinishedPayment) {
    const auto url = desk_.leave(key_);
    ASSERT_TRUE(url);
    const auto shown = desk_.find(key_);
    EXPECT_FALSE(shown->open);
    EXPECT_EQ(shown->way_back, *url);
}

TEST_F(DemoDeskTest, RefusesWordsThatAreNoScript) {
    EXPECT_FALSE(desk_.press(key_, "steal"));
    EXPECT_FALSE(desk_.script_refunds(key_, "steal"));
    EXPECT_TRUE(desk_.script_refunds(key_, "refuse"));
    EXPECT_TRUE(desk_.press(key_, "approve"));
    EXPECT_FALSE(desk_.find(key_)->open);
}

}  // namespace
}  // namespace onsale::gateway
