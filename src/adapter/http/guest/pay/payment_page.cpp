#include "adapter/http/guest/pay/payment_page.hpp"

#include <fmt/format.h>

#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/api/page/plain_page_assets.hpp"
#include "adapter/http/guest/pay/payment_json.hpp"
#include "adapter/http/guest/pay/payment_words.hpp"
#include "adapter/http/guest/plain/plain_page.hpp"
#include "adapter/http/guest/plain/plain_page_html.hpp"
#include "payment/domain/order_code.hpp"

namespace onsale::http {

using payment::Order;
using payment::OrderState;

namespace {

constexpr int kReloadConfirmingS = 2;
constexpr int kReloadUnknownS = 10;

std::string row(std::string_view label, std::string_view html) {
    return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", label, html);
}

std::string note(std::string_view kind, std::string_view html) {
    return fmt::format("<p class=\"note {}\">{}</p>\n", kind, html);
}

class OrderPageWriter {
  public:
    explicit OrderPageWriter(const OrderPage& page)
        : page_(page),
          order_(page.copy.order),
          settings_(page.context.view.find(order_.event)->settings()),
          words_(order_words(page.language)) {}

    std::string write() const {
        std::string main = fmt::format("<h1>{}</h1>\n", escape_html(settings_.title));
        if (settings_.demo) main += note("bad", words_.test);
        main += fmt::format("<div role=\"status\">{}</div>\n", news());
        main += facts() + refunds();
        main += fmt::format(
            "<p><a class=\"button plain\" href=\"{}/queue/{}?plain=1\">{}</a></p>\n",
            language_prefix(page_.language), escape_html(settings_.key), words_.to_event);
        const std::string name = to_text(order_.code);
        return framed({page_.language, fmt::format("{} {}", words_.order, name),
                       "/payment/" + name + "?plain=1"},
                      main);
    }

  private:
    std::string news() const {
        switch (order_.state) {
            case OrderState::kPaid:
                return paid();
            case OrderState::kHeld:
                return note("bad", words_.declined) + note("", advice());
            case OrderState::kPaying:
            case OrderState::kAwaitingDeposit:
                if (!order_.confirming) return note("", words_.at_page);
                return note("", fmt::format("{} {}", words_.confirming, words_.do_not_pay));
            case OrderState::kUnknown:
                return unknown();
            case OrderState::kEnded:
                break;
        }
        return note("bad", words_.ended) +
               (order_.ended ? note("", words_for(*order_.ended, page_.language)) : "");
    }

    std::string paid() const {
        if (seats(false).empty()) return note("bad", words_.paid_back);
        return note("turn", seats(true).empty() ? words_.paid : words_.paid_part);
    }

    std::string_view advice() const {
        const auto reason = order_.history.empty()
                                ? payment::DeclineReason::kOther
                                : static_cast<payment::DeclineReason>(order_.history.back().why);
        return advice_after(reason, page_.language);
    }

    std::string unknown() const {
        std::string html =
            note("bad", fmt::format("{} <strong>{}</strong>", words_.unknown, words_.do_not_pay));
        const bool asks = order_.inquiry && order_.inquiry->next_at;
        html +=
            note("", asks ? fmt::format(fmt::runtime(words_.ask_at),
                                        time_element(*order_.inquiry->next_at, settings_.time_zone))
                          : std::string{words_.person_looks});
        return html + note("", words_.may_close);
    }

    std::string facts() const {
        std::string html = R"(<div class="card"><dl>)";
        if (page_.copy.booking) html += row(words_.booking, to_text(*page_.copy.booking));
        html += row(words_.order, to_text(order_.code));
        const std::string left = seats(false);
        const std::string back = seats(true);
        if (!left.empty()) html += row(words_.seats, left);
        if (!back.empty()) html += row(words_.seats_back, back);
        html += row(words_.total, money_text(order_.quote.total, page_.language));
        if (!back.empty()) html += row(words_.total_left, money_text(left_paid(), page_.language));
        if (order_.guests_turn())
            html += row(words_.until,
                        time_element(guest_deadline(page_.context, order_), settings_.time_zone));
        return html + "</dl></div>\n";
    }

    // For a paid order: either the seats that the guest still has or those that were returned.
    std::string seats(bool back) const {
        const auto seat_name = seat_names(page_.context, order_);
        std::string names;
        for (const payment::QuoteLine& line : order_.quote.lines) {
            const payment::SeatIndex seat = line.chosen.seat;
            const bool gone = order_.state == OrderState::kPaid && order_.given_back(seat);
            if (gone == back) names += (names.empty() ? "" : ", ") + escape_html(seat_name(seat));
        }
        return names;
    }

    // Ignores the refund of a duplicate charge, which has no seats and was never in the total.
    payment::Money left_paid() const {
        payment::Money left = order_.quote.total;
        for (const payment::Refund& refund : order_.refunds)
            if (!refund.quote.seats.empty() && refund.state != payment::RefundState::kFailed)
                left.amount -= refund.quote.amount.amount;
        return left;
    }

    std::string refunds() const {
        std::string html;
        for (const payment::Refund& refund : order_.refunds)
            html += row(words_.money_back,
                        fmt::format("{}: {}", money_text(refund.quote.amount, page_.language),
                                    words_for(refund.state, page_.language)));
        return html.empty() ? html : "<div class=\"card\"><dl>" + html + "</dl></div>\n";
    }

    const OrderPage& page_;
    const Order& order_;
    const waiting_room::EventSettings& settings_;
    const OrderWords& words_;
};

}  // namespace

std::string order_page(const OrderPage& page) {
    return OrderPageWriter{page}.write();
}

std::string return_again_page(Language language) {
    const OrderWords& words = order_words(language);
    return fmt::format(R"(<!doctype html>
<html lang="{}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}</title>
<link rel="stylesheet" href="{}">
</head>
<body>
<main id="main">
<h1>{}</h1>
<p class="note bad">{}</p>
</main>
</body>
</html>
)",
                       language_prefix(language).substr(1), words.one_moment, style_path(),
                       words.one_moment, words.send_again);
}

std::optional<int> page_reload_s(const Order& order) {
    if (order.confirming) return kReloadConfirmingS;
    if (order.state == OrderState::kUnknown) return kReloadUnknownS;
    return std::nullopt;
}

}  // namespace onsale::http
