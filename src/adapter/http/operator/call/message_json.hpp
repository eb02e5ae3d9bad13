#pragma once

#include <optional>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "operate/domain/message.hpp"

namespace onsale::http {

// Values by name. A value that is a sentence part is written as its code.
boost::json::object to_json(const operate::MessageValues& values);
// [{"code","values"}]
boost::json::array to_json(const operate::Effect& effect);
// Nullopt unless `json` is a list of known codes with all their values.
std::optional<operate::Effect> effect_from_json(const boost::json::value& json);

}  // namespace onsale::http
