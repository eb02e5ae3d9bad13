#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "adapter/http/connection.hpp"

namespace onsale::http {

// The open connections of one listener and how many each address has.
class ConnectionTable final : public ConnectionOwner {
  public:
    // The limits that a newcomer would break; nothing when it is welcome.
    std::optional<Refusal> objection(const TransportConfig& config, const Origin& origin) const;

    void add(std::shared_ptr<Connection> connection);
    void on_closed(Connection& connection) override;

    // Frees those closed since. REQUIRES: no connection is on the call stack.
    void bury() { closed_.clear(); }
    void drain_all();
    void drop_all();

    std::size_t size() const { return open_.size(); }

  private:
    static bool counts(const Origin& origin) { return !origin.local && !origin.trusted_proxy; }

    std::vector<std::shared_ptr<Connection>> open_;
    std::vector<std::shared_ptr<Connection>> closed_;
    // Bounded by the open connections: an address without one has no entry.
    std::unordered_map<std::uint64_t, std::uint32_t> per_address_;
};

}  // namespace onsale::http
