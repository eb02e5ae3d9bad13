#pragma once

#include <string_view>

#include "base/bytes.hpp"
#include "sale/domain/fact.hpp"

namespace onsale::sale {

// The bytes of a fact in the journal: docs/format/journal.md. Facts of the waiting room have the
// same bytes as before the other facts existed, so that older journals remain readable.
void save(ByteWriter& out, const Fact& fact);

// Returns false on an unknown tag or a short read; `facts` then contains the facts before it.
[[nodiscard]] bool load(std::string_view bytes, Facts& facts);

}  // namespace onsale::sale
