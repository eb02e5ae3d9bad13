#pragma once

#include <boost/asio/awaitable.hpp>

#include "sale/domain/command.hpp"

namespace onsale::sale {

// Durable deadlines of orders whose holds are stored elsewhere. The contract is that of Orders.
class OrderClock {
  public:
    virtual ~OrderClock() = default;

    // A declined order lasts at least as long as its hold. A repeated call changes nothing.
    virtual boost::asio::awaitable<OrderOutcome> hold_longer(command::HoldLonger longer) = 0;
};

}  // namespace onsale::sale
