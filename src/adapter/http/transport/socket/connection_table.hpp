#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "adapter/http/transport/socket/connection.hpp"
#include "adapter/http/transport/socket/open_connections.hpp"

namespace onsale::http {

// The open connections of one listener, counted together with those of the listeners beside it.
class ConnectionTable final : public ConnectionOwner {
  public:
    explicit ConnectionTable(const TransportConfig& config);

    // Counts a newcomer in, or says which cap it would break.
    std::optional<Refusal> admit(const Origin& origin);
    // REQUIRES: it was admitted.
    void add(std::shared_ptr<Connection> connection);
    void on_closed(Connection& connection) override;

    // Frees those closed since. REQUIRES: no connection is on the call stack.
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
