// The page of Demo Pay and Demo Pay itself are independent of each other but must use the same
// words.
#include "adapter/http/guest/pay/demo_page.hpp"

#include <set>

#include <gtest/gtest.h>

#include "adapter/gateway/demo/demo_payment.hpp"

namespace onsale::contract {

TEST(DemoPageWords, EveryButtonIsAScriptAndEveryScriptHasAButton) {
    std::set<gateway::DemoScript> offered;
    for (const std::string_view word : http::demo_page_scripts()) {
        const auto script = gateway::parse_demo_script(word);
        ASSERT_TRUE(script) << word;
        offered.insert(*script);
    }
    constexpr auto kLast = static_cast<std::size_t>(gateway::DemoScript::kChargeAtPage);
    EXPECT_EQ(offered.size(), kLast + 1);
}

TEST(DemoPageWords, EveryRefundButtonIsAScriptAndEveryScriptHasAButton) {
    std::set<gateway::DemoRefundScript> offered;
    for (const std::string_view word : http::demo_page_refund_scripts()) {
        const auto script = gateway::parse_demo_refund_script(word);
        ASSERT_TRUE(script) << word;
        offered.insert(*script);
    }
    constexpr auto kLast = static_cast<std::size_t>(gateway::DemoRefundScript::kUnreachable);
    EXPECT_EQ(offered.size(), kLast + 1);
}

}  // namespace onsale::contract
