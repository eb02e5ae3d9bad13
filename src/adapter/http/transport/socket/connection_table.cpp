#include "adapter/http/transport/socket/connection_table.hpp"

#include <utility>

#include "adapter/http/transport/message/client_address.hpp"

namespace onsale::http {
namespace {

OpenConnections::AddressKey key_of(const Origin& origin) {
    if (origin.local || origin.trusted_proxy) return std::nullopt;
    return limiter_key(origin.address);
}

}  // namespace

ConnectionTable::ConnectionTable(const TransportConfig& config)
    : caps_{config.connections_max, config.connections_per_address_max},
      count_(config.counted_in ? config.counted_in : std::make_shared<OpenConnections>()) {}

std::optional<Refusal> ConnectionTable::admit(const Origin& origin) {
    return count_->enter(caps_, key_of(origin));
}

void ConnectionTable::add(std::shared_ptr<Connection> connection) {
    connection->table_index = open_.size();
    open_.push_back(std::move(connection));
}

void ConnectionTable::on_closed(Connection& connection) {
    count_->leave(key_of(connection.origin()));
    const std::size_t index = connection.table_index;
    open_.back()->table_index = index;
    std::swap(open_[index], open_.back());
    closed_.push_back(std::move(open_.back()));
    open_.pop_back();
}

void ConnectionTable::drain_all() {
    // Connections that close are removed from the table, so this iterates over a copy.
    const auto all = open_;
    for (const auto& connection : all) {
        connection->drain();
    }
}

void ConnectionTable::drop_all() {
    while (!open_.empty()) {
        open_.back()->drop();
    }
}

}  // namespace onsale::http
