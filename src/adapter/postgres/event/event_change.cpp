#include "adapter/postgres/event/event_change.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "adapter/postgres/event/event_columns.hpp"
#include "seat/domain/fact_bytes.hpp"
#include "seat/domain/plan_bytes.hpp"

namespace onsale::postgres {

using boost::asio::awaitable;

namespace {

// Advisory locks of two ints, so that they are not those of guests, which are of one bigint.
constexpr std::int32_t kLockClass = 0x6f6e;
enum class Lock : std::int32_t {
    kNumbers = 1,  // The next event or hall: ids have no gaps and are the same in every replica.
    kCommits = 2,  // Rows of event_facts are numbered in the order of their commits.
};

constexpr Statement kLock{"event_lock", "SELECT pg_advisory_xact_lock($1, $2)"};
constexpr Statement kLockEvent{"event_row_lock", "SELECT id FROM events WHERE id = $1 FOR UPDATE"};
// A statement of its own: the one that waits for the lock does not see other tables as they are
// after the wait.
constexpr Statement kReadEvent{
    "event_read",
    "SELECT e.seq, e.last_at, e.entries, l.numbers_until "
    "FROM events e JOIN lines l ON l.event_id = e.id WHERE e.id = $1"};
constexpr Statement kInsertEvent{
    "event_insert",
    "INSERT INTO events (id, seq, last_at, key, lifecycle, published, name, venue, time_zone, "
    "                    event_date, open_date, total_seats) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"};
constexpr Statement kInsertLine{"line_insert",
                                "INSERT INTO lines (event_id, beat_at) VALUES ($1, $2)"};
constexpr Statement kUpdateEvent{
    "event_update",
    "UPDATE events SET seq = $2, last_at = $3, lifecycle = $4, published = $5, name = $6, "
    "venue = $7, time_zone = $8, event_date = $9, open_date = $10, total_seats = $11 "
    "WHERE id = $1"};
constexpr Statement kInsertFacts{
    "event_facts_insert",
    "INSERT INTO event_facts (event_id, seq, at, entries, facts) VALUES ($1, $2, $3, $4, $5) "
    "RETURNING change"};
constexpr Statement kInsertHall{
    "hall_insert",
    "INSERT INTO halls (id, event_id, seq, performance, plan, plan_digest, rules, total_seats, "
    "                   opened_at) VALUES ($1, $2, $3, $4, $5, sha256($5), $6, $7, $8)"};
constexpr Statement kUpdateRules{"hall_rules_update", "UPDATE halls SET rules = $2 WHERE id = $1"};
constexpr Statement kInsertSecret{
    "draw_secret_insert",
    "INSERT INTO draw_secrets (event_id, seq, secret, sealed_at) VALUES ($1, $2, $3, $4)"};
constexpr Statement kNotify{"event_notify", "SELECT pg_notify($1, $2)"};

Command lock(Lock which) {
    return {kLock, {kLockClass, static_cast<std::int32_t>(which)}};
}

std::int32_t id_of(EventId event) {
    return static_cast<std::int32_t>(event.value);
}

template <class Saved>
Bytea bytes_of(const Saved& saved) {
    Bytea bytes;
    ByteWriter out{bytes.bytes};
    save(out, saved);
    return bytes;
}

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
        answers->pop_back();
        for (std::size_t at = 0; at < scope_.reads.size(); ++at)
            moment_.rows.push_back((*answers)[answers->size() - scope_.reads.size() + at]);
        if (scope_.event) take_row((*answers)[answers->size() - scope_.reads.size() - 1]);
        while (applied == EventReplica::Applied::kMore) {
            answers = co_await transaction.run({store_.replica.news()});
            if (!answers) co_return answers.error();
            applied = store_.replica.apply(answers->back());
        }
        if (applied == EventReplica::Applied::kUnreadable) co_return unreadable();
        store_.replica.skip_numbers(scope_.event.value_or(EventId{}), numbers_until_);
        const Instant wall = store_.time.wall();
        moment_.stamp = {std::max(wall, last_at_), wall};
        co_return std::nullopt;
    }

    std::vector<Command> first_commands() const {
        std::vector<Command> commands;
        if (scope_.numbers) commands.push_back(lock(Lock::kNumbers));
        if (scope_.event) {
            commands.push_back({kLockEvent, {id_of(*scope_.event)}});
            commands.push_back({kReadEvent, {id_of(*scope_.event)}});
        }
        commands.insert(commands.end(), scope_.reads.begin(), scope_.reads.end());
        commands.push_back(store_.replica.news());
        return commands;
    }

