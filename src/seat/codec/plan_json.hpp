#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/result.hpp"
#include "seat/domain/plan.hpp"

namespace onsale::seat {

using PlanMistakes = std::vector<PlanMistake>;

// Hall plans as JSON: docs/format/hall.md. Members with default values are omitted.
boost::json::object to_json(const HallPlan& plan);
// The JSON as text for people and version control, with one line per row of seats.
std::string to_text(const HallPlan& plan);

// Returns the plan, or all mistakes with their places: mistakes of the JSON (a missing or unknown
// member, a wrong type) and of the hall (reported by check()).
Result<HallPlan, PlanMistakes> plan_from_json(const boost::json::value& value);
Result<HallPlan, PlanMistakes> plan_from_text(std::string_view text);

}  // namespace onsale::seat
