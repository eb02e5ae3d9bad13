#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "adapter/http/transport/socket/connection.hpp"
#include "adapter/http/transport/socket/open_connections.hpp"

namespace onsale::http {

// The open connections of one listener. The caps count them together with other listeners'.
class ConnectionTable final : public ConnectionOwner {
  public:
    explicit ConnectionTable(const TransportConfig& config);

    // Counts a new connection, or returns the cap that it would exceed.
    std::optional<Refusal> admit(const Origin& origin);
    // REQUIRES: admit() accepted it.
    void add(std::shared_ptr<Connection> connection);
    void on_closed(Connection& connection) override;

    // Frees the connections closed since the last call. REQUIRES: no connection is on the call
    // stack.
    void bury() { closed_.clear(); }
    void drain_all();
    void drop_all();

    std::size_t size() const { return open_.size(); }

  private:
    OpenConnections::Caps caps_;
    std::shared_ptr<OpenConnections> count_;
    std::vector<std::shared_ptr<Connection>> open_;
    std::vector<std::shared_ptr<Connection>> closed_;
};

}  // namespace onsale::http
