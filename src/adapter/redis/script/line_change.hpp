#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "waiting_room/domain/fact.hpp"
#include "waiting_room/domain/line/line.hpp"

namespace onsale::redis {

// An operator has moved every deadline.
struct DeadlineMove {
    std::uint64_t change = 0;  // Of the sale store, from 1.
    Duration by{};
};

// A change of an event that the sale store has decided: what line_set takes, but for the time.
struct LineChange {
    std::uint64_t number = 0;  // In the sale store's order, from 1.
    waiting_room::Facts facts;
    // The draw of the lobby: its members are frozen from the first on, and places up to `drawn`
    // are drawn from the second on.
    bool drawing = false;
    std::optional<waiting_room::Number> drawn = {};
    // Deadlines that were moved by earlier changes, for a line that may have missed them.
    std::vector<DeadlineMove> moves = {};
};

// ARGV of line_set from `change` on. `after`: the line with these facts, as the sale store keeps
// it: rules and switches, without any places.
std::vector<std::string> line_set_args(const LineChange& change, const waiting_room::Line& after);

}  // namespace onsale::redis
