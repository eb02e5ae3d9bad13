#include "adapter/http/guest/context/hall_names.hpp"

#include <utility>

#include <boost/json/array.hpp>

#include "adapter/http/api/error/json_body.hpp"

namespace onsale::http {

Result<HallNames, BadQuery> names_in(const boost::json::object& body) {
    auto event = key_field(body, "eventId");
    if (!event) return fail(event.error());
    auto performance = key_field(body, "performanceId");
    if (!performance) return fail(performance.error());
    return HallNames{std::move(*event), std::move(*performance)};
}

std::optional<std::vector<std::string>> ids_in(const boost::json::value& value, IdLimits max) {
    const auto* const list = value.if_array();
    if (list == nullptr || list->empty() || list->size() > max.count) return std::nullopt;
    std::vector<std::string> ids;
    for (const auto& item : *list) {
        const auto* const text = item.if_string();
        if (text == nullptr || !seat::is_id(*text, max.size)) return std::nullopt;
        ids.emplace_back(text->data(), text->size());
    }
    return ids;
}

}  // namespace onsale::http
