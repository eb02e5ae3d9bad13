#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/bytes.hpp"
#include "waiting_room/domain/fact.hpp"

namespace onsale::waiting_room {

// A fact's bytes in the journal: docs/format/journal.md. The tag is the fact's place in FactBody
// plus one, for ever: new facts go at the end.
void save(ByteWriter& out, const Fact& fact);

// The fact whose tag has just been read; nothing on an unknown tag or a short read.
std::optional<Fact> load_fact(std::uint8_t tag, ByteReader& in);

// False on an unknown tag or a short read; `facts` then holds what came before.
bool load(std::string_view bytes, Facts& facts);

}  // namespace onsale::waiting_room
