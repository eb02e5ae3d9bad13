#pragma once

#include "base/time.hpp"

namespace onsale::payment {

// The two clocks of an order. What a guest must do in time is in the time of the event's line,
// which stands still while deadlines are frozen and was not running while the process was down;
// what a provider must answer is by the writer's clock.
struct OrderTime {
    Instant now;
    Instant line;

    OrderTime(Instant now_, Instant line_) : now(now_), line(line_) {}
    // For a line that was never stopped.
    OrderTime(Instant both) : now(both), line(both) {}
};

}  // namespace onsale::payment
