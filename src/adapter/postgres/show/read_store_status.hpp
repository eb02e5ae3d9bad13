#pragma once

#include <chrono>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/postgres/show/store_status.hpp"

namespace onsale::postgres {

// Suspends. Asks each configured host, each for at most `within`, and changes nothing. Throws
// std::runtime_error as Client does.
boost::asio::awaitable<StoreStatus> read_store_status(boost::asio::io_context& loop, Config config,
                                                      std::chrono::milliseconds within);

}  // namespace onsale::postgres
