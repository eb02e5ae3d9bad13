#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/api/error/api_error.hpp"
#include "base/time.hpp"
#include "payment/domain/money.hpp"

namespace onsale::http {

// The data of a payment on the hosted page of Demo Pay.
struct DemoPage {
    Language language = Language::kEnglish;
    std::string payment_key;
    std::string title;  // Not yet escaped.
    payment::Money amount;
    Instant valid_until;
    bool open = true;      // No choice was made yet, and the time has not expired.
    std::string way_back;  // Link to the shop after the end; empty: no link is shown.
};

// The page as HTML. It needs no script: its forms POST to the path of the page, with
// script=<word> to choose the outcome of the payment, action=leave to leave without paying or,
// after the end, refunds=<word> to choose the outcome of its refunds.
std::string demo_page(const DemoPage& page);

}  // namespace onsale::http
