#pragma once

#include <string_view>

#include "base/bytes.hpp"
#include "sale/domain/fact.hpp"

namespace onsale::sale {

// A fact's bytes in the journal: docs/format/journal.md. Those of the waiting room are as they were
// before there were others, so that every older journal reads as one of these.
void save(ByteWriter& out, const Fact& fact);

// False on an unknown tag or a short read; `facts` then holds what came before.
[[nodiscard]] bool load(std::string_view bytes, Facts& facts);

}  // namespace onsale::sale
