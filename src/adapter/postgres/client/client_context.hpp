#pragma once

#include <random>
#include <utility>

#include <boost/asio/io_context.hpp>

#include "adapter/postgres/client/config.hpp"
#include "runtime/counters.hpp"

namespace onsale::postgres {

// The state that all parts of one client share. Coroutines also own it, so that each can finish
// after the client was destroyed.
// Thread safety: none; everything of a client lives on one loop.
struct ClientContext {
    ClientContext(boost::asio::io_context& its_loop, Config its_config)
        : loop(its_loop), config(std::move(its_config)) {}

    // From [0, 1): spreads work that would otherwise happen at the same time everywhere.
    double jitter() { return std::uniform_real_distribution{}(engine); }

    boost::asio::io_context& loop;
    const Config config;
    runtime::Counters counters;
    std::mt19937 engine{std::random_device{}()};
};

}  // namespace onsale::postgres
