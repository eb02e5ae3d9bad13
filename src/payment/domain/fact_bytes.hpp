#pragma once

#include <optional>
#include <string_view>

#include "base/bytes.hpp"
#include "payment/domain/fact.hpp"

namespace onsale::payment {

// A fact's bytes in the journal. The tag is the fact's place in FactBody plus one, for ever: new
// facts go at the end.
void save(ByteWriter& out, const Fact& fact);

// Nothing on an unknown tag or a short read.
std::optional<Fact> load_fact(ByteReader& in);

// False on an unknown tag or a short read; `facts` then holds what came before.
[[nodiscard]] bool load(std::string_view bytes, Facts& facts);

}  // namespace onsale::payment
