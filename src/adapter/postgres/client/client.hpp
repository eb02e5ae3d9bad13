#pragma once

#include <memory>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/postgres/client/config.hpp"
#include "adapter/postgres/client/transaction.hpp"
#include "runtime/counters.hpp"

namespace onsale::postgres {

class Pool;

using Answer = Result<Rows, CallError>;

// PostgreSQL 14 or later, for one loop: a pool of connections to the host that has the wanted role.
// It follows a promotion by itself. Calls are independent. A call ends at its deadline, and an
// error says whether it may be done: kUnavailable (certainly not) or kOutcomeUnknown (CallError).
// Nothing is sent twice.
// REQUIRES: the loop is run by one thread and outlives the client.
// Thread safety: none; one client for each loop.
class Client {
  public:
    // Connects when calls need it. Throws std::runtime_error, which names the key, if the
    // configuration cannot work: no host, no connection, or a file that cannot be read.
    Client(boost::asio::io_context& loop, Config config);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    // Suspends. All commands as one transaction, in one round trip: all are done or none.
    boost::asio::awaitable<Answers> run(std::vector<Command> commands, Deadline deadline);
    // Suspends. Commands that change nothing, in one round trip. All see the same moment.
    boost::asio::awaitable<Answers> read(std::vector<Command> commands, Deadline deadline);
    // Suspends. One command that commits by itself, without BEGIN and COMMIT.
    boost::asio::awaitable<Answer> run_alone(Command command, Deadline deadline);
    // Suspends until a connection is free. The deadline is that of the whole transaction.
    boost::asio::awaitable<Result<Transaction, CallError>> begin(Access access, Deadline deadline);

    // Fails calls under way and later ones with kClosed, and closes the connections.
    void close();
    // All counters of this client. Numbers of connections and waiting calls are current.
    const runtime::Counters& counters() const;

  private:
    std::shared_ptr<ClientContext> context_;
    std::shared_ptr<Pool> pool_;
};

}  // namespace onsale::postgres
