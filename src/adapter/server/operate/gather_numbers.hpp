#pragma once

#include <memory>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/api/measure/metrics_redis_report.hpp"
#include "adapter/server/loop/serving_loop.hpp"

namespace onsale::server {

// The counters of the loops of a process.
struct LoopNumbers {
    http::LoopMetrics metrics;
    http::TransportCounters counters;
    http::RedisNumbers redis;
};

// Asks the loops one after the other. Suspends; resumes on `home`.
boost::asio::awaitable<std::shared_ptr<const LoopNumbers>> gather_numbers(
    ServingLoop& home, std::vector<ServingLoop*> loops);

}  // namespace onsale::server
