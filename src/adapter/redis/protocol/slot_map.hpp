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

// Which master serves which slot, as far as we know; a wrong entry costs one MOVED.
class SlotMap {
  public:
    // All slots at one server: what a single Redis is.
    static SlotMap single(const Endpoint& server);
    // From the answer to CLUSTER SLOTS, which every version of Redis Cluster has and which names
    // the TLS ports to whoever asks by TLS. None if it makes no sense or no slot is served.
    static std::optional<SlotMap> from_cluster_slots(const Reply& reply,
                                                     const std::string& asked_host);

    std::optional<Endpoint> master_of(Slot slot) const;
    void set_master(Slot slot, const Endpoint& master);

    // Each master once; a node that has lost its last slot is none.
    std::vector<Endpoint> masters() const;
    // Masters and replicas as they were told: all who may be asked for the map.
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
