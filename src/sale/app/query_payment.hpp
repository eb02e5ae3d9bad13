#pragma once

#include <cstdint>

#include <boost/asio/awaitable.hpp>

#include "payment/port/payment_provider.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// Asks the provider of an attempt for its outcome and records the answer. Does not ask
// - while a confirm is in flight that a net-cancel may follow, because the answer could be obsolete
//   on arrival. If the outcome of the confirm is lost, the order schedules a query itself;
// - about an attempt that is charged, unless the order has an inquiry about it, which only an
//   answer closes;
// - if the provider is no longer configured.
// Returns the order as it is known then.
// REQUIRES: the orders and the providers outlive the call.
boost::asio::awaitable<OrderOutcome> query_payment(Orders& orders, payment::Providers providers,
                                                   OrderCopy copy, std::uint8_t attempt);
boost::asio::awaitable<OrderOutcome> query_payment(Orders& orders, payment::Providers providers,
                                                   payment::OrderId id, std::uint8_t attempt);

}  // namespace onsale::sale
