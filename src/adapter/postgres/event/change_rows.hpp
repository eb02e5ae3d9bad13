#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "adapter/postgres/event/event_row.hpp"
#include "sale/domain/state.hpp"

namespace onsale::postgres {

// The statements of a change of an event; event_change.hpp says when each is sent.

// Lasts until the commit: the next event or hall gets the next id.
Command lock_numbers();
// Locks the row of the event and reads it; the answer to the last one is for row_read().
std::vector<Command> lock_event(EventId event);

struct StoredEvent {
    std::uint64_t seq = 0;
    Instant last_at;
    std::size_t entries = 0;
    std::uint32_t numbers_until = 0;
};
// None: there is no such event.
std::optional<StoredEvent> row_read(const Rows& rows);

// The rows of all tables but event_facts that the facts make or change. `state` is without them.
std::vector<Command> write_tables(const sale::State& state, const EventRow& row);
// The row of event_facts; its `change` is the answer to the last command but one. Others wait for
// the lock that it takes, so it comes last.
std::vector<Command> write_facts(const EventRow& row);

// The channel of NOTIFY. The payload is "<event> <seq>".
constexpr const char* kEventsChannel = "onsale_events";

}  // namespace onsale::postgres
