#include "adapter/redis/protocol/slot_map.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace onsale::redis {
namespace {

// Parses [host, port, id, ...]. The host is nil or empty if it is `asked_host`, "?" if unknown.
std::optional<Endpoint> endpoint_of(const Reply& node, const std::string& asked_host) {
    if (node.items.size() < 2) return std::nullopt;
    const std::int64_t port = node.items[1].integer;
    if (port <= 0 || port > std::numeric_limits<std::uint16_t>::max()) return std::nullopt;
    if (node.items[0].text == "?") return std::nullopt;
    return with_host({node.items[0].text, static_cast<std::uint16_t>(port)}, asked_host);
}

bool is_slot(std::int64_t number) {
    return number >= 0 && number < static_cast<std::int64_t>(kSlotCount);
}

}  // namespace

SlotMap SlotMap::single(const Endpoint& server) {
    SlotMap map;
    map.owners_.fill(map.index_of(server));
    return map;
}

std::optional<SlotMap> SlotMap::from_cluster_slots(const Reply& reply,
                                                   const std::string& asked_host) {
    if (reply.items.empty()) return std::nullopt;
    SlotMap map;
    for (const Reply& range : reply.items)
        if (!map.add_range(range, asked_host)) return std::nullopt;
    return map;
}

// [first slot, last slot, master, replica ...]
bool SlotMap::add_range(const Reply& range, const std::string& asked_host) {
    const std::span items{range.items};
    if (items.size() < 3 || !is_slot(items[0].integer) || !is_slot(items[1].integer)) return false;
    const auto master = endpoint_of(items[2], asked_host);
    if (!master) return true;  // The master is not known yet: the next map will have it.
    const NodeIndex owner = index_of(*master);
    for (std::int64_t slot = items[0].integer; slot <= items[1].integer; ++slot)
        owners_[static_cast<std::size_t>(slot)] = owner;
    for (const Reply& replica : items.subspan(3))
        if (const auto node = endpoint_of(replica, asked_host)) (void)index_of(*node);
    return true;
}

std::optional<Endpoint> SlotMap::master_of(Slot slot) const {
    const NodeIndex owner = owners_[slot.index];
    if (owner == kNobody) return std::nullopt;
    return nodes_[owner];
}

void SlotMap::set_master(Slot slot, const Endpoint& master) {
    owners_[slot.index] = index_of(master);
}

std::vector<Endpoint> SlotMap::masters() const {
    std::vector<bool> owns(nodes_.size());
    for (const NodeIndex owner : owners_)
        if (owner != kNobody) owns[owner] = true;
    std::vector<Endpoint> found;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (owns[i]) found.push_back(nodes_[i]);
    return found;
}

SlotMap::NodeIndex SlotMap::index_of(const Endpoint& node) {
    const auto known = std::ranges::find(nodes_, node);
    if (known != nodes_.end()) return static_cast<NodeIndex>(known - nodes_.begin());
    nodes_.push_back(node);
    return static_cast<NodeIndex>(nodes_.size() - 1);
}

}  // namespace onsale::redis
