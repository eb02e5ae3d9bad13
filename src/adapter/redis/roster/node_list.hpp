#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"
#include "base/words.hpp"

namespace onsale::redis {

enum class NodeHealth : std::uint8_t { kOk, kFailing, kFailed };

constexpr auto words_of(NodeHealth) {
    return std::to_array<std::string_view>({"ok", "failing", "failed"});
}

// A Redis server as seen by the node that was asked. What it reports of others is up to a second
// old.
struct NodeNote {
    std::string address;  // "10.0.0.1:6379"
    std::string id{};     // For a node of a cluster.
    bool master = true;
    std::string replica_of{};  // Address of its master.
    NodeHealth health = NodeHealth::kOk;
    std::uint32_t slots = 0;
    std::uint64_t offset = 0;           // Replication offset.
    std::uint64_t behind_by_bytes = 0;  // For a replica.

    friend bool operator==(const NodeNote&, const NodeNote&) = default;
};
using NodeNotes = std::vector<NodeNote>;

// Parses the answer to CLUSTER SHARDS. None if it has another form.
std::optional<NodeNotes> nodes_in_shards(const Reply& shards);
// Parses the text of INFO replication, as sent by the server at `address`.
NodeNotes nodes_in_replication(std::string_view info, const std::string& address);

// Suspends. All nodes, sorted by address; none if no server answers. Sends one command.
boost::asio::awaitable<std::optional<NodeNotes>> read_nodes(Client& client, const Config& config,
                                                            Deadline deadline);

}  // namespace onsale::redis
