#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "waiting_room/domain/fact.hpp"
#include "waiting_room/domain/line/line.hpp"

namespace onsale::redis {

// A change of all deadlines, by an operator or because the sale store's process was down.
struct DeadlineMove {
    std::uint64_t change = 0;  // Number of the change in the sale store, from 1.
    Duration by{};
    bool was_down = false;
};

// A change of an event that the sale store has decided: the input of line_set without the time.
struct LineChange {
    std::uint64_t number = 0;  // In the sale store's order, from 1.
    waiting_room::Facts facts;
    // Draw of the lobby. `drawing`: the members are frozen. `drawn`: places up to this number are
    // drawn.
    bool drawing = false;
    std::optional<waiting_room::Number> drawn = {};
    // Deadline changes of earlier LineChanges, for a line that may have missed them.
    std::vector<DeadlineMove> moves = {};
};

// ARGV of line_set from `change` on. `after` is the line with these facts applied, as kept in the
// sale store: rules and switches, without places.
std::vector<std::string> line_set_args(const LineChange& change, const waiting_room::Line& after);

}  // namespace onsale::redis
