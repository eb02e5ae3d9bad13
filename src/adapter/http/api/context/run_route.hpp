#pragma once

#include <exception>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/http/api/measure/metrics.hpp"
#include "runtime/log.hpp"

namespace onsale::http {

// Runs a route's coroutine on the loop. The route owns its reply: it answers, or an exception drops
// the reply and that closes the connection. So no client waits forever.
inline void run_route(boost::asio::io_context& loop, LoopMetrics& metrics,
                      boost::asio::awaitable<void> route) {
    boost::asio::co_spawn(loop, std::move(route), [&metrics](const std::exception_ptr& error) {
        if (!error) return;
        metrics.rejected(ErrorCode::kInternal);
        runtime::log(runtime::LogLevel::kError, "a route failed; its connection is closed");
    });
}

}  // namespace onsale::http
