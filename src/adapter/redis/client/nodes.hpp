#pragma once

#include <map>
#include <memory>
#include <vector>

#include "adapter/redis/client/connection.hpp"

namespace onsale::redis {

// WAIT keeps whatever comes behind it on its connection waiting, for as long as a replica is slow
// or gone. So it has connections of its own, and nobody else stands behind it.
// What must stay in order has one connection, which is nobody else's either.
enum class Lane : std::uint8_t { kPlain, kReplicated, kInOrder };

// The connections to every node that was ever asked for, a few for each and lane.
class Nodes {
  public:
    struct Config {
        Use use = Use::kShared;
        std::size_t connections_per_node = 1;
    };
    Nodes(std::shared_ptr<ClientContext> context, Config config)
        : context_(std::move(context)), config_(config) {}

    // The one with the least to do; a connection that rests after a failure only if all do.
    Connection& connection_to(const Endpoint& node, Lane lane = Lane::kPlain);
    // Nodes that have left the cluster are let go, those with commands under way the next time.
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
