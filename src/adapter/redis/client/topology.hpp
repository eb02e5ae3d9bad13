#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/nodes.hpp"
#include "adapter/redis/protocol/slot_map.hpp"

namespace onsale::redis {

// Who is master of what. In single mode that never changes; in a cluster the map is asked for when
// somebody has reason to doubt it, at most once per interval.
class Topology : public std::enable_shared_from_this<Topology> {
  public:
    Topology(std::shared_ptr<ClientContext> context, std::shared_ptr<Nodes> nodes);

    // None: no map yet, or nobody serves the slot.
    std::optional<Endpoint> master_of(Slot slot) const;
    std::vector<Endpoint> masters() const;

    // A node says that the slot is there now.
    void learn(Slot slot, const Endpoint& master);
    // Asks for the map in the background, unless that is under way or has just been done.
    void refresh();
    void close() { closed_ = true; }

  private:
    boost::asio::awaitable<void> ask_around();
    boost::asio::awaitable<bool> ask(Endpoint node);
    std::vector<Endpoint> who_may_know() const;

    std::shared_ptr<ClientContext> context_;
    std::shared_ptr<Nodes> nodes_;
    std::optional<SlotMap> map_;
    bool asking_ = false;
    bool closed_ = false;
    Deadline asked_at_{};
};

}  // namespace onsale::redis
