#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/postgres/order/batch_decision.hpp"
#include "adapter/postgres/order/order_cache.hpp"
#include "adapter/postgres/order/order_context.hpp"
#include "adapter/postgres/order/order_ids.hpp"

namespace onsale::postgres {

// Runs a batch of commands as one transaction: reads and locks what the rules need, decides, writes
// and commits. Orders that this process has written are decided from memory in one round trip; the
// write then proves that they are as remembered. A batch that meets a conflict runs again with
// fresh rows, at last one command at a time, so that the rule says what is wrong with it.
// Thread safety: none; used only on its loop.
class BatchRunner {
  public:
    using Commands = std::span<const OrderCommand>;
    using Outcomes = std::vector<sale::OrderOutcome>;

    explicit BatchRunner(OrderContext& context)
        : context_(context), cache_(context.config.cached_max) {}

    // Whether the command can be decided from memory.
    bool remembers(const OrderCommand& command) const;
    // Suspends. An outcome for each command. All are durable, or kUnavailable or kOutcomeUnknown.
    boost::asio::awaitable<Outcomes> run(std::vector<OrderCommand> commands, bool from_memory);

  private:
    // An error means that nothing was decided, or that the outcome is unknown.
    using Attempt = Result<Outcomes, CallError>;

    boost::asio::awaitable<Attempt> run_from_memory(Commands commands, Deadline deadline);
    boost::asio::awaitable<Attempt> run_locked(Commands commands, Deadline deadline);
    boost::asio::awaitable<Attempt> run_alone(Commands command, Deadline deadline);
    boost::asio::awaitable<Outcomes> run_one_by_one(Commands commands, Deadline deadline);
    boost::asio::awaitable<std::optional<CallError>> read(Transaction& transaction,
                                                          Commands commands, StoredRows& rows);
    boost::asio::awaitable<std::optional<CallError>> have_ids(Commands commands, Deadline deadline);
    Decided decide(Commands commands, const StoredRows& rows, Outcomes& outcomes);
    std::optional<CallError> learn(const Rows& news);
    void publish(Decided& decided);
    void forget(Commands commands);

    OrderContext& context_;
    OrderCache cache_;
    OrderIds ids_;
};

// True: the database is as before, and the same transaction may succeed with fresh rows.
bool is_conflict(const CallError& error);

}  // namespace onsale::postgres
