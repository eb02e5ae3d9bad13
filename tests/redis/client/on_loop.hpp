#pragma once

#include <chrono>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"
#include "tests/support/on_loop.hpp"
#include "tests/support/redis_server.hpp"

namespace onsale::redis {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using test::in;
using test::OnLoop;

inline Endpoint endpoint_of(const test::RedisServer& server) {
    return {"127.0.0.1", server.port()};
}

}  // namespace onsale::redis
