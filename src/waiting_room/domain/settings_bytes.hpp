#pragma once

#include "base/bytes.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::waiting_room {

// Settings and levers as bytes. Each field has a number, so that a newer binary may add fields and
// still read what an older one wrote.
void save(ByteWriter& out, const EventSettings& settings);
EventSettings load_settings(ByteReader& in);

void save(ByteWriter& out, const Levers& levers);
Levers load_levers(ByteReader& in);

}  // namespace onsale::waiting_room
