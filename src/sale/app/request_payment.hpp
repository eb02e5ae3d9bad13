#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include <boost/asio/awaitable.hpp>

#include "payment/port/payment_provider.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// The title, the end and the way back of the provider's page.
struct PageDetails {
    std::string title;
    std::string return_url;
    Instant valid_until;  // Wall clock, as providers use it.
};
// std::nullopt if the page cannot be described; then there is none.
using DescribePage = std::function<std::optional<PageDetails>(const payment::Order&)>;

struct RequestedPayment {
    OrderCopy copy;
    // Empty if the guest cannot pay there now: a late retry may find its order in a later state, or
    // with a provider that is no longer configured.
    payment::PaymentPage page{};
};
using RequestOutcome = Result<RequestedPayment, std::variant<PayRefusal, payment::GatewayError>>;

// Makes or repeats an attempt to pay for a hold, and asks the provider for the page where the guest
// pays. Fills in the merchant and the traits of the request.
// REQUIRES: the provider of the request is one of `providers`; the orders, the providers and what
// `describe` uses outlive the call.
boost::asio::awaitable<RequestOutcome> request_payment(Orders& orders, payment::Providers providers,
                                                       command::RequestPayment request,
                                                       DescribePage describe);

}  // namespace onsale::sale
