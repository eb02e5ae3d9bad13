#include "adapter/http/guest/pay/test_payment_site.hpp"
#include "payment/port/hosted_page.hpp"

namespace onsale::http {
namespace {

using namespace testing;

struct TestBackend final : HostedPage {
    std::vector<std::string> pressed;
    std::string goes_to = "/api/payment/return/demo-pay?state=x";

    std::optional<payment::HostedPayment> find(std::string_view key) override {
        if (key != "pay-1") return std::nullopt;
        return payment::HostedPayment{.payment_key = std::string{key},
                                      .title = "<i>Show</i>",
                                      .amount = {24'000, payment::kWon},
                                      .valid_until = {},
                                      .way_back = ""};
    }
    std::optional<std::string> press(std::string_view, std::string_view script) override {
        if (script != "approve") return std::nullopt;
        pressed.emplace_back(script);
        return goes_to;
    }
    std::optional<std::string> leave(std::string_view) override {
        pressed.emplace_back("leave");
        return goes_to;
    }
    bool script_refunds(std::string_view, std::string_view script) override {
        if (script != "refuse") return false;
        pressed.emplace_back("refuse refunds");
        return true;
    }
};

class DemoPayRoutesTest : public ShopTest {
  protected:
    DemoPayRoutesTest() { context_.hosted_page = &backend_; }
    Answered press(std::string_view body, std::string_view type = "") {
        std::vector<Header> headers;
        if (!type.empty()) headers.push_back({"Content-Type", type});
        return call(Method::kPost, "/demo-pay/pay-1", headers, body);
    }
    TestBackend backend_;
};

TEST_F(DemoPayRoutesTest, ThePageShowsThePaymentInTheReadersLanguage) {
    const auto answer = call(Method::kGet, "/demo-pay/pay-1", {{"Accept-Language", "ko-KR"}});
    EXPECT_EQ(answer.status, 200);
    EXPECT_TRUE(answer.reads("24,000원"));
    EXPECT_TRUE(answer.reads("&lt;i&gt;Show&lt;/i&gt;"));
    EXPECT_TRUE(answer.says("private, no-store"));
    EXPECT_TRUE(answer.says("Content-Security-Policy"));
}

TEST_F(DemoPayRoutesTest, AButtonGoesBackToTheShop) {
    const auto answer = press("script=approve");
    EXPECT_EQ(answer.status, 303);
    EXPECT_TRUE(answer.says("Location: /api/payment/return/demo-pay?state=x\r\n"));
    EXPECT_EQ(press(R"({"script":"approve"})", "application/json").status, 303);
    EXPECT_EQ(press("action=leave").status, 303);
    EXPECT_EQ(backend_.pressed, (std::vector<std::string>{"approve", "approve", "leave"}));
}

TEST_F(DemoPayRoutesTest, RefundsAreScriptedOnThePageItself) {
    const auto answer = press("refunds=refuse");
    EXPECT_EQ(answer.status, 303);
    EXPECT_TRUE(answer.says("Location: /demo-pay/pay-1\r\n"));
    EXPECT_EQ(press(R"({"refunds":"refuse"})", "application/json").status, 303);
    EXPECT_EQ(backend_.pressed, (std::vector<std::string>{"refuse refunds", "refuse refunds"}));
    EXPECT_EQ(press("refunds=perhaps").code(), "BAD_FIELD");
    EXPECT_EQ(press("refunds=refuse&script=approve").code(), "BAD_FIELD");
}

TEST_F(DemoPayRoutesTest, AnUnknownButtonIsRefused) {
    for (const std::string_view body : {"", "script=", "script=steal", "action=stay",
                                        "script=approve&action=leave", "script=approve&amount=1"})
        EXPECT_EQ(press(body).code(), "BAD_FIELD") << body;
    EXPECT_EQ(press(R"({"script":"approve","amount":1})", "application/json").code(), "BAD_FIELD");
    EXPECT_TRUE(backend_.pressed.empty());
}

TEST_F(DemoPayRoutesTest, AnAddressThatWouldBreakTheHeadersIsNotSent) {
    backend_.goes_to = "/x\r\nSet-Cookie: a=b";
    EXPECT_EQ(press("script=approve").status, 400);
}

TEST_F(DemoPayRoutesTest, ThereIsNoPageForAnotherKeyNorWithoutABackend) {
    EXPECT_EQ(call(Method::kGet, "/demo-pay/pay-2", {}).status, 404);
    EXPECT_EQ(call(Method::kPost, "/demo-pay/pay-2", {}, "script=approve").status, 404);
    context_.hosted_page = nullptr;
    EXPECT_EQ(call(Method::kGet, "/demo-pay/pay-1", {}).status, 404);
    EXPECT_EQ(press("script=approve").status, 404);
}

}  // namespace
}  // namespace onsale::http
