#pragma once

#include <random>

#include <boost/asio/io_context.hpp>

#include "adapter/redis/client/config.hpp"
#include "adapter/redis/client/tls.hpp"
#include "runtime/call_metrics.hpp"
#include "runtime/counters.hpp"

namespace onsale::redis {

// The state that all parts of one client share. Coroutines also own it, so that each can finish
// after the client was destroyed.
// Thread safety: none; everything of a client lives on one loop.
struct ClientContext {
    ClientContext(boost::asio::io_context& its_loop, Config its_config)
        : loop(its_loop),
          config(std::move(its_config)),
          tls(config.connection.tls ? make_tls(*config.connection.tls) : nullptr) {}

    // From [0, 1): spreads work that would otherwise happen at the same time everywhere.
    double jitter() { return std::uniform_real_distribution{}(engine); }

    boost::asio::io_context& loop;
    const Config config;
    const TlsContext tls;
    // Also used by the users of the client. The owner of the loop adds them to its own counters.
    runtime::Counters counters;
    runtime::CommandMap commands;
    std::mt19937 engine{std::random_device{}()};
};

}  // namespace onsale::redis
