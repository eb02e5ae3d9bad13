#pragma once

#include <optional>
#include <string>
#include <vector>

#include "adapter/postgres/protocol/rows.hpp"
#include "adapter/postgres/protocol/statement.hpp"
#include "sale/domain/working_set.hpp"

namespace onsale::postgres {

// The rows of seat_owners that a command of the house touches.

// The commands that lock and read the named seats; the answer to the last one is for bring(). Names
// that the hall does not have are left out.
std::vector<Command> read_seats(sale::HallId id, const seat::Seating& seating,
                                const std::vector<std::string>& names);
// Reads the rows of all seats of the hall that wait for an operator.
std::vector<Command> read_returned(sale::HallId id);
// Seats of these halls that nobody can buy any more: sold or blocked. One row, for count_of().
Command count_gone(const std::vector<sale::HallId>& halls);
std::int64_t count_of(const Rows& gone);

void bring(sale::WorkingSet& set, sale::HallId id, const Rows& rows);

// Where a change of a hall is written.
struct SeatPlace {
    EventId event;
    sale::HallId id;
    const seat::Hall& hall;  // After the change.
    Instant now;
};
// The rows that the change makes and ends.
std::vector<Command> rows_of(const seat::HallFact& change, const SeatPlace& place);

}  // namespace onsale::postgres
