#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"

namespace onsale::redis {

enum class NodeHealth : std::uint8_t { kOk, kFailing, kFailed };

// A Redis server, as the one that was asked sees it: what it says of others is up to a second old.
struct NodeNote {
    std::string address;  // "10.0.0.1:6379"
    std::string id{};     // Of a cluster's node.
    bool master = true;
    std::string replica_of{};  // Its master's address.
    NodeHealth health = NodeHealth::kOk;
    std::uint32_t slots = 0;
    std::uint64_t offset = 0;           // Of the replication stream.
    std::uint64_t behind_by_bytes = 0;  // Of a replica.

    friend bool operator==(const NodeNote&, const NodeNote&) = default;
};
using NodeNotes = std::vector<NodeNote>;

// The answer of CLUSTER SHARDS; nothing for another form.
std::optional<NodeNotes> nodes_in_shards(const Reply& shards);
// The text of INFO replication, told by the server at `address`.
NodeNotes nodes_in_replication(std::string_view info, const std::string& address);

// Suspends. By address; nothing where no server answers. One command.
boost::asio::awaitable<std::optional<NodeNotes>> read_nodes(Client& client, const Config& config,
                                                            Deadline deadline);

}  // namespace onsale::redis
