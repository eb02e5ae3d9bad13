#pragma once

#include <memory>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/redis/client/caller.hpp"
#include "adapter/redis/client/config.hpp"
#include "adapter/redis/protocol/script.hpp"

namespace onsale::redis {

using CallResult = Result<Reply, CallError>;

// A Redis server or cluster, for one loop. Calls are independent: two calls made at the same time
// may be executed in any order. Every call ends at its deadline at the latest, and an error says
// whether the call may have been executed (ADR 9, Outcomes). The client repeats a call only if it
// was certainly not executed. An error reply of the command itself is an answer, not a CallError.
// REQUIRES: the loop is run by one thread and outlives the client.
// Thread safety: none; one client for each loop.
class Client {
  public:
    // Connects when the first call is made. Throws std::runtime_error if there is no seed or a TLS
    // file cannot be used.
    Client(boost::asio::io_context& loop, Config config);
    ~Client() { close(); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    // Suspends. `call(slot_of(key), Command{"GET", {key}}, deadline)`, or a Script's call.
    boost::asio::awaitable<CallResult> call(Slot slot, Command command, Deadline deadline);
    // Suspends. Sends the pipeline in one write to one connection. The answer to WAIT is the last.
    boost::asio::awaitable<Answers> call(Slot slot, Pipeline pipeline, Deadline deadline);

    struct MasterAnswer {
        Endpoint master;
        CallResult answer;
    };
    // Suspends. Calls the masters one after the other, without retries. Empty if no master is
    // known.
    boost::asio::awaitable<std::vector<MasterAnswer>> call_on_each_master(Command command,
                                                                          Deadline deadline);

    // Fails pending calls with kClosed and closes the connections.
    void close();
    // All counters of this client, including those of its users. The numbers of connections and of
    // commands without an answer are current.
    const runtime::Counters& counters() const;
    const runtime::CommandMap& commands() const { return caller_.context->commands; }

    // For classes that open their own connections: see BlockingReader and Listener.
    const Caller& caller() const { return caller_; }

  private:
    Caller caller_;
};

}  // namespace onsale::redis
