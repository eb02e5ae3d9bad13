#pragma once

#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/api/context/health.hpp"
#include "adapter/server/loop/serving_loop.hpp"

namespace onsale::server {

// The readiness of the whole process: the worst of its loops. Asks all loops at once. A loop that
// does not answer within a second counts as stuck. Suspends; resumes on `home`.
boost::asio::awaitable<operate::Readiness> gather_readiness(ServingLoop& home,
                                                            std::vector<ServingLoop*> loops);

}  // namespace onsale::server
