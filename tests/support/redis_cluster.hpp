#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "adapter/redis/protocol/endpoint.hpp"
#include "adapter/redis/protocol/slot.hpp"
#include "tests/support/redis_server.hpp"

namespace onsale::test {

// A real Redis cluster of three masters with a replica each, ready for commands when it is made.
class RedisCluster {
  public:
    static constexpr std::size_t kMasters = 3;

    // After node_timeout the others call a silent master failed and let its replica take over.
    explicit RedisCluster(std::chrono::milliseconds node_timeout = std::chrono::milliseconds{1000},
                          std::vector<std::string> arguments = {});

    std::vector<redis::Endpoint> endpoints() const;
    RedisServer& node(std::size_t index) { return *nodes_.at(index); }
    // By what the cluster looked like at its start; the replica of master i is node kMasters + i.
    std::size_t first_master_of(redis::Slot slot) const;
    std::string id_of(std::size_t index) { return node(index).command({"CLUSTER", "MYID"}).text; }

    // A slot changes its master in three steps, as an operator's tool does it: keys go one by one,
    // and the cluster answers ASK for those that have gone.
    struct Move {
        redis::Slot slot;
        std::size_t from;
        std::size_t to;
    };
    void begin_move(const Move& move);
    // Up to `count` keys; how many were moved.
    std::size_t move_keys(const Move& move, std::size_t count);
    void finish_move(const Move& move);

  private:
    void give_slots();
    void introduce();
    void give_replicas();
    bool is_ready();

    std::vector<std::unique_ptr<RedisServer>> nodes_;
};

}  // namespace onsale::test
