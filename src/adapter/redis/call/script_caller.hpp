#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/call/replicas.hpp"
#include "adapter/redis/call/stream_id.hpp"
#include "adapter/redis/client/client.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

struct LineCallConfig {
    // So many replicas must have a change before anybody is told of it; none on a single server.
    int replicas = 0;
    std::chrono::milliseconds replica_timeout{250};
    int replicas_min = 0;  // So many will do when there are no more: see ReplicaConfig.
    // What scripts are told as the time; null: the server's own. Only tests have another.
    const TimeSource* time = nullptr;
    // A script has ended in an error: its name, and what the server said.
    std::function<void(std::string_view, std::string_view)> failed{};
};

// Whose keys a script takes: an event's line, or the hall of one of its performances.
struct Scope {
    Scope(waiting_room::EventId of) : event(of) {}
    Scope(waiting_room::EventId of, std::string key) : event(of), performance(std::move(key)) {}

    waiting_room::EventId event;
    std::string performance{};  // Empty: the line.
};

// What most scripts of a line answer: a word, where in the stream, and more.
struct LineAnswer {
    std::string word;
    StreamId id;
    std::vector<Reply> more;

    // The number that follows the id; 0 without one.
    waiting_room::Number number() const;
};

// Calls the scripts of lines and halls. An error that a script itself ends in is an unknown
// outcome: it may have come in the midst of its writes. Thread safety: none; on its client's loop.
class LineCaller {
  public:
    LineCaller(Client& client, LineCallConfig config)
        : client_(client),
          config_(config),
          replicas_(client, {.wanted = config.replicas,
                             .at_least = config.replicas_min,
                             .timeout = config.replica_timeout}) {}

    // Suspends until enough replicas have it.
    boost::asio::awaitable<Result<LineAnswer, CallError>> change(std::string_view script,
                                                                 Scope scope,
                                                                 std::vector<std::string> arguments,
                                                                 Deadline deadline);
    // Suspends. The same, and carried out in the order of the calls, as long as nothing fails.
    boost::asio::awaitable<Result<LineAnswer, CallError>> change_in_order(
        std::string_view script, Scope scope, std::vector<std::string> arguments,
        Deadline deadline);
    // Suspends. The same without waiting for replicas, for what is found and done again when a
    // failover has lost it.
    boost::asio::awaitable<Result<LineAnswer, CallError>> tell(std::string_view script, Scope scope,
                                                               std::vector<std::string> arguments,
                                                               Deadline deadline);
    // Suspends. The answer as it is.
    boost::asio::awaitable<CallResult> ask(std::string_view script, Scope scope,
                                           std::vector<std::string> arguments, Deadline deadline);

    Client& client() { return client_; }
    const Replicas& replicas() const { return replicas_; }

  private:
    Command command(std::string_view script, const Scope& scope,
                    std::vector<std::string> arguments) const;
    CallResult without_error(std::string_view script, CallResult result) const;

    Client& client_;
    LineCallConfig config_;
    Replicas replicas_;
};

// The event's part of the cluster.
Slot slot_of(waiting_room::EventId event);

}  // namespace onsale::redis
