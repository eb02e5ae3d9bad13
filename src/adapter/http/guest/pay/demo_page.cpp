#include "adapter/http/guest/pay/demo_page.hpp"

#include <array>
#include <span>

#include <fmt/format.h>

#include "adapter/http/guest/pay/payment_words.hpp"
#include "adapter/http/guest/plain/plain_page_html.hpp"
#include "payment/port/hosted_page.hpp"

namespace onsale::http {
namespace {

struct Both {
    std::string_view english;
    std::string_view korean;

    std::string_view in(Language language) const {
        return language == Language::kKorean ? korean : english;
    }
};

constexpr Both kTest = {"TEST - no real money", "테스트 - 실제 결제가 아닙니다"};
constexpr Both kNotReal = {
    "Demo Pay only pretends. Nothing is charged, and no card number is asked for.",
    "Demo Pay는 결제를 흉내만 냅니다. 돈이 빠져나가지 않으며 카드 번호도 묻지 않습니다."};
constexpr Both kAmount = {"Amount", "결제 금액"};
constexpr Both kUntil = {"Pay before", "결제 마감 시각"};
constexpr Both kPay = {"Pay (test)", "결제하기(테스트)"};
constexpr Both kNasty = {"What else can happen to a payment", "결제에서 일어날 수 있는 다른 일"};
constexpr Both kLeave = {"Leave without paying", "결제하지 않고 나가기"};
constexpr Both kOver = {"This payment is over. Nothing more can be done here.",
                        "이미 끝난 결제입니다. 여기서 더 할 수 있는 일이 없습니다."};
constexpr Both kBack = {"Back to the shop", "판매 페이지로 돌아가기"};

struct Choice {
    std::string_view script;
    Both words;
};
constexpr std::array<Choice, 7> kNastyChoices = {{
    {"decline", {"The card is declined", "카드 승인이 거절됩니다"}},
    {"slow", {"Approved, but the answer takes long", "승인되지만 응답이 늦게 옵니다"}},
    {"lose-answer", {"Charged, but the answer gets lost", "승인되지만 응답이 사라집니다"}},
    {"duplicate-webhook",
     {"Approved, and the shop is notified three times", "승인되고 알림이 세 번 갑니다"}},
    {"late-webhook",
     {"Approved, and the shop is notified much later", "승인되고 알림이 아주 늦게 갑니다"}},
    {"webhook-first",
     {"Approved, and the notification arrives before the answer",
      "승인되고 알림이 응답보다 먼저 갑니다"}},
    {"charge-at-page",
     {"Charged here, before the shop confirms", "판매처가 확인하기 전에 바로 결제됩니다"}},
}};
constexpr std::string_view kOrdinary = "approve";

constexpr Both kRefunds = {"What happens to refunds of this payment from now on",
                           "이제부터 이 결제의 환불에서 일어날 일"};
constexpr std::array<Choice, 4> kRefundChoices = {{
    {"approve", {"They are given", "환불됩니다"}},
    {"refuse", {"They are refused", "거절됩니다"}},
    {"lose-answer", {"They are given, but the answer gets lost", "환불되지만 응답이 사라집니다"}},
    {"unreachable", {"The provider cannot be reached", "결제사에 연결되지 않습니다"}},
}};

class DemoPageWriter {
  public:
    explicit DemoPageWriter(const DemoPage& page)
        : page_(page),
          path_(std::string{payment::kHostedPagePath} + page.payment_key),
          address_(escape_html(path_)) {}

    std::string write() const {
        std::string main = fmt::format(
            "<p class=\"note bad\"><strong>{}</strong><br>{}</p>\n"
            "<h1>Demo Pay</h1>\n<div class=\"card\"><h2>{}</h2>\n"
            "<dl><div><dt>{}</dt><dd>{}</dd></div>",
            in(kTest), in(kNotReal), escape_html(page_.title), in(kAmount),
            money_text(page_.amount, page_.language));
        if (page_.open)
            main += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", in(kUntil),
                                time_element(page_.valid_until, ""));
        main += "</dl></div>\n";
        main += page_.open ? buttons() : over();
        return framed({page_.language, fmt::format("Demo Pay - {}", in(kTest)), path_}, main);
    }

  private:
    std::string_view in(const Both& words) const { return words.in(page_.language); }

    // The ordinary button comes first, so that the Enter key presses it.
    std::string buttons() const {
        std::string html = form(button("", "script", kOrdinary, kPay));
        html += choices(kNasty, "script", kNastyChoices);
        return html + form(button(" class=\"plain\"", "action", "leave", kLeave));
    }

    std::string over() const {
        std::string html = fmt::format("<p class=\"note\">{}</p>\n", in(kOver));
        if (!page_.way_back.empty())
            html += fmt::format("<p><a class=\"button\" href=\"{}\">{}</a></p>\n",
                                escape_html(page_.way_back), in(kBack));
        return html + choices(kRefunds, "refunds", kRefundChoices);
    }

    std::string choices(const Both& title, std::string_view name,
                        std::span<const Choice> list) const {
        std::string buttons;
        for (const auto& [script, words] : list)
            buttons += "<p>" + button("", name, script, words) + "</p>\n";
        return fmt::format("<details><summary>{}</summary>\n{}</details>\n", in(title),
                           form(buttons));
    }

    std::string form(std::string_view inside) const {
        return fmt::format("<form method=\"post\" action=\"{}\">{}</form>\n", address_, inside);
    }

    std::string button(std::string_view look, std::string_view name, std::string_view value,
                       const Both& words) const {
        return fmt::format("<button{} name=\"{}\" value=\"{}\">{}</button>", look, name, value,
                           in(words));
    }

    const DemoPage& page_;
    std::string path_;
    std::string address_;
};

}  // namespace

std::string demo_page(const DemoPage& page) {
    return DemoPageWriter{page}.write();
}

}  // namespace onsale::http
