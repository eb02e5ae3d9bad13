#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/line/stream_id.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

struct LineCallConfig {
    // So many replicas must have a change before anybody is told of it; none on a single server.
    int replicas = 0;
    std::chrono::milliseconds replica_timeout{250};
    // What scripts are told as the time; null: the server's own. Only tests have another.
    const TimeSource* time = nullptr;
};

// What most scripts of a line answer: a word, where in the stream, and more.
struct LineAnswer {
    std::string word;
    StreamId id;
    std::vector<Reply> more;

    // The number that follows the id; 0 without one.
    waiting_room::Number number() const;
};

// Calls the scripts of lines. An error that a script itself ends in is an unknown outcome: it may
// have come in the midst of its writes.
// Thread safety: none; on its client's loop.
class LineCaller {
  public:
    LineCaller(Client& client, LineCallConfig config) : client_(client), config_(config) {}

    // Suspends until enough replicas have it.
    boost::asio::awaitable<Result<LineAnswer, CallError>> change(std::string_view script,
                                                                 waiting_room::EventId event,
                                                                 std::vector<std::string> arguments,
                                                                 Deadline deadline);
    // Suspends. The same without waiting for replicas, for what is found and done again when a
    // failover has lost it.
    boost::asio::awaitable<Result<LineAnswer, CallError>> tell(std::string_view script,
                                                               waiting_room::EventId event,
                                                               std::vector<std::string> arguments,
                                                               Deadline deadline);
    // Suspends. The answer as it is.
    boost::asio::awaitable<CallResult> ask(std::string_view script, waiting_room::EventId event,
                                           std::vector<std::string> arguments, Deadline deadline);

    Client& client() { return client_; }

  private:
    Command command(std::string_view script, waiting_room::EventId event,
                    std::vector<std::string> arguments) const;

    Client& client_;
    LineCallConfig config_;
};

// The event's part of the cluster.
Slot slot_of(waiting_room::EventId event);

}  // namespace onsale::redis
