#include "adapter/http/connection_table.hpp"

#include <utility>

#include "adapter/http/client_address.hpp"

namespace onsale::http {

std::optional<Refusal> ConnectionTable::objection(const TransportConfig& config,
                                                  const Origin& origin) const {
    if (open_.size() >= config.connections_max) return Refusal::kServerFull;
    if (!counts(origin)) return std::nullopt;
    const auto found = per_address_.find(limiter_key(origin.address));
    if (found == per_address_.end() || found->second < config.connections_per_address_max) {
        return std::nullopt;
    }
    return Refusal::kTooManyConnections;
}

void ConnectionTable::add(std::shared_ptr<Connection> connection) {
    connection->table_index = open_.size();
    if (counts(connection->origin())) ++per_address_[limiter_key(connection->origin().address)];
    open_.push_back(std::move(connection));
}

void ConnectionTable::on_closed(Connection& connection) {
    if (counts(connection.origin())) {
        const auto found = per_address_.find(limiter_key(connection.origin().address));
        if (--found->second == 0) per_address_.erase(found);
    }
    const std::size_t index = connection.table_index;
    open_.back()->table_index = index;
    std::swap(open_[index], open_.back());
    closed_.push_back(std::move(open_.back()));
    open_.pop_back();
}

void ConnectionTable::drain_all() {
    // Those that close leave the table, so the walk goes over a copy.
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
