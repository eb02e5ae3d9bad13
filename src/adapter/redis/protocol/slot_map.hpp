#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "adapter/redis/protocol/endpoint.hpp"
#include "adapter/redis/protocol/reply.hpp"
#include "adapter/redis/protocol/slot.hpp"

namespace onsale::redis {

// The master of each slot, as far as known. A wrong entry costs one MOVED.
class SlotMap {
  public:
    // Assigns all slots to one server. For Redis without a cluster.
    static SlotMap single(const Endpoint& server);
    // Parses the answer to CLUSTER SLOTS. Every version of Redis Cluster has this command, and it
    // reports the TLS ports to a client that uses TLS. None if the answer is invalid or serves no
    // slot.
    static std::optional<SlotMap> from_cluster_slots(const Reply& reply,
                                                     const std::string& asked_host);

    std::optional<Endpoint> master_of(Slot slot) const;
    void set_master(Slot slot, const Endpoint& master);

    // Each master once. A node without slots is not a master.
    std::vector<Endpoint> masters() const;
    // Masters and replicas in the order reported. Any of them can be asked for the map.
    const std::vector<Endpoint>& nodes() const { return nodes_; }

  private:
    using NodeIndex = std::uint16_t;
    static constexpr NodeIndex kNobody = 0xFFFF;

    SlotMap() { owners_.fill(kNobody); }
    NodeIndex index_of(const Endpoint& node);
    bool add_range(const Reply& range, const std::string& asked_host);

    std::array<NodeIndex, kSlotCount> owners_;
    std::vector<Endpoint> nodes_;
};

}  // namespace onsale::redis
