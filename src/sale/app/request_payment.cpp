#include "sale/app/request_payment.hpp"

#include <utility>

#include "base/assert.hpp"

namespace onsale::sale {

using boost::asio::awaitable;
using payment::Order;
using payment::PaymentGateway;

namespace {

// Whether the guest can pay at the provider's page.
bool at_page(const Order& order) {
    return order.state == payment::OrderState::kPaying && !order.confirming;
}

payment::PaymentRequest page_request(const Order& order, PageDetails details) {
    return {.name = {order.code, order.attempt()},
            .amount = order.attempts.back().total,
            .title = std::move(details.title),
            .return_url = std::move(details.return_url),
            .valid_until = details.valid_until};
}

}  // namespace

awaitable<RequestOutcome> request_payment(Orders& orders, payment::Providers providers,
                                          command::RequestPayment request, DescribePage describe) {
    const PaymentGateway* const asked = find_gateway(providers, request.provider);
    ONSALE_ASSERT(asked != nullptr);
    request.merchant = asked->merchant();
    request.traits = payment::order_traits(asked->traits());
    auto ordered = co_await orders.call(std::move(request));
    if (!ordered) co_return fail(std::move(ordered.error()));
    const Order& order = ordered->order;
    PaymentGateway* const gateway = find_gateway(providers, order.attempts.back().provider);
    if (!at_page(order) || gateway == nullptr) co_return RequestedPayment{std::move(*ordered)};
    auto details = describe(order);
    if (!details) co_return RequestedPayment{std::move(*ordered)};
    auto page = co_await gateway->request(page_request(order, std::move(*details)));
    if (!page) co_return fail(page.error());
    co_return RequestedPayment{std::move(*ordered), std::move(*page)};
}

}  // namespace onsale::sale
