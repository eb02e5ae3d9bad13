#include "adapter/redis/client/nodes.hpp"

#include <algorithm>
#include <tuple>

namespace onsale::redis {

Connection& Nodes::connection_to(const Endpoint& node, Lane lane) {
    Connections& connections = places_[{node, lane}];
    const std::size_t wanted = lane == Lane::kInOrder ? 1 : config_.connections_per_node;
    while (connections.size() < wanted) {
        connections.push_back(std::make_shared<Connection>(context_, node, config_.use));
        if (closed_) connections.back()->close();
    }
    const auto now = std::chrono::steady_clock::now();
    return **std::ranges::min_element(connections, {}, [now](const auto& connection) {
        return std::tuple{connection->is_resting(now), connection->depth()};
    });
}

void Nodes::keep_only(const std::vector<Endpoint>& nodes) {
    std::erase_if(places_, [&](const auto& entry) {
        const auto& [place, connections] = entry;
        const bool is_idle = std::ranges::all_of(
            connections, [](const auto& connection) { return connection->depth() == 0; });
        if (std::ranges::find(nodes, place.node) != nodes.end() || !is_idle) return false;
        for (const auto& connection : connections)
            connection->close();
        return true;
    });
}

void Nodes::close() {
    closed_ = true;
    for (const auto& [place, connections] : places_)
        for (const auto& connection : connections)
            connection->close();
}

std::size_t Nodes::open_connections() const {
    std::size_t open = 0;
    for (const auto& [place, connections] : places_)
        open += static_cast<std::size_t>(std::ranges::count_if(
            connections, [](const auto& connection) { return connection->is_open(); }));
    return open;
}

std::size_t Nodes::depth() const {
    std::size_t depth = 0;
    for (const auto& [place, connections] : places_)
        for (const auto& connection : connections)
            depth += connection->depth();
    return depth;
}

}  // namespace onsale::redis
