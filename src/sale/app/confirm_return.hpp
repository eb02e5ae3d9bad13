#pragma once

#include <cstdint>

#include <boost/asio/awaitable.hpp>

#include "payment/port/payment_provider.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// Confirms an attempt with the data that accept_return() has stored in its order. Does nothing if
// the order does not wait for it any more, for example because the guest's page has confirmed.
// REQUIRES: the orders and the providers outlive the call.
boost::asio::awaitable<OrderOutcome> confirm_return(Orders& orders, payment::Providers providers,
                                                    payment::OrderId id, std::uint8_t attempt);

}  // namespace onsale::sale
