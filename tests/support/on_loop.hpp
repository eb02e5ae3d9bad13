#pragma once

#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

namespace onsale::test {

inline std::chrono::steady_clock::time_point in(std::chrono::milliseconds time) {
    return std::chrono::steady_clock::now() + time;
}

// A loop that runs while a test waits for something on it.
class OnLoop : public testing::Test {
  protected:
    template <class Value>
    Value run(boost::asio::awaitable<Value> work) {
        std::optional<Value> result;
        boost::asio::co_spawn(loop, keep(std::move(work), result), [](std::exception_ptr error) {
            if (error) std::rethrow_exception(error);
        });
        run_until([&] { return result.has_value(); });
        return *std::move(result);
    }

    // Starts a coroutine. The test waits for its end with `run_until`.
    template <class Value, class Done>
    void spawn(boost::asio::awaitable<Value> work, Done done) {
        boost::asio::co_spawn(loop, std::move(work),
                              [done](std::exception_ptr error, Value value) mutable {
                                  if (error) std::rethrow_exception(error);
                                  done(std::move(value));
                              });
    }

    // Checks the condition after each event of the loop, and periodically without events.
    template <class Question>
    void run_until(Question question) {
        const auto limit = in(std::chrono::seconds{60});
        while (!question()) {
            ASSERT_LT(std::chrono::steady_clock::now(), limit) << "it does not happen";
            loop.restart();
            loop.run_one_for(std::chrono::milliseconds{10});
        }
    }

    boost::asio::io_context loop{1};

  private:
    // Values of coroutines that Asio hands over itself need a default constructor.
    template <class Value>
    static boost::asio::awaitable<void> keep(boost::asio::awaitable<Value> work,
                                             std::optional<Value>& result) {
        result.emplace(co_await std::move(work));
    }
};

}  // namespace onsale::test
