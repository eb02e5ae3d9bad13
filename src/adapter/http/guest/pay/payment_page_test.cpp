#include "adapter/http/guest/pay/payment_page.hpp"

#include "adapter/http/guest/pay/payment_words.hpp"
#include "adapter/http/guest/pay/test_payment_site.hpp"

namespace onsale::http {
namespace {

using namespace testing;
namespace result = payment::result;

class OrderPageTest : public ShopTest {
  protected:
    Answered page(const std::string& order, std::string_view language = "en") {
        return get("/" + std::string{language} + "/payment/" + order + "?plain=1", mine_);
    }
};

TEST_F(OrderPageTest, PaidItShowsTheBookingNumber) {
    const std::string order = paid_order();
    const auto answer = page(order);
    EXPECT_EQ(answer.status, 200);
    EXPECT_TRUE(answer.says("private, no-store"));
    EXPECT_FALSE(answer.says("Refresh:"));
    EXPECT_TRUE(answer.reads(to_text(OrdersInMemory::number_of(stored(order)))));
    EXPECT_TRUE(answer.reads("Your seats are booked."));
    EXPECT_TRUE(answer.reads("A1, A2"));
    EXPECT_TRUE(answer.reads("24,000 won"));
    EXPECT_TRUE(page(order, "ko").reads("예매가 확정되었습니다"));
}

TEST_F(OrderPageTest, DeclinedItSaysWhatToTryAndUntilWhen) {
    demo_.answer = result::Declined{payment::DeclineReason::kLimit};
    const std::string order = order_of(mine_);
    confirm(mine_, order);
    const auto answer = page(order);
    EXPECT_TRUE(answer.reads("Nothing was charged."));
    EXPECT_TRUE(answer.reads("try another card"));
    EXPECT_TRUE(answer.reads("2027-01-15T08:10:00.000+00:00"));
    EXPECT_FALSE(answer.says("Refresh:"));
}

TEST_F(OrderPageTest, UnknownItForbidsToPayAgainAndComesBackByItself) {
    demo_.answer = result::OutcomeUnknown{};
    const std::string order = order_of(mine_);
    confirm(mine_, order);
    const auto answer = page(order);
    EXPECT_TRUE(answer.reads("Do not pay again."));
    EXPECT_TRUE(answer.reads(order));
    EXPECT_TRUE(answer.reads("We ask the payment company again at <time"));
    EXPECT_TRUE(answer.reads("You may close this page"));
    EXPECT_TRUE(answer.says("Refresh: 10\r\n"));
}

TEST_F(OrderPageTest, WhereNobodyCanBeAskedAPersonLooks) {
    demo_.answer = result::OutcomeUnknown{};
    demo_.what.query_by_order = false;
    const std::string order = order_of(mine_);
    confirm(mine_, order);
    EXPECT_TRUE(page(order).reads("Our staff is asking the payment company."));
}

TEST_F(OrderPageTest, WhileItIsConfirmedItReloadsSoon) {
    demo_.slow = true;
    const std::string order = order_of(mine_);
    begin(Method::kPost, "/api/payment/confirm", headers_of(mine_), confirm_body(order));
    EXPECT_TRUE(page(order).says("Refresh: 2\r\n"));
    EXPECT_TRUE(page(order).reads("being confirmed"));
}

TEST_F(OrderPageTest, EndedItSaysWhy) {
    const std::string order = order_of(mine_);
    post("/api/payment/cancel", mine_, R"({"orderId":")" + order + R"("})");
    EXPECT_TRUE(page(order).reads("You cancelled it"));
}

TEST_F(OrderPageTest, MoneyOnItsWayBackIsShown) {
    const std::string order = paid_order();
    post("/api/payment/cancel", mine_,
         R"({"orderId":")" + order + R"(","seats":["A1"],"amount":12000,"currency":"KRW"})");
    EXPECT_TRUE(page(order).reads("12,000 won: on its way"));
}

TEST_F(OrderPageTest, TheRestIsShownAfterAPartialRefund) {
    const std::string order = paid_order();
    post("/api/payment/cancel", mine_,
         R"({"orderId":")" + order + R"(","seats":["A1"],"amount":12000,"currency":"KRW"})");
    const auto answer = page(order);
    EXPECT_TRUE(answer.reads("<dt>Seats</dt><dd>A2</dd>"));
    EXPECT_TRUE(answer.reads("<dt>Given back</dt><dd>A1</dd>"));
    EXPECT_TRUE(answer.reads("<dt>Paid after refunds</dt><dd>12,000 won</dd>"));
    EXPECT_TRUE(answer.reads("The others are booked."));
    EXPECT_TRUE(page(order, "ko").reads("<dt>취소된 좌석</dt><dd>A1</dd>"));
}

TEST_F(OrderPageTest, ABookingGivenBackWhollyIsNoLongerBooked) {
    const std::string order = paid_order();
    post("/api/payment/cancel", mine_,
         R"({"orderId":")" + order + R"(","seats":["A1","A2"],"amount":24000,"currency":"KRW"})");
    const auto answer = page(order);
    EXPECT_FALSE(answer.reads("Your seats are booked."));
    EXPECT_TRUE(answer.reads("no longer valid at the door"));
    EXPECT_TRUE(answer.reads("<dt>Given back</dt><dd>A1, A2</dd>"));
    EXPECT_FALSE(answer.reads("<dt>Seats</dt>"));
    EXPECT_TRUE(page(order, "ko").reads("이 예매로는 입장할 수 없습니다"));
}

TEST_F(OrderPageTest, TextFromPeopleIsOnlyText) {
    const auto answer = page(order_of(mine_));
    EXPECT_TRUE(answer.reads("&lt;b&gt;demo&lt;/b&gt;"));
    EXPECT_FALSE(answer.reads("<b>demo"));
}

TEST_F(OrderPageTest, ADemoEventSaysThatItIsATest) {
    EXPECT_TRUE(page(order_of(mine_)).reads("TEST - no real money"));
}

TEST_F(OrderPageTest, TheBareAddressGoesToTheReadersLanguage) {
    const std::string order = order_of(mine_);
    const auto answer =
        call(Method::kGet, "/payment/" + order + "?plain=1", {{"Accept-Language", "ko"}});
    EXPECT_EQ(answer.status, 302);
    EXPECT_TRUE(answer.says("Location: /ko/payment/" + order + "?plain=1\r\n"));
}

TEST(OrderWords, EveryReasonHasWordsInBothLanguages) {
    for (const Language language : {Language::kEnglish, Language::kKorean}) {
        for (std::uint8_t reason = 0; reason <= 6; ++reason) {
            EXPECT_FALSE(advice_after(payment::DeclineReason{reason}, language).empty());
            EXPECT_FALSE(words_for(payment::EndReason{reason}, language).empty());
        }
        for (std::uint8_t state = 0; state <= 4; ++state)
            EXPECT_FALSE(words_for(payment::RefundState{state}, language).empty());
    }
}

TEST(OrderWords, MoneyIsWrittenAsItsCurrencyIs) {
    EXPECT_EQ(money_text({154'000, payment::kWon}, Language::kEnglish), "154,000 won");
    EXPECT_EQ(money_text({154'000, payment::kWon}, Language::kKorean), "154,000원");
    EXPECT_EQ(money_text({1'205, *payment::parse_currency("USD")}, Language::kEnglish),
              "12.05 USD");
    EXPECT_EQ(money_text({1'205, *payment::parse_currency("JPY")}, Language::kEnglish),
              "1,205 JPY");
    EXPECT_EQ(money_text({50'000, *payment::parse_currency("VND")}, Language::kEnglish),
              "50,000 VND");
    EXPECT_EQ(money_text({1'205, *payment::parse_currency("KWD")}, Language::kEnglish),
              "1.205 KWD");
}

}  // namespace
}  // namespace onsale::http
