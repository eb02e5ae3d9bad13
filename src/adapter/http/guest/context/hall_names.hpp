#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

#include "adapter/http/api/error/bad_query.hpp"
#include "base/result.hpp"
#include "seat/domain/seating.hpp"

namespace onsale::http {

struct HallNames {
    std::string event;
    std::string performance;
};

// Limits for a list of at most `count` ids of seats or grades. ids_in() returns nothing where the
// member is absent or anything else.
struct IdLimits {
    std::size_t count = 0;
    std::size_t size = seat::kSeatIdBytesMax;
};
std::optional<std::vector<std::string>> ids_in(const boost::json::object& body,
                                               std::string_view name, IdLimits max);

// The event and the performance that a body names.
Result<HallNames, BadQuery> names_in(const boost::json::object& body);

}  // namespace onsale::http
