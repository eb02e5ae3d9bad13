#pragma once

#include <boost/json/object.hpp>

#include "operate/domain/message.hpp"

namespace onsale::http {

// The values by their names.
boost::json::object to_json(const operate::MessageValues& values);
// {"code","values"}
boost::json::object to_json(const operate::Message& message);

}  // namespace onsale::http
