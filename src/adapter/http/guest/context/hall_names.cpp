#include "adapter/http/guest/context/hall_names.hpp"

#include <algorithm>
#include <utility>

#include "adapter/http/api/error/json_body.hpp"
#include "codec/object_reader.hpp"

namespace onsale::http {

Result<HallNames, BadQuery> names_in(const boost::json::object& body) {
    auto event = key_field(body, "eventId");
    if (!event) return fail(event.error());
    auto performance = key_field(body, "performanceId");
    if (!performance) return fail(performance.error());
    return HallNames{std::move(*event), std::move(*performance)};
}

std::optional<std::vector<std::string>> ids_in(const boost::json::object& body,
                                               std::string_view name, IdLimits max) {
    auto ids =
        codec::ObjectReader{body}.get<std::vector<std::string>>(name, codec::AtMost{max.count});
    const auto is_id = [&](const std::string& id) { return seat::is_id(id, max.size); };
    if (!ids || !std::ranges::all_of(*ids, is_id)) return std::nullopt;
    return ids;
}

}  // namespace onsale::http
