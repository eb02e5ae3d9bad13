#pragma once

#include <vector>

#include "adapter/server/loop/serving_loop.hpp"

namespace onsale::server {

struct StopTimes {
    Duration announced{};  // How long load balancers are still served; zero: they are not told.
    Duration drained{};    // Longest time for the requests in flight.
};

// Lets load balancers move to other processes, finishes requests in flight, then stops every thread
// and waits for it. A stuck loop does not block this. REQUIRES: the loops run.
void stop_loops(const std::vector<ServingLoop*>& loops, const StopTimes& times);

}  // namespace onsale::server
