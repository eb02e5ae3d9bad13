#pragma once

#include <string>
#include <string_view>

#include "adapter/http/api/error/api_error.hpp"
#include "payment/domain/order.hpp"

namespace onsale::http {

// Every sentence about an order in one language. Members with {} are fmt patterns.
struct OrderWords {
    std::string_view order;
    std::string_view booking;
    std::string_view seats;
    std::string_view seats_back;
    std::string_view total;
    std::string_view total_left;
    std::string_view until;
    std::string_view paid;
    std::string_view paid_part;  // Paid, but some of the seats were returned since.
    std::string_view paid_back;  // Paid, but all seats were returned since.
    std::string_view declined;
    std::string_view at_page;
    std::string_view confirming;
    std::string_view unknown;
    std::string_view do_not_pay;
    std::string_view ask_at;
    std::string_view person_looks;
    std::string_view may_close;
    std::string_view ended;
    std::string_view money_back;
    std::string_view to_event;
    std::string_view test;
    std::string_view one_moment;  // Title of the page that asks the browser to repeat its request.
    std::string_view send_again;
};

const OrderWords& order_words(Language language);

// Advice for the guest after a decline.
std::string_view advice_after(payment::DeclineReason reason, Language language);
// Why an order ended.
std::string_view words_for(payment::EndReason reason, Language language);
std::string_view words_for(payment::RefundState state, Language language);

// "154,000 won", "12.50 USD".
std::string money_text(const payment::Money& money, Language language);

}  // namespace onsale::http
