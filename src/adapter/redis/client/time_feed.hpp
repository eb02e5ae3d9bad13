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
    // Called with the reason when there was no answer.
    std::function<void(const std::string&)> failed{};
};

// Asks the server for its time periodically, so that all processes use the same time. The clock
// keeps running without answers. In a cluster it always asks the master of the same slot.
// REQUIRES: client and time live until the loop has stopped or this is destroyed.
// Thread safety: none; used only on its client's loop. The time may be read from any thread.
class TimeFeed {
  public:
    TimeFeed(boost::asio::io_context& loop, Client& client, runtime::FollowedTime& time,
             TimeFeedConfig config = {});
    ~TimeFeed();
    TimeFeed(const TimeFeed&) = delete;
    TimeFeed& operator=(const TimeFeed&) = delete;

    // Suspends. Asks once. Returns the reason if there was no answer.
    static boost::asio::awaitable<std::optional<std::string>> ask(
        Client& client, runtime::FollowedTime& time, std::chrono::milliseconds timeout);

  private:
    struct Inside;
    static boost::asio::awaitable<void> run(std::shared_ptr<Inside> inside);

    std::shared_ptr<Inside> inside_;
};

}  // namespace onsale::redis
