#pragma once

#include <cstddef>
#include <vector>

#include "adapter/postgres/event/event_change.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::postgres {

// A part of a list.
struct Page {
    std::size_t from = 0;
    std::size_t to = 0;
};

// The rows of lists, bars and codes. An entry that is there already changes nothing.
// REQUIRES: under the lock of the event's row, whose `entries` they count.
std::vector<Command> list_rows(const waiting_room::command::ListGuests& list, Page page,
                               const EventMoment& moment);
std::vector<Command> bar_rows(const waiting_room::command::BarGuests& bar, Page page,
                              const EventMoment& moment);
std::vector<Command> code_rows(const waiting_room::command::IssueCodes& issue, Page page,
                               const EventMoment& moment);

}  // namespace onsale::postgres
