#include "adapter/postgres/event/event_change.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "adapter/postgres/event/change_rows.hpp"
#include "base/assert.hpp"

namespace onsale::postgres {

using boost::asio::awaitable;

namespace {

// The two round trips. An object lives in the frame of change_event().
class Change {
  public:
    Change(EventStore& store, ChangeScope scope) : store_(store), scope_(std::move(scope)) {}

    awaitable<std::optional<CallError>> run(DecideEvent decide) {
        auto begun = co_await store_.client.begin(Access::kReadWrite, store_.deadline());
        if (!begun) co_return begun.error();
        if (auto error = co_await read(*begun)) co_return error;
        const EventDecision decision = decide(moment_);
        if (decision.is_nothing()) co_return std::nullopt;
        co_return co_await write(*begun, decision);
    }

  private:
    awaitable<std::optional<CallError>> read(Transaction& transaction) {
        auto answers = co_await transaction.run(first_commands());
        if (!answers) co_return answers.error();
        auto applied = store_.replica.apply(answers->back());
        while (applied == EventReplica::Applied::kMore) {
            const auto more = co_await transaction.run({store_.replica.news()});
            if (!more) co_return more.error();
            applied = store_.replica.apply(more->back());
        }
        if (applied == EventReplica::Applied::kUnreadable) co_return unreadable();
        const auto reads = answers->end() - 1 - std::ssize(scope_.reads);
        moment_.rows.assign(reads, answers->end() - 1);
        const Instant wall = store_.time.wall();
        moment_.stamp = {wall, wall};
        if (scope_.event) take_row(*(reads - 1));
        co_return std::nullopt;
    }

    std::vector<Command> first_commands() const {
        std::vector<Command> commands;
        if (scope_.numbers) commands.push_back(lock_numbers());
        if (scope_.event) append(commands, lock_event(*scope_.event));
        append(commands, scope_.reads);
        commands.push_back(store_.replica.news());
        return commands;
    }

    // No row: there is no such event, and the rules say so.
    void take_row(const Rows& rows) {
        const auto stored = row_read(rows);
        if (!stored) return;
        ONSALE_ASSERT(store_.replica.seq(*scope_.event) == stored->seq);
        store_.replica.skip_numbers(*scope_.event, stored->numbers_until);
        moment_.seq = stored->seq + 1;
        moment_.entries = stored->entries;
        moment_.stamp.now = std::max(moment_.stamp.now, stored->last_at);
    }

    awaitable<std::optional<CallError>> write(Transaction& transaction,
                                              const EventDecision& decision) {
        EventRow row{
            0, decision.event, moment_.seq, moment_.stamp.now, decision.entries, decision.facts};
        std::vector<Command> commands = write_tables(store_.replica.state(), row);
        append(commands, decision.beside);
        append(commands, write_facts(row));
        const auto answers = co_await transaction.commit(std::move(commands));
        if (!answers) co_return answers.error();
        const Rows& facts_row = (*answers)[answers->size() - 2];
        row.change = static_cast<std::uint64_t>(std::get<0>(facts_row.row<std::int64_t>(0)));
        store_.replica.apply(row);
        co_return std::nullopt;
    }

    static void append(std::vector<Command>& commands, std::vector<Command> more) {
        std::ranges::move(more, std::back_inserter(commands));
    }

    EventStore& store_;
    ChangeScope scope_;
    EventMoment moment_{.stamp = {}, .seq = 1};
};

}  // namespace

awaitable<std::optional<CallError>> change_event(EventStore& store, ChangeScope scope,
                                                 DecideEvent decide) {
    Change change{store, std::move(scope)};
    co_return co_await change.run(std::move(decide));
}

}  // namespace onsale::postgres
