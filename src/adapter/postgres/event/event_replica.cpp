#include "adapter/postgres/event/event_replica.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace onsale::postgres {

using boost::asio::awaitable;

std::uint64_t EventReplica::seq(EventId event) const {
    const auto found = seqs_.find(event);
    return found == seqs_.end() ? 0 : found->second;
}

Command EventReplica::news() const {
    return rows_after(last_change_);
}

EventReplica::Applied EventReplica::apply(const Rows& rows) {
    const EventRows read{rows};
    for (std::size_t at = 0; at < read.size(); ++at) {
        EventRow row = read.head(at);
        if (is_behind(row.event, row.seq)) {
            if (!read.read_facts(at, row)) return Applied::kUnreadable;
            evolve(row);
        }
        last_change_ = std::max(last_change_, row.change);
    }
    return read.is_cut_off() ? Applied::kMore : Applied::kAll;
}

// Rows of other events may have been committed since the last read. They are still to be read, so
// only a row that follows directly counts as read, too.
void EventReplica::apply(const EventRow& row) {
    if (!is_behind(row.event, row.seq)) return;
    evolve(row);
    if (row.change == last_change_ + 1) last_change_ = row.change;
}

void EventReplica::evolve(const EventRow& row) {
    ONSALE_ASSERT(row.seq == seq(row.event) + 1);
    for (const sale::Fact& fact : row.facts)
        state_.evolve(fact, row.at);
    seqs_[row.event] = row.seq;
}

void EventReplica::skip_numbers(EventId event, std::uint32_t until) {
    const waiting_room::Line* const line = find(event);
    if (line == nullptr || line->book().issued_count() >= until) return;
    // The time of a fact about numbers does not matter.
    state_.evolve(waiting_room::Fact{event, waiting_room::fact::NumbersSkipped{{until}}}, {});
}

CallError unreadable() {
    return CallError::unavailable(
        CallCause::kSchema, "event_facts has a fact of a newer onsale: start the newer version");
}

awaitable<std::optional<CallError>> EventReplica::refresh(Client& client, Deadline deadline) {
    for (;;) {
        const auto answers = co_await client.read({news()}, deadline);
        if (!answers) co_return answers.error();
        switch (apply(answers->front())) {
            case Applied::kAll:
                co_return std::nullopt;
            case Applied::kMore:
                break;
            case Applied::kUnreadable:
                co_return unreadable();
        }
    }
}

}  // namespace onsale::postgres
