// Demo Pay with threads: the gateways of all loops call the same service.
#include <thread>

#include <gtest/gtest.h>

#include "adapter/gateway/demo/test_payments.hpp"

namespace onsale::gateway {

TEST(DemoPayThreads, AReferenceIsChargedOnceHoweverManyAsk) {
    constexpr int kThreads = 4;
    constexpr int kPayments = 100;
    const DemoFolder folder;
    {
        DemoPayService service = folder.start();
        std::vector<std::jthread> threads;
        for (int t = 0; t < kThreads; ++t)
            threads.emplace_back([&] {
                for (int i = 0; i < kPayments; ++i) {
                    const std::string name = "onsale-" + std::to_string(i + 1) + "-1";
                    const std::string key = service.open(demo_request(name), kOpened)->payment_key;
                    static_cast<void>(service.press(key, DemoScript::kApprove, kOpened));
                    static_cast<void>(service.confirm({key, name, kFifty}, kOpened));
                    for (const auto& webhook :
                         service.take_webhooks(kOpened + std::chrono::seconds{1}))
                        service.acknowledge(webhook.id);
                }
            });
    }
    DemoPayService again = folder.start();
    for (int i = 0; i < kPayments; ++i)
        EXPECT_EQ(again.charges("onsale-" + std::to_string(i + 1) + "-1"), 1u);
    EXPECT_TRUE(again.take_webhooks(kOpened + std::chrono::hours{24}).empty());
}

}  // namespace onsale::gateway
