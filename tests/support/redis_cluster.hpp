#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "adapter/redis/protocol/endpoint.hpp"
#include "adapter/redis/protocol/slot.hpp"
#include "tests/support/redis_server.hpp"

namespace onsale::test {

// A real Redis cluster of three masters, by default with one replica each. The constructor returns
// when it is ready.
class RedisCluster {
  public:
    static constexpr std::size_t kMasters = 3;
    enum class Replicas { kOneEach, kNone };

    // After node_timeout the other nodes mark a silent master as failed and its replica takes over.
    explicit RedisCluster(std::chrono::milliseconds node_timeout = std::chrono::milliseconds{1000},
                          std::vector<std::string> arguments = {},
                          Replicas replicas = Replicas::kOneEach);

    std::vector<redis::Endpoint> endpoints() const;
    RedisServer& node(std::size_t index) { return *nodes_.at(index); }
    // According to the initial layout of the cluster. The replica of master i is node kMasters + i.
    std::size_t first_master_of(redis::Slot slot) const;
    std::string id_of(std::size_t index) { return node(index).command({"CLUSTER", "MYID"}).text; }

    // Moves a slot to another master in three steps, as operators' tools do. Keys are moved one by
    // one, and the cluster answers ASK for keys that have been moved.
    struct Move {
        redis::Slot slot;
        std::size_t from;
        std::size_t to;
    };
    void begin_move(const Move& move);
    // Moves up to `count` keys. Returns the number of moved keys.
    std::size_t move_keys(const Move& move, std::size_t count);
    void finish_move(const Move& move);

  private:
    void give_slots();
    void introduce();
    void give_replicas();
    std::size_t replica_count() const { return nodes_.size() - kMasters; }
    bool is_ready();

    std::vector<std::unique_ptr<RedisServer>> nodes_;
};

}  // namespace onsale::test
