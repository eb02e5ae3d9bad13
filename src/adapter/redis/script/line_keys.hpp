#pragma once

#include <string>
#include <vector>

#include "base/guest_id.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

// The hash tag of an event's keys, "{7}": all of them lie in one slot.
std::string hash_tag(waiting_room::EventId event);

// KEYS of every script of a line, in the order that prelude.lua knows them by. A hall's own keys
// follow them.
std::vector<std::string> line_keys(waiting_room::EventId event);

// The stream that feeds the views.
std::string facts_key(waiting_room::EventId event);

// The draw of its lobby, whole, as Draw::save writes it.
std::string draw_key(waiting_room::EventId event);

}  // namespace onsale::redis