    // No row: there is no such event, and the rules say so.
    void take_row(const Rows& rows) {
        if (rows.size() == 0) return;
        const auto [seq, last_at, entries, numbers_until] =
            rows.row<std::int64_t, Instant, std::int32_t, std::int64_t>(0);
        moment_.seq = static_cast<std::uint64_t>(seq) + 1;
        moment_.entries = static_cast<std::size_t>(entries);
        last_at_ = last_at;
        numbers_until_ = static_cast<std::uint32_t>(numbers_until);
    }

    awaitable<std::optional<CallError>> write(Transaction& transaction,
                                              const EventDecision& decision) {
        EventRow row{0, decision.event, moment_.seq, moment_.stamp.now, decision.facts};
        std::vector<Command> commands = event_commands(row);
        const std::size_t facts_at = commands.size() + 1;
        commands.push_back(lock(Lock::kCommits));
        commands.push_back({kInsertFacts,
                            {id_of(row.event), static_cast<std::int64_t>(row.seq), row.at,
                             static_cast<std::int32_t>(decision.entries),
                             Bytea{stored_bytes(row.facts)}}});
        for (const sale::Fact& fact : row.facts)
            add_rows_of(fact, row, commands);
        commands.insert(commands.end(), decision.beside.begin(), decision.beside.end());
        commands.push_back({kNotify,
                            {kEventsChannel, std::to_string(row.event.value) + " " +
                                                 std::to_string(row.seq)}});
        const auto answers = co_await transaction.commit(std::move(commands));
        if (!answers) co_return answers.error();
        row.change = static_cast<std::uint64_t>(
            std::get<0>((*answers)[facts_at].row<std::int64_t>(0)));
        store_.replica.apply(row);
        co_return std::nullopt;
    }

    std::vector<Command> event_commands(const EventRow& row) const {
        EventColumns columns{store_.replica.state(), row.event};
        columns.apply(row.facts);
        std::vector<Value> values{id_of(row.event), static_cast<std::int64_t>(row.seq), row.at};
        const bool is_new = store_.replica.find(row.event) == nullptr;
        if (is_new) values.push_back(columns.settings().key);
        for (Value& value : columns.values())
            values.push_back(std::move(value));
        if (!is_new) return {{kUpdateEvent, std::move(values)}};
        return {{kInsertEvent, std::move(values)}, {kInsertLine, {id_of(row.event), row.at}}};
    }

    void add_rows_of(const sale::Fact& fact, const EventRow& row,
                     std::vector<Command>& commands) const {
        const auto seq = static_cast<std::int64_t>(row.seq);
        if (const auto* const opened = std::get_if<sale::fact::HallOpened>(&fact)) {
            const auto id = static_cast<std::int32_t>(store_.replica.state().halls().next_id().value);
            commands.push_back({kInsertHall,
                                {id, id_of(row.event), seq, opened->performance,
                                 bytes_of(*opened->plan), bytes_of(opened->rules),
                                 static_cast<std::int32_t>(opened->seating->size()), row.at}});
        }
        if (const auto* const changed = std::get_if<sale::fact::HallChanged>(&fact))
            if (const auto* const set = std::get_if<seat::fact::RulesSet>(&changed->change))
                commands.push_back({kUpdateRules,
                                    {static_cast<std::int32_t>(changed->hall.value),
                                     bytes_of(set->rules)}});
        if (const auto* const of_line = std::get_if<waiting_room::Fact>(&fact))
            if (const auto* const sealed =
                    std::get_if<waiting_room::fact::LobbySealed>(&of_line->body))
                commands.push_back({kInsertSecret,
                                    {id_of(row.event), seq,
                                     Bytea{{sealed->secret.begin(), sealed->secret.end()}},
                                     row.at}});
    }

    EventStore& store_;
    ChangeScope scope_;
    EventMoment moment_{.stamp = {}, .seq = 1};
    Instant last_at_{};
    std::uint32_t numbers_until_ = 0;
};

}  // namespace

awaitable<std::optional<CallError>> change_event(EventStore& store, ChangeScope scope,
                                                 DecideEvent decide) {
    Change change{store, std::move(scope)};
    co_return co_await change.run(std::move(decide));
}

}  // namespace onsale::postgres
