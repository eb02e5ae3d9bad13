#pragma once

#include <optional>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "operate/domain/message.hpp"

namespace onsale::http {

// The values by their names; of a part with a wording of its own its code.
boost::json::object to_json(const operate::MessageValues& values);
// [{"code","values"}]
boost::json::array to_json(const operate::Effect& effect);
// Nothing unless it is a list of known codes, each with every value of its sentence.
std::optional<operate::Effect> effect_from_json(const boost::json::value& json);

}  // namespace onsale::http
