#pragma once

#include <memory>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/redis/client/caller.hpp"
#include "adapter/redis/client/config.hpp"
#include "adapter/redis/client/metrics.hpp"
#include "adapter/redis/protocol/script.hpp"

namespace onsale::redis {

using CallResult = Result<Reply, CallError>;

// A Redis server or cluster, for one loop. Calls are independent: two that are under way at once
// may be carried out in any order. Whatever happens, a call ends at its deadline, and an error says
// whether it may have been done (ADR 9, Outcomes). What the client repeats by itself is only what
// was certainly not done. An error reply of the command itself is an answer, not a CallError.
// REQUIRES: the loop is run by one thread and outlives the client.
// Thread safety: none; one client for each loop.
class Client {
  public:
    // Connects with the first call. Throws std::runtime_error for what cannot work: no seed, or a
    // TLS file that is no good.
    Client(boost::asio::io_context& loop, Config config);
    ~Client() { close(); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    // Suspends. `call(slot_of(key), Command{"GET", {key}}, deadline)`, or a Script's call.
    boost::asio::awaitable<CallResult> call(Slot slot, Command command, Deadline deadline);
    // Suspends. One write to one connection; see Pipeline. WAIT's answer is the last.
    boost::asio::awaitable<Answers> call(Slot slot, Pipeline pipeline, Deadline deadline);
    // Suspends. A write that counts when enough replicas have it: too few of them in time is an
    // unknown outcome.
    boost::asio::awaitable<CallResult> call_replicated(Slot slot, Command command, ReplicaWait wait,
                                                       Deadline deadline);

    struct MasterAnswer {
        Endpoint master;
        CallResult answer;
    };
    // Suspends. One after the other and one try each; none at all while no master is known.
    boost::asio::awaitable<std::vector<MasterAnswer>> call_on_each_master(Command command,
                                                                          Deadline deadline);

    // Whoever waits is told kClosed; connections end.
    void close();
    Metrics metrics() const;

    // For those who bring connections of their own: see BlockingReader and Subscriber.
    const Caller& caller() const { return caller_; }

  private:
    Caller caller_;
};

}  // namespace onsale::redis
