#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/client/caller.hpp"
#include "adapter/redis/client/stream.hpp"

namespace onsale::redis {

enum class Channels : std::uint8_t {
    kSharded,     // SSUBSCRIBE, SPUBLISH: a message stays on the slot's node. Redis 7 and later.
    kClusterWide  // SUBSCRIBE, PUBLISH: a message goes to every node.
};

struct ListenHandlers {
    std::function<void(std::string_view channel, std::string_view message)> message;
    std::function<void(std::string_view channel)> listening;
};

// Receives the messages of one slot's channels, on its own connection, which follows the slot's
// master. Redis does not store published messages: a message published without a listener is lost.
// `listening` is therefore called for each channel when the server confirms it, at first and after
// every new connection. At that moment the state that the messages describe must be read again.
// Its coroutine and its socket keep it alive until they end. Handlers run on the client's loop.
class Listener : public std::enable_shared_from_this<Listener> {
  public:
    static constexpr std::size_t kChannelsMax = 65536;

    Listener(Caller caller, Slot slot, Channels channels, ListenHandlers handlers);

    void start();
    void close();  // No handler is called after this.
    // Returns false if there are kChannelsMax channels already.
    // REQUIRES: a sharded channel belongs to this slot.
    bool subscribe(const std::string& channel);
    void unsubscribe(const std::string& channel);

  private:
    boost::asio::awaitable<void> run();
    boost::asio::awaitable<bool> listen();
    boost::asio::awaitable<void> read_until_lost();
    bool deliver(const Reply& push);
    bool is_told_to_leave(const std::string& channel);
    void watch();
    void send(std::string_view word, const std::string& channel);
    void send(std::string bytes);
    void flush();

    Caller caller_;
    Slot slot_;
    Channels kind_;
    ListenHandlers handlers_;
    std::set<std::string> channels_;
    std::map<std::string, int> leaving_;  // Unsubscriptions not yet confirmed by the server.

    boost::asio::steady_timer timer_;
    std::shared_ptr<Stream> stream_;  // Null: not logged in.
    std::string unsent_;
    bool writing_ = false;
    bool closed_ = false;
    Deadline heard_at_{};
};

}  // namespace onsale::redis
