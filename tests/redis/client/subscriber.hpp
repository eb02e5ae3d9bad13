#pragma once

#include <memory>
#include <string>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/client/listener.hpp"

namespace onsale::redis {

// A listener from its start to its end.
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

    bool subscribe(const std::string& channel) { return listener_->subscribe(channel); }
    void unsubscribe(const std::string& channel) { listener_->unsubscribe(channel); }

  private:
    std::shared_ptr<Listener> listener_;
};

}  // namespace onsale::redis
