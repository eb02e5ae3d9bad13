#pragma once

#include <optional>

#include "base/bytes.hpp"
#include "seat/domain/fact.hpp"

namespace onsale::seat {

// Tag and fields. Returns std::nullopt for an unknown tag or a short input.
void save(ByteWriter& out, const HallFact& fact);
std::optional<HallFact> load_hall_fact(ByteReader& in);

void save(ByteWriter& out, const HallRules& rules);
HallRules load_hall_rules(ByteReader& in);

}  // namespace onsale::seat
