#include "adapter/postgres/client/transaction.hpp"

#include <optional>
#include <utility>

#include "adapter/postgres/client/pool.hpp"

namespace onsale::postgres {

using boost::asio::awaitable;

namespace {

// Not "read write": a standby would refuse that with an error of its own.
constexpr Statement kBegin{"begin", "begin isolation level read committed"};
constexpr Statement kBeginRead{"begin_read", "begin isolation level repeatable read read only"};
constexpr Statement kCommit{"commit", "commit"};

}  // namespace

struct Transaction::State {
    CommitPoint commit_point(bool commits) const {
        return commits && access == Access::kReadWrite ? CommitPoint::kLastCommand
                                                       : CommitPoint::kNone;
    }
    // Gives the connection back.
    void end(CallError with) {
        lease.reset();
        ended = std::move(with);
    }

    std::shared_ptr<ClientContext> context;
    std::optional<Lease> lease;
    Access access;
    Deadline deadline;
    bool has_begun = false;
    std::optional<CallError> ended{};
};

Transaction::Transaction(std::shared_ptr<ClientContext> context, Lease lease, Access access,
                         Deadline deadline)
    : state_(
          std::make_shared<State>(State{std::move(context), std::move(lease), access, deadline})) {}

awaitable<Answers> Transaction::run(std::vector<Command> commands) {
    return exchange(state_, std::move(commands), false);
}

awaitable<Answers> Transaction::commit(std::vector<Command> commands) {
    return exchange(state_, std::move(commands), true);
}

awaitable<Answers> Transaction::exchange(std::shared_ptr<State> state,
                                         std::vector<Command> commands, bool commits) {
    if (state->ended) co_return fail(*state->ended);
    const bool begins = !std::exchange(state->has_begun, true);
    const std::size_t skipped = begins ? 1 : 0;
    const std::size_t wanted = commands.size();
    if (begins)
        commands.insert(commands.begin(),
                        Command{state->access == Access::kReadOnly ? kBeginRead : kBegin});
    if (commits) commands.push_back(Command{kCommit});
    Round round{std::move(commands), state->commit_point(commits)};
    auto answers = co_await state->lease->connection().exchange(std::move(round), state->deadline);
    if (!answers) {
        if (answers.error().outcome == CallOutcome::kOutcomeUnknown)
            ++state->context->counters["postgres_unknown_total"];
        state->end(answers.error());
        co_return answers;
    }
    if (commits)
        state->end(CallError::unavailable(CallCause::kRefused, "the transaction has ended"));
    const auto first = answers->begin() + static_cast<std::ptrdiff_t>(skipped);
    co_return std::vector<Rows>{first, first + static_cast<std::ptrdiff_t>(wanted)};
}

}  // namespace onsale::postgres
