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

struct ScriptCallConfig {
    // Number of replicas that must have a change before it is reported; 0 on a single server.
    int replicas = 0;
    std::chrono::milliseconds replica_timeout{250};
    // Minimum number of replicas accepted after the timeout: see ReplicaConfig.
    int replicas_min = 0;
    // The time passed to scripts; null: the server's own. Only tests set it.
    const TimeSource* time = nullptr;
    // Called with the script's name and the server's message when a script fails.
    std::function<void(std::string_view, std::string_view)> failed{};
};

// The keys that a script gets: those of an event's line, or of the hall of one of its performances.
struct Scope {
    Scope(waiting_room::EventId of) : event(of) {}
    Scope(waiting_room::EventId of, std::string key) : event(of), performance(std::move(key)) {}

    waiting_room::EventId event;
    std::string performance{};  // Empty for the line.
};

// The answer of most line scripts: a word, the id of the last stream entry, and further items.
struct LineAnswer {
    std::string word;
    StreamId id;
    std::vector<Reply> more;

    // The number that follows the id; 0 if there is none.
    waiting_room::Number number() const;
};

// Calls the scripts of lines and halls. If a script fails, the outcome is unknown: it may have
// written a part.
// Thread safety: none; used only on its client's loop.
class ScriptCaller {
  public:
    ScriptCaller(Client& client, ScriptCallConfig config)
        : client_(client),
          config_(config),
          replicas_(client, {.wanted = config.replicas,
                             .at_least = config.replicas_min,
                             .timeout = config.replica_timeout}) {}

    // Suspends until enough replicas have the change.
    boost::asio::awaitable<Result<LineAnswer, CallError>> change(std::string_view script,
                                                                 Scope scope,
                                                                 std::vector<std::string> arguments,
                                                                 Deadline deadline);
    // Suspends. Like change, but calls are executed in the order in which they were made, as long
    // as nothing fails.
    boost::asio::awaitable<Result<LineAnswer, CallError>> change_in_order(
        std::string_view script, Scope scope, std::vector<std::string> arguments,
        Deadline deadline);
    // Suspends. Like change, but does not wait for replicas. For changes that are detected and
    // repeated if a failover loses them.
    boost::asio::awaitable<Result<LineAnswer, CallError>> tell(std::string_view script, Scope scope,
                                                               std::vector<std::string> arguments,
                                                               Deadline deadline);
    // Suspends. Returns the answer unchanged.
    boost::asio::awaitable<CallResult> ask(std::string_view script, Scope scope,
                                           std::vector<std::string> arguments, Deadline deadline);

    Client& client() { return client_; }
    const Replicas& replicas() const { return replicas_; }
    // The counters of the client's loop.
    runtime::Counters& counters() const { return client_.caller().context->counters; }

  private:
    Command command(std::string_view script, const Scope& scope,
                    std::vector<std::string> arguments) const;
    CallResult without_error(std::string_view script, CallResult result) const;

    Client& client_;
    ScriptCallConfig config_;
    Replicas replicas_;
};

// The slot of the event's keys.
Slot slot_of(waiting_room::EventId event);

}  // namespace onsale::redis
