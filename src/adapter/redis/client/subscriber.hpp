#pragma once

#include <memory>
#include <string>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/client/listener.hpp"

namespace onsale::redis {

// Receives the messages of one slot's channels, on its own connection, which follows the slot's
// master. Redis does not store published messages: a message published without a listener is lost.
// `listening` is therefore called for each channel when the server confirms it, at first and after
// every new connection. At that moment the state that the messages describe must be read again.
// REQUIRES: handlers do not destroy the subscriber; they run on the client's loop.
class Subscriber {
  public:
    Subscriber(const Client& client, Slot slot, Channels channels, ListenHandlers handlers)
        : listener_(
              std::make_shared<Listener>(client.caller(), slot, channels, std::move(handlers))) {
        listener_->start();
    }
    ~Subscriber() { listener_->close(); }
    Subscriber(const Subscriber&) = delete;
    Subscriber& operator=(const Subscriber&) = delete;

    // Returns false if there are Listener::kChannelsMax channels already.
    // REQUIRES: a sharded channel belongs to this slot.
    bool subscribe(const std::string& channel) { return listener_->subscribe(channel); }
    void unsubscribe(const std::string& channel) { listener_->unsubscribe(channel); }

  private:
    std::shared_ptr<Listener> listener_;
};

}  // namespace onsale::redis
