#pragma once

#include <optional>

#include "base/bytes.hpp"
#include "payment/domain/fact.hpp"

namespace onsale::payment {

// The bytes of a fact in the journal. The tag is the index of the fact in FactBody plus one and
// must never change: add new facts at the end.
void save(ByteWriter& out, const Fact& fact);

// Returns std::nullopt on an unknown tag or a short read.
std::optional<Fact> load_fact(ByteReader& in);

}  // namespace onsale::payment
