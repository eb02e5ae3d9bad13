#pragma once

#include "base/bytes.hpp"
#include "seat/domain/plan.hpp"

namespace onsale::seat {

// A plan in the format of the journal. The same plan always gives the same bytes.
void save(ByteWriter& out, const HallPlan& plan);
HallPlan load_plan(ByteReader& in);

}  // namespace onsale::seat
