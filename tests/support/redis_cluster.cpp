#include "tests/support/redis_cluster.hpp"

#include <algorithm>
#include <stdexcept>

namespace onsale::test {
namespace {

constexpr std::chrono::seconds kReadyWithin{30};

void require_ok(const redis::Reply& reply) {
    if (reply.is_error()) throw std::runtime_error{reply.text};
}

void require_in_time(const std::function<bool()>& question) {
    if (!comes_true(question, kReadyWithin))
        throw std::runtime_error{"the cluster does not become ready"};
}

std::size_t count(std::string_view text, std::string_view word) {
    std::size_t found = 0;
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + word.size()))
        ++found;
    return found;
}

std::size_t first_slot(std::size_t master) {
    return master * redis::kSlotCount / RedisCluster::kMasters;
}

}  // namespace

RedisCluster::RedisCluster(std::chrono::milliseconds node_timeout,
                           std::vector<std::string> arguments, Replicas replicas) {
    const std::vector<std::string> needed = {"--cluster-enabled",
                                             "yes",
                                             "--cluster-node-timeout",
                                             std::to_string(node_timeout.count()),
                                             "--repl-diskless-sync-delay",
                                             "0",
                                             "--cluster-replica-validity-factor",
                                             "0"};
    arguments.insert(arguments.end(), needed.begin(), needed.end());
    const std::size_t nodes = replicas == Replicas::kNone ? kMasters : 2 * kMasters;
    for (std::size_t i = 0; i < nodes; ++i)
        nodes_.push_back(std::make_unique<RedisServer>(arguments));
    give_slots();
    introduce();
    give_replicas();
    require_in_time([this] { return is_ready(); });
}

void RedisCluster::give_slots() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        require_ok(node(i).command({"CLUSTER", "SET-CONFIG-EPOCH", std::to_string(i + 1)}));
        if (i < kMasters)
            require_ok(node(i).command({"CLUSTER", "ADDSLOTSRANGE", std::to_string(first_slot(i)),
                                        std::to_string(first_slot(i + 1) - 1)}));
    }
}

void RedisCluster::introduce() {
    for (std::size_t i = 1; i < nodes_.size(); ++i)
        require_ok(
            node(0).command({"CLUSTER", "MEET", "127.0.0.1", std::to_string(node(i).port())}));
    const std::string all = "cluster_known_nodes:" + std::to_string(nodes_.size());
    require_in_time([&] {
        return std::ranges::all_of(nodes_, [&](const auto& server) {
            return server->command({"CLUSTER", "INFO"}).text.contains(all);
        });
    });
}

void RedisCluster::give_replicas() {
    for (std::size_t i = 0; i < replica_count(); ++i) {
        const std::string master = id_of(i);
        require_in_time([&] {
            return !node(kMasters + i).command({"CLUSTER", "REPLICATE", master}).is_error();
        });
    }
}

bool RedisCluster::is_ready() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!node(i).command({"CLUSTER", "INFO"}).text.contains("cluster_state:ok")) return false;
        if (i >= kMasters && node(i).info("master_link_status") != "up") return false;
        // All nodes know which node replicates which. CLUSTER SLOTS shows this ten seconds later,
        // after the first ping of the masters.
        if (count(node(i).command({"CLUSTER", "NODES"}).text, "slave") != replica_count())
            return false;
    }
    return true;
}

std::vector<redis::Endpoint> RedisCluster::endpoints() const {
    std::vector<redis::Endpoint> all;
    for (const auto& server : nodes_)
        all.push_back({"127.0.0.1", server->port()});
    return all;
}

std::size_t RedisCluster::first_master_of(redis::Slot slot) const {
    std::size_t master = 0;
    while (slot.index >= first_slot(master + 1))
        ++master;
    return master;
}

void RedisCluster::begin_move(const Move& move) {
    const std::string slot = std::to_string(move.slot.index);
    require_ok(node(move.to).command({"CLUSTER", "SETSLOT", slot, "IMPORTING", id_of(move.from)}));
    require_ok(node(move.from).command({"CLUSTER", "SETSLOT", slot, "MIGRATING", id_of(move.to)}));
}

std::size_t RedisCluster::move_keys(const Move& move, std::size_t count) {
    const redis::Reply keys = node(move.from).command(
        {"CLUSTER", "GETKEYSINSLOT", std::to_string(move.slot.index), std::to_string(count)});
    if (keys.items.empty()) return 0;
    std::vector<std::string> words = {
        "MIGRATE", "127.0.0.1", std::to_string(node(move.to).port()), "", "0", "5000", "KEYS"};
    for (const redis::Reply& key : keys.items)
        words.push_back(key.text);
    require_ok(node(move.from).command(words));
    return keys.items.size();
}

void RedisCluster::finish_move(const Move& move) {
    const std::string slot = std::to_string(move.slot.index);
    const std::string owner = id_of(move.to);
    require_ok(node(move.to).command({"CLUSTER", "SETSLOT", slot, "NODE", owner}));
    require_ok(node(move.from).command({"CLUSTER", "SETSLOT", slot, "NODE", owner}));
}

}  // namespace onsale::test
