#pragma once

#include <vector>

#include "adapter/postgres/event/event_change.hpp"

namespace onsale::postgres {

// Decides the steps of an event that are due by time: lobby, opening, phases, closing, and the end
// of a gap in which no process served. Any number of processes may call it at the same time. The
// first one that locks the event's row decides; the others find nothing left to do.
// REQUIRES: outlives its calls.
class EventCalendar {
  public:
    explicit EventCalendar(EventStore& store) : store_(store) {}

    // Events for which follow() has something to do now, as far as the replica knows.
    std::vector<EventId> due() const;
    // Suspends. Each step of the calendar is a transaction and a row of its own, because the next
    // one is decided on the state after it.
    boost::asio::awaitable<std::optional<CallError>> follow(EventId event);

    // Suspends. Call about every second. Notes that a process serves. After a longer gap without
    // that, the deadlines of all events that are not archived move by the gap.
    boost::asio::awaitable<std::optional<CallError>> beat();

  private:
    boost::asio::awaitable<std::optional<CallError>> resume(EventId event);

    EventStore& store_;
};

}  // namespace onsale::postgres
