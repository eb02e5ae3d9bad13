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
    // So many replicas must have a change before anybody is told of it; none on a single server.
    int wanted = 0;
    // A master may have fewer: one that has just been promoted, or whose replica is down or slow.
    // Then so many will do once the time is over, which is counted as degraded; a master that has
    // not even these is not asked to change anything.
    int at_least = 0;
    std::chrono::milliseconds timeout{250};
    // One that has been silent for longer is not waited for at all. A replica reports once a
    // second.
    std::chrono::seconds lag_max{2};
    // While there are too few, it is asked so often whether there are more.
    std::chrono::milliseconds look_again{1000};
};

// Of one loop, since its start.
struct ReplicaFigures {
    std::uint64_t degraded = 0;  // Changes that fewer replicas have than are wanted.
    std::uint64_t unknown = 0;   // Changes that not even the least number had in time.
    std::uint64_t refused = 0;   // Not tried: the master has fewer replicas than that.
};

// How many replicas INFO replication tells of that can be counted on.
int count_replicas(std::string_view info, std::chrono::seconds lag_max);

// Changes that count when enough replicas have them.
// Thread safety: none; on its client's loop.
class Replicas {
  public:
    Replicas(const Client& client, ReplicaConfig config)
        : inside_(std::make_shared<Inside>(client.caller(), config)) {}

    // Suspends until enough replicas have it. `in_order`: see Pipeline.
    boost::asio::awaitable<CallResult> change(waiting_room::EventId event, Command command,
                                              Deadline deadline, bool in_order = false);

    // Whether the event's master has as many as are wanted, as far as is known.
    bool is_degraded(waiting_room::EventId event) const;
    const ReplicaFigures& figures() const { return inside_->figures; }

  private:
    struct Known {
        int count = 0;
        Deadline look_at = Deadline::max();  // When to ask again.
    };
    // Shared with calls, which may end later than this object.
    struct Inside {
        Inside(Caller its_caller, ReplicaConfig its_config)
            : caller(std::move(its_caller)), config(its_config) {}
        Caller caller;
        ReplicaConfig config;
        ReplicaFigures figures{};
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
