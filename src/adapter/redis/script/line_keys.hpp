#pragma once

#include <string>
#include <vector>

#include "base/guest_id.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

// The hash tag of an event's keys, such as "{7}". It puts all of them into one slot.
std::string hash_tag(waiting_room::EventId event);

// KEYS of every line script, in the order of prelude.lua. The hall scripts append the hall's keys.
std::vector<std::string> line_keys(waiting_room::EventId event);

// The stream that feeds the views.
std::string facts_key(waiting_room::EventId event);

// The complete draw of the event's lobby, as written by Draw::save.
std::string draw_key(waiting_room::EventId event);

}  // namespace onsale::redis
