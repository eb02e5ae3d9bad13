#pragma once

#include <cstdint>
#include <vector>

#include "adapter/embedded/journal/sqlite.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::embedded {

// A change of every deadline of a line, recorded in row `seq` of the journal.
struct JournaledMove {
    std::uint64_t seq = 0;
    Duration by{};
    // True: deadlines move because the process was down. False: an operator moved them.
    bool was_down = false;
};

// The changes of one event's deadlines after row `seq`, for a copy of the line elsewhere that may
// have missed some. Reads while the writer runs. Throws SqliteError.
std::vector<JournaledMove> read_deadline_moves(const Storage& storage, waiting_room::EventId event,
                                               std::uint64_t seq);

}  // namespace onsale::embedded
