#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/redis/client/client.hpp"
#include "runtime/followed_time.hpp"

namespace onsale::redis {

struct TimeFeedConfig {
    std::chrono::milliseconds every{1000};
    std::chrono::milliseconds timeout{500};
    // Called with the reason whenever there was no answer.
    std::function<void(const std::string&)> failed{};
};

// Asks the server again and again what time it is, so that all processes go by the same. In a
// cluster it is always the master of the same slot that is asked.
// REQUIRES: client and time live until the loop has stopped or this is destroyed.
// Thread safety: none; on its client's loop. The time may be read from anywhere.
class TimeFeed {
  public:
    TimeFeed(boost::asio::io_context& loop, Client& client, runtime::FollowedTime& time,
             TimeFeedConfig config = {});
    ~TimeFeed();
    TimeFeed(const TimeFeed&) = delete;
    TimeFeed& operator=(const TimeFeed&) = delete;

    // Suspends. Asks once; why there was no answer, or nothing.
    static boost::asio::awaitable<std::optional<std::string>> ask(
        Client& client, runtime::FollowedTime& time, std::chrono::milliseconds timeout);

    // Whether the last question was answered; a clock carries on without.
    bool is_answered() const;

  private:
    struct Inside;
    static boost::asio::awaitable<void> run(std::shared_ptr<Inside> inside);

    std::shared_ptr<Inside> inside_;
};

}  // namespace onsale::redis
