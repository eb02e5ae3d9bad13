#pragma once

#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include "adapter/redis/client/client.hpp"
#include "tests/support/redis_server.hpp"

namespace onsale::redis {

using namespace std::chrono_literals;
using boost::asio::awaitable;

inline Deadline in(std::chrono::milliseconds time) {
    return std::chrono::steady_clock::now() + time;
}

inline Endpoint endpoint_of(const test::RedisServer& server) {
    return {"127.0.0.1", server.port()};
}

// A loop that runs while a test waits for something on it.
class OnLoop : public testing::Test {
  protected:
    template <class Value>
    Value run(awaitable<Value> work) {
        std::optional<Value> result;
        boost::asio::co_spawn(loop, std::move(work), [&](std::exception_ptr error, Value value) {
            if (error) std::rethrow_exception(error);
            result = std::move(value);
        });
        run_until([&] { return result.has_value(); });
        return *std::move(result);
    }

    // Starts a coroutine. The test waits for its end with `run_until`.
    template <class Value, class Done>
    void spawn(awaitable<Value> work, Done done) {
        boost::asio::co_spawn(loop, std::move(work),
                              [done](std::exception_ptr error, Value value) mutable {
                                  if (error) std::rethrow_exception(error);
                                  done(std::move(value));
                              });
    }

    // Checks the condition after each event of the loop, and periodically without events.
    template <class Question>
    void run_until(Question question) {
        const Deadline limit = in(60s);
        while (!question()) {
            ASSERT_LT(std::chrono::steady_clock::now(), limit) << "it does not happen";
            loop.restart();
            loop.run_one_for(10ms);
        }
    }

    boost::asio::io_context loop{1};
};

}  // namespace onsale::redis
