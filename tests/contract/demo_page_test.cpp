// The page of Demo Pay and Demo Pay itself are independent of each other but must use the same
// words.
#include "adapter/http/guest/pay/demo_page.hpp"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "adapter/gateway/demo/demo_payment.hpp"

namespace onsale::contract {
namespace {

// The values of the buttons with this name.
std::vector<std::string> buttons(bool open, std::string_view name) {
    http::DemoPage page;
    page.amount = {1000, payment::kWon};
    page.open = open;
    const std::string html = demo_page(page);
    const std::string before = "name=\"" + std::string{name} + "\" value=\"";
    std::vector<std::string> values;
    for (std::size_t at = html.find(before); at != html.npos; at = html.find(before, at)) {
        at += before.size();
        values.push_back(html.substr(at, html.find('"', at) - at));
    }
    return values;
}

}  // namespace

TEST(DemoPageWords, EveryButtonIsAScriptAndEveryScriptHasAButton) {
    std::set<gateway::DemoScript> offered;
    for (const std::string& word : buttons(true, "script")) {
        const auto script = gateway::parse_demo_script(word);
        ASSERT_TRUE(script) << word;
        offered.insert(*script);
    }
    constexpr auto kLast = static_cast<std::size_t>(gateway::DemoScript::kChargeAtPage);
    EXPECT_EQ(offered.size(), kLast + 1);
}

TEST(DemoPageWords, EveryRefundButtonIsAScriptAndEveryScriptHasAButton) {
    std::set<gateway::DemoRefundScript> offered;
    for (const std::string& word : buttons(false, "refunds")) {
        const auto script = gateway::parse_demo_refund_script(word);
        ASSERT_TRUE(script) << word;
        offered.insert(*script);
    }
    constexpr auto kLast = static_cast<std::size_t>(gateway::DemoRefundScript::kUnreachable);
    EXPECT_EQ(offered.size(), kLast + 1);
}

}  // namespace onsale::contract
