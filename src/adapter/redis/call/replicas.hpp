#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

struct ReplicaConfig {
    // Number of replicas that must have a change before it is reported; 0 on a single server.
    int wanted = 0;
    // Minimum number of replicas accepted after the timeout; such a change counts as degraded. A
    // master may have fewer than `wanted` if it was just promoted, or if a replica is down or slow.
    // A master with fewer than this minimum is not asked to change anything.
    int at_least = 0;
    std::chrono::milliseconds timeout{250};
    // A replica that has been silent for longer is not waited for. A replica reports once a second.
    std::chrono::seconds lag_max{2};
    // Interval between checks for more replicas while there are too few.
    std::chrono::milliseconds look_again{1000};
};

// Number of replicas in INFO replication that are online and report in time.
int count_replicas(std::string_view info, std::chrono::seconds lag_max);

// Makes changes that succeed only if enough replicas confirm them.
// Thread safety: none; used only on its client's loop.
class Replicas {
  public:
    Replicas(const Client& client, ReplicaConfig config)
        : inside_(std::make_shared<Inside>(client.caller(), config)) {}

    // Suspends until enough replicas have the change. `in_order`: see Pipeline.
    boost::asio::awaitable<CallResult> change(waiting_room::EventId event, Command command,
                                              Deadline deadline, bool in_order = false);

  private:
    struct Known {
        int count = 0;
        Deadline look_at = Deadline::max();  // When to check again.
    };
    // Shared with calls, which may outlive this object.
    struct Inside {
        Inside(Caller its_caller, ReplicaConfig its_config)
            : caller(std::move(its_caller)), config(its_config) {}
        Caller caller;
        ReplicaConfig config;
        std::map<waiting_room::EventId, Known> events{};
    };
    static boost::asio::awaitable<CallResult> run(std::shared_ptr<Inside> inside,
                                                  waiting_room::EventId event, Command command,
                                                  Deadline deadline, bool in_order);
    static boost::asio::awaitable<void> look(std::shared_ptr<Inside> inside,
                                             waiting_room::EventId event, Deadline deadline);

    std::shared_ptr<Inside> inside_;
};

}  // namespace onsale::redis
