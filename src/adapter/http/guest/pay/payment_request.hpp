#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/guest/seat/seat_request.hpp"
#include "payment/domain/ids.hpp"
#include "payment/domain/money.hpp"
#include "sale/domain/command.hpp"

namespace onsale::http {

struct PaymentAsk {
    HallNames names;
    std::string provider;  // Empty: the event's first.
    std::vector<sale::PriceChoice> types;
    std::optional<payment::CallKey> call{};
    std::optional<Language> language{};  // Of the page that asks; the guest comes back to it.
};

struct ConfirmAsk {
    payment::OrderCode order;
    std::string payment_key;
    payment::Money amount;
    std::optional<payment::CallKey> call{};
};

struct CancelAsk {
    payment::OrderCode order;
    std::vector<std::string> seats;        // Empty: all of them.
    std::optional<payment::Money> refund;  // What the guest saw; without it nothing was paid yet.
    std::optional<payment::CallKey> call{};
};

struct RefundAsk {
    payment::OrderCode order;
    std::vector<std::string> seats;
};

// What the calls about money may say: a price, a state or an owner in one of them is an unknown
// field and refuses the call. An order's name that cannot be is, like one that nobody has,
// kOrderNotFound; it is looked at last, so that it tells nothing.
// An Idempotency-Key may come along: the order that the call makes or changes keeps it.
Result<PaymentAsk, BadQuery> parse_payment(const Request& request);
Result<ConfirmAsk, BadQuery> parse_confirm(const Request& request);
Result<CancelAsk, BadQuery> parse_cancel(const Request& request);
Result<RefundAsk, BadQuery> parse_refund_preview(std::string_view query);

}  // namespace onsale::http
