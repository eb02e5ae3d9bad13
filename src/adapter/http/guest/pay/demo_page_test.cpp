#include "adapter/http/guest/pay/demo_page.hpp"

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

DemoPage page() {
    DemoPage page;
    page.payment_key = "demo-0123456789abcdef";
    page.title = "Evening concert";
    page.amount = {154'000, payment::kWon};
    page.valid_until = instant_from_ms(1'800'000'000'000);
    return page;
}

bool has(const std::string& html, std::string_view text) {
    return html.find(text) != html.npos;
}

}  // namespace

TEST(DemoPage, SaysInBothLanguagesThatNothingIsPaid) {
    DemoPage shown = page();
    EXPECT_TRUE(has(demo_page(shown), "TEST - no real money"));
    EXPECT_TRUE(has(demo_page(shown), "154,000 won"));
    shown.language = Language::kKorean;
    EXPECT_TRUE(has(demo_page(shown), "테스트 - 실제 결제가 아닙니다"));
    EXPECT_TRUE(has(demo_page(shown), "154,000원"));
}

TEST(DemoPage, TextFromPeopleStaysText) {
    DemoPage shown = page();
    shown.title = R"(<script>"x"</script>)";
    shown.way_back = R"(/back?a="><b>)";
    shown.open = false;
    const std::string html = demo_page(shown);
    EXPECT_FALSE(has(html, "<script>\"x\""));
    EXPECT_TRUE(has(html, "&lt;script&gt;&quot;x&quot;"));
    EXPECT_TRUE(has(html, "/back?a=&quot;&gt;&lt;b&gt;"));
}

TEST(DemoPage, ApprovingComesFirstAndTheRestIsFolded) {
    const std::string html = demo_page(page());
    const auto approve = html.find("value=\"approve\"");
    EXPECT_LT(html.find("action=\"/demo-pay/demo-0123456789abcdef\""), approve);
    EXPECT_LT(approve, html.find("<details>"));
    EXPECT_LT(html.find("<details>"), html.find("value=\"decline\""));
    EXPECT_LT(html.find("</details>"), html.find("name=\"action\" value=\"leave\""));
}

TEST(DemoPage, RefundsAreScriptedOnceThePaymentIsOver) {
    DemoPage shown = page();
    EXPECT_FALSE(has(demo_page(shown), "name=\"refunds\""));
    shown.open = false;
    EXPECT_TRUE(has(demo_page(shown), "name=\"refunds\" value=\"approve\""));
}

TEST(DemoPage, NeedsNothingThatThePolicyOfPagesForbids) {
    const std::string html = demo_page(page());
    for (const std::string_view banned : {"style=", "<style", "onclick", "javascript:"})
        EXPECT_FALSE(has(html, banned)) << banned;
}

TEST(DemoPage, OffersTheWayBackAndNoMorePaymentWhenItIsOver) {
    DemoPage shown = page();
    shown.open = false;
    shown.way_back = "/back?status=failed";
    const std::string html = demo_page(shown);
    EXPECT_FALSE(has(html, "name=\"script\""));
    EXPECT_FALSE(has(html, "name=\"action\""));
    EXPECT_TRUE(has(html, "href=\"/back?status=failed\""));
}

TEST(DemoPage, WritesEachCurrencyInItsUnit) {
    DemoPage shown = page();
    shown.amount = {123'405, payment::Currency{{'U', 'S', 'D'}}};
    EXPECT_TRUE(has(demo_page(shown), "1,234.05 USD"));
}

}  // namespace onsale::http
