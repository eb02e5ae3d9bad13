#pragma once

#include <map>
#include <memory>
#include <vector>

#include "adapter/redis/client/connection.hpp"

namespace onsale::redis {

// WAIT blocks all later commands of its connection while a replica is slow or down. It therefore
// has its own connections, which no other command uses. Pipelines that must stay in order have one
// connection of their own.
enum class Lane : std::uint8_t { kPlain, kReplicated, kInOrder };

// The connections to every node used so far, a few for each node and lane.
class Nodes {
  public:
    struct Config {
        Use use = Use::kShared;
        std::size_t connections_per_node = 1;
    };
    Nodes(std::shared_ptr<ClientContext> context, Config config)
        : context_(std::move(context)), config_(config) {}

    // The connection with the fewest pending commands. One in backoff is used only if all are.
    Connection& connection_to(const Endpoint& node, Lane lane = Lane::kPlain);
    // Closes the connections to all other nodes. Those with pending commands stay until the next
    // call.
    void keep_only(const std::vector<Endpoint>& nodes);
    void close();

    std::size_t open_connections() const;
    std::size_t depth() const;

  private:
    struct Place {
        Endpoint node;
        Lane lane = Lane::kPlain;

        friend auto operator<=>(const Place&, const Place&) = default;
    };
    using Connections = std::vector<std::shared_ptr<Connection>>;

    std::shared_ptr<ClientContext> context_;
    Config config_;
    std::map<Place, Connections> places_;
    bool closed_ = false;
};

}  // namespace onsale::redis
