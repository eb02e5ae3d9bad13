#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/postgres/event/event_store.hpp"

namespace onsale::postgres {

// The rows that a change locks and reads. A transaction locks one event at most, so that changes
// cannot deadlock.
struct ChangeScope {
    std::optional<EventId> event{};
    bool numbers = false;          // Gives an event or a hall the next number of the deployment.
    std::vector<Command> reads{};  // What else the rule needs, read after the locks.
};

// The input of a rule besides the state. The state contains every row that was committed before.
struct EventMoment {
    Stamp stamp;
    std::uint64_t seq = 0;     // Of the row that this change will be.
    std::size_t entries = 0;   // events.entries
    std::vector<Rows> rows{};  // The answers to ChangeScope::reads.
};

// The decision of a rule: one row of event_facts, and the rows of other tables that belong to it.
struct EventDecision {
    EventId event{};
    sale::Facts facts{};
    std::uint32_t entries = 0;      // How many guests or codes are written beside.
    std::vector<Command> beside{};  // They follow the row of `events`.

    bool is_nothing() const { return facts.empty() && beside.empty(); }
};

using DecideEvent = std::function<EventDecision(const EventMoment&)>;

// Suspends. The one transaction of every change of an event, in two round trips:
//   1. lock the row; read what others have committed since, and apply it to the replica;
//      decide, by the rules in C++, on the state as it is under the lock;
//   2. write the row of event_facts and what belongs to it; COMMIT.
// Then the replica gets the facts. A decision without facts and rows writes nothing.
// `decide` is called at most once, and not at all after a failure of the first round trip.
boost::asio::awaitable<std::optional<CallError>> change_event(EventStore& store, ChangeScope scope,
                                                              DecideEvent decide);

}  // namespace onsale::postgres
