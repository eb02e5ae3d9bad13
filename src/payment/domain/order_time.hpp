#pragma once

#include "base/time.hpp"

namespace onsale::payment {

// The two clocks of an order. Deadlines of a guest use the time of the event's line, which stops
// while deadlines are frozen and while the process is down. Deadlines of a provider use the
// writer's clock.
struct OrderTime {
    Instant now;
    Instant line;

    OrderTime(Instant now_, Instant line_) : now(now_), line(line_) {}
    // For a line that was never stopped.
    OrderTime(Instant both) : now(both), line(both) {}
};

}  // namespace onsale::payment
