#include "adapter/postgres/event/change_rows.hpp"

#include <optional>
#include <string>
#include <utility>

#include "adapter/postgres/event/event_columns.hpp"
#include "base/overloaded.hpp"
#include "seat/domain/fact_bytes.hpp"
#include "seat/domain/plan_bytes.hpp"

namespace onsale::postgres {
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
constexpr Statement kReadEvent{"event_read",
                               "SELECT e.seq, e.last_at, e.entries, l.numbers_until "
                               "FROM events e JOIN lines l ON l.event_id = e.id WHERE e.id = $1"};
constexpr Statement kInsertEvent{
    "event_insert",
    "INSERT INTO events (id, seq, last_at, key, lifecycle, published, name, venue, time_zone, "
    "                    event_date, open_date, total_seats) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"};
constexpr Statement kInsertLine{"line_insert",
                                "INSERT INTO lines (event_id, resumed_at) VALUES ($1, $2)"};
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

template <class Saved>
Bytea bytes_of(const Saved& saved) {
    Bytea bytes;
    ByteWriter out{bytes.bytes};
    save(out, saved);
    return bytes;
}

std::int64_t seq_of(const EventRow& row) {
    return static_cast<std::int64_t>(row.seq);
}

std::vector<Command> event_row(const sale::State& state, const EventRow& row) {
    EventColumns columns{state, row.event};
    columns.apply(row.facts);
    std::vector<Value> values{id_of(row.event), seq_of(row), row.at};
    const bool is_new = state.room().find(row.event) == nullptr;
    if (is_new) values.push_back(columns.settings().key);
    for (Value& value : columns.values())
        values.push_back(std::move(value));
    if (!is_new) return {{kUpdateEvent, std::move(values)}};
    return {{kInsertEvent, std::move(values)}, {kInsertLine, {id_of(row.event), row.at}}};
}

Command hall_row(const sale::fact::HallOpened& opened, sale::HallId id, const EventRow& row) {
    return {kInsertHall,
            {static_cast<std::int32_t>(id.value), id_of(row.event), seq_of(row), opened.performance,
             bytes_of(*opened.plan), bytes_of(opened.rules),
             static_cast<std::int32_t>(opened.seating->size()), row.at}};
}

std::optional<Command> rules_row(const sale::fact::HallChanged& changed) {
    const auto* const set = std::get_if<seat::fact::RulesSet>(&changed.change);
    if (set == nullptr) return std::nullopt;
    return Command{kUpdateRules,
                   {static_cast<std::int32_t>(changed.hall.value), bytes_of(set->rules)}};
}

std::optional<Command> secret_row(const waiting_room::Fact& fact, const EventRow& row) {
    const auto* const sealed = std::get_if<waiting_room::fact::LobbySealed>(&fact.body);
    if (sealed == nullptr) return std::nullopt;
    const Bytea secret{{sealed->secret.begin(), sealed->secret.end()}};
    return Command{kInsertSecret, {id_of(row.event), seq_of(row), secret, row.at}};
}

}  // namespace

Command lock_numbers() {
    return lock(Lock::kNumbers);
}

std::vector<Command> lock_event(EventId event) {
    return {{kLockEvent, {id_of(event)}}, {kReadEvent, {id_of(event)}}};
}

std::optional<StoredEvent> row_read(const Rows& rows) {
    if (rows.size() == 0) return std::nullopt;
    const auto [seq, last_at, entries, numbers_until] =
        rows.row<std::int64_t, Instant, std::int32_t, std::int64_t>(0);
    return StoredEvent{static_cast<std::uint64_t>(seq), last_at, static_cast<std::size_t>(entries),
                       static_cast<std::uint32_t>(numbers_until)};
}

std::vector<Command> write_tables(const sale::State& state, const EventRow& row) {
    std::vector<Command> commands = event_row(state, row);
    for (const sale::Fact& fact : row.facts) {
        auto command = std::visit(
            Overloaded{
                [&](const sale::fact::HallOpened& opened) -> std::optional<Command> {
                    return hall_row(opened, state.halls().next_id(), row);
                },
                [](const sale::fact::HallChanged& changed) { return rules_row(changed); },
                [&](const waiting_room::Fact& of_line) { return secret_row(of_line, row); },
                [](const auto&) -> std::optional<Command> { return std::nullopt; },
            },
            fact);
        if (command) commands.push_back(*std::move(command));
    }
    return commands;
}

std::vector<Command> write_facts(const EventRow& row) {
    const std::string news = std::to_string(row.event.value) + " " + std::to_string(row.seq);
    return {lock(Lock::kCommits),
            {kInsertFacts,
             {id_of(row.event), seq_of(row), row.at, static_cast<std::int32_t>(row.entries),
              Bytea{stored_bytes(row.facts)}}},
            {kNotify, {kEventsChannel, news}}};
}

}  // namespace onsale::postgres
