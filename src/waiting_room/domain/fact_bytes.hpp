#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.hpp"
#include "waiting_room/domain/fact.hpp"

namespace onsale::waiting_room {

// The bytes of a fact in the journal: docs/format/journal.md. The tag is the index of the fact in
// FactBody plus one and must never change: add new facts at the end.
void save(ByteWriter& out, const Fact& fact);

// Reads the fact whose tag has just been read. Returns std::nullopt on an unknown tag or a short
// read.
std::optional<Fact> load_fact(std::uint8_t tag, ByteReader& in);

}  // namespace onsale::waiting_room
