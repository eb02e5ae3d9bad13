#pragma once

#include <memory>
#include <string>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/client/listener.hpp"

namespace onsale::redis {

// Messages of the channels of one slot, on a connection of its own that follows the slot's master.
// Publish and subscribe keeps nothing: what is published while nobody listens is lost. So each
// channel's `listening` is called when the server has confirmed it, at first and after every new
// connection, and that is the moment to look at what the messages are about.
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

    // False: there are channels_max already. REQUIRES: a sharded channel is of this slot.
    bool subscribe(const std::string& channel) { return listener_->subscribe(channel); }
    void unsubscribe(const std::string& channel) { listener_->unsubscribe(channel); }

  private:
    std::shared_ptr<Listener> listener_;
};

}  // namespace onsale::redis
