#pragma once

#include <string>
#include <vector>

#include "base/time.hpp"
#include "operate/domain/message.hpp"
#include "payment/domain/order.hpp"

namespace onsale::http {

struct OrderStoryLine {
    Instant at;
    std::string who;  // "guest", "provider", "system", "operator" or "operator 3".
    operate::Message message;
};

// The events of an order, oldest first. An open inquiry is listed with the time `now`.
std::vector<OrderStoryLine> order_story(const payment::Order& order, Instant now);

}  // namespace onsale::http
