#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/api/error/api_error.hpp"
#include "adapter/http/guest/context/hall_names.hpp"
#include "adapter/http/transport/message/request.hpp"
#include "payment/domain/ids.hpp"
#include "payment/domain/money.hpp"
#include "sale/domain/command.hpp"

namespace onsale::http {

struct PaymentAsk {
    HallNames names;
    std::string provider;  // Empty: the event's first provider.
    std::vector<sale::PriceChoice> types;
    std::optional<payment::CallKey> call{};
    std::optional<Language> language{};  // Language of the asking page, to which the guest returns.
};

struct ConfirmAsk {
    payment::OrderCode order;
    std::string payment_key;
    payment::Money amount;
    std::optional<payment::CallKey> call{};
};

struct CancelAsk {
    payment::OrderCode order;
    std::vector<std::string> seats;  // Empty: all of them.
    // The refund that the guest saw; absent when nothing was paid yet.
    std::optional<payment::Money> refund;
    std::optional<payment::CallKey> call{};
};

struct RefundAsk {
    payment::OrderCode order;
    std::vector<std::string> seats;
};

// Parsers of the calls about money. A price, a state or an owner in the body is an unknown field,
// and the call is refused. A malformed order code gives kOrderNotFound, like one that does not
// exist. It is checked last, so that it reveals nothing.
// An Idempotency-Key is accepted: the order that the call creates or changes keeps it.
Result<PaymentAsk, BadQuery> parse_payment(const Request& request);
Result<ConfirmAsk, BadQuery> parse_confirm(const Request& request);
Result<CancelAsk, BadQuery> parse_cancel(const Request& request);
Result<RefundAsk, BadQuery> parse_refund_preview(std::string_view query);

}  // namespace onsale::http
