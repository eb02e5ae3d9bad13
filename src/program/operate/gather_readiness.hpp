#pragma once

#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/api/context/health.hpp"
#include "program/serve/serve_loop.hpp"

namespace onsale::program {

// How ready the whole process is: the worst of its loops. Asks all of them at once; one that does
// not answer within a second counts as stuck. Suspends; resumes on `home`.
boost::asio::awaitable<http::Readiness> gather_readiness(ServingLoop& home,
                                                         std::vector<ServingLoop*> loops);

}  // namespace onsale::program
