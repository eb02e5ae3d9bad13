#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/nodes.hpp"
#include "adapter/redis/protocol/slot_map.hpp"

namespace onsale::redis {

// Knows the master of each slot. In single mode it never changes. In a cluster the map is read
// again when a caller suspects that it is outdated, at most once per interval.
class Topology : public std::enable_shared_from_this<Topology> {
  public:
    Topology(std::shared_ptr<ClientContext> context, std::shared_ptr<Nodes> nodes);

    // None: there is no map yet, or no master serves the slot.
    std::optional<Endpoint> master_of(Slot slot) const;
    std::vector<Endpoint> masters() const;

    // Records that a node reported `master` as the new master of the slot.
    void learn(Slot slot, const Endpoint& master);
    // Reads the map in the background, unless this is running or was done just before.
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
