#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/api/error/api_error.hpp"
#include "base/time.hpp"
#include "payment/domain/money.hpp"

namespace onsale::http {

// What the hosted page of Demo Pay shows of a payment.
struct DemoPage {
    Language language = Language::kEnglish;
    std::string payment_key;
    std::string title;  // Not yet escaped.
    payment::Money amount;
    Instant valid_until;
    bool open = true;      // Nobody chose yet, and there is time left.
    std::string way_back;  // To the shop when it is over; empty: none is shown.
};

// The page as text, without need of a script: forms POST to /demo-pay/<payment key>, with
// script=<word> to choose what becomes of the payment, action=leave to go without paying or, once
// it is over, refunds=<word> to choose what becomes of its refunds.
std::string demo_page(const DemoPage& page);

// The words of `script`, the ordinary one first, and those of `refunds`.
std::vector<std::string_view> demo_page_scripts();
std::vector<std::string_view> demo_page_refund_scripts();

}  // namespace onsale::http
