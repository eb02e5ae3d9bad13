#pragma once

#include <boost/json/object.hpp>

#include "operate/domain/coded_message.hpp"

namespace onsale::http {

// The values by their names.
boost::json::object to_json(const operate::FindingValues& values);
// {"code","values"}
boost::json::object to_json(const operate::Finding& finding);

}  // namespace onsale::http
