#pragma once

#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/server/loop/scheduler_thread.hpp"
#include "adapter/server/loop/serving_loop.hpp"

namespace onsale::server {

// The sources of the page of /metrics of a process without the sale store.
struct NodeMetrics {
    ServingLoop& home;                     // The operator's loop.
    std::vector<ServingLoop*> loops;       // All loops.
    SchedulerThread* scheduler = nullptr;  // Null: this process admits no guests.
    Duration clock_ahead{};                // How far Redis' clock is ahead.
};

// Suspends; resumes on `home`.
boost::asio::awaitable<std::string> node_metrics(NodeMetrics sources);

}  // namespace onsale::server
