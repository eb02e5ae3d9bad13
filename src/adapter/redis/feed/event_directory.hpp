#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/client/client.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

// Sets of events. They have no hash tag, so no script reads them, and no decision depends on them.
// All events that are not archived; for the views.
constexpr std::string_view kEventsKey = "events";
constexpr std::string_view kActiveEventsKey = "queue:active-events";  // For the schedulers.

// Reports periodically which events a set contains.
// Thread safety: none; used only on its client's loop.
class EventDirectory {
  public:
    using Told = std::function<void(const std::vector<waiting_room::EventId>&)>;

    EventDirectory(boost::asio::io_context& loop, Client& client, std::string_view key,
                   std::chrono::milliseconds every, Told told);
    ~EventDirectory();
    EventDirectory(const EventDirectory&) = delete;
    EventDirectory& operator=(const EventDirectory&) = delete;

  private:
    struct Inside;
    static boost::asio::awaitable<void> run(std::shared_ptr<Inside> inside);

    std::shared_ptr<Inside> inside_;
};

// SADD or SREM.
Command enlist(std::string_view key, waiting_room::EventId event);
Command strike(std::string_view key, waiting_room::EventId event);

}  // namespace onsale::redis
