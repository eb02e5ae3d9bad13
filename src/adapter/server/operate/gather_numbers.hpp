#pragma once

#include <memory>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/api/measure/live_totals.hpp"
#include "adapter/http/api/measure/process_numbers.hpp"
#include "adapter/server/loop/serving_loop.hpp"

namespace onsale::server {

// Gathers the measurements of a process. Each loop adds its own numbers, one loop after the
// other. Suspends; resumes on `home`.
boost::asio::awaitable<std::shared_ptr<http::ProcessNumbers>> gather_numbers(
    ServingLoop& home, std::vector<ServingLoop*> loops);

// Gathers only the totals for the live numbers, which are much smaller.
boost::asio::awaitable<std::shared_ptr<http::LoopTotals>> gather_totals(
    ServingLoop& home, std::vector<ServingLoop*> loops);

}  // namespace onsale::server
