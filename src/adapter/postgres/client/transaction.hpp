#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/postgres/protocol/deadline.hpp"
#include "adapter/postgres/protocol/round.hpp"

namespace onsale::postgres {

struct ClientContext;
class Lease;

enum class Access : std::uint8_t {
    kReadWrite,  // READ COMMITTED: each command sees what is committed when it starts.
    kReadOnly,   // All commands see the same moment. A failure is never unknown.
};

// A transaction of several round trips: read and lock rows, decide, write. It has a connection for
// itself, so its time is short. Its end without a commit rolls it back.
// REQUIRES: one call at a time.
// Thread safety: the loop's thread.
class Transaction {
  public:
    Transaction(std::shared_ptr<ClientContext> context, Lease lease, Access access,
                Deadline deadline);

    // Suspends for one round trip. BEGIN goes with the first commands. An error ends the
    // transaction, is always kUnavailable, and is the answer to all further calls.
    boost::asio::awaitable<Answers> run(std::vector<Command> commands);
    // Suspends. The last commands, and COMMIT in the same round trip.
    boost::asio::awaitable<Answers> commit(std::vector<Command> commands = {});

  private:
    struct State;
    static boost::asio::awaitable<Answers> exchange(std::shared_ptr<State> state,
                                                    std::vector<Command> commands, bool commits);

    std::shared_ptr<State> state_;
};

}  // namespace onsale::postgres
