#pragma once

#include "base/port.hpp"
#include "sale/domain/command.hpp"

namespace onsale::sale {

// Durable deadlines of orders whose holds are stored elsewhere. The contract is that of Orders.
class OrderClock : public Port<command::HoldLonger> {};

}  // namespace onsale::sale
