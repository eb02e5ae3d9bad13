#include "adapter/http/guest/seat/seat_map_query.hpp"

#include <algorithm>
#include <charconv>

namespace onsale::http {
namespace {

struct Values {
    std::optional<std::string_view> event;
    std::optional<std::string_view> performance;
    std::optional<std::string_view> since;

    std::optional<std::string_view>* of(std::string_view key) {
        if (key == "eventId") return &event;
        if (key == "performanceId") return &performance;
        if (key == "since") return &since;
        return nullptr;
    }
};

std::optional<std::uint64_t> version_in(std::string_view text) {
    std::uint64_t version = 0;
    const char* const end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data(), end, version);
    if (error != std::errc{} || read != end) return std::nullopt;
    return version;
}

}  // namespace

Result<SeatMapQuery, BadQuery> parse_seat_map_query(std::string_view query, SinceKey since) {
    Values values;
    while (!query.empty()) {
        const std::size_t end = std::min(query.find('&'), query.size());
        const std::string_view part = query.substr(0, end);
        query.remove_prefix(std::min(end + 1, query.size()));
        const std::size_t equals = std::min(part.find('='), part.size());
        auto* const value = values.of(part.substr(0, equals));
        if (value == nullptr || *value) return fail(BadQuery{ErrorCode::kUnknownQueryKey, {}});
        *value = part.substr(std::min(equals + 1, part.size()));
    }
    if (values.since && since == SinceKey::kUnknown)
        return fail(BadQuery{ErrorCode::kUnknownQueryKey, {}});
    if (values.event.value_or("").empty()) return fail(BadQuery{ErrorCode::kBadField, "eventId"});
    if (values.performance.value_or("").empty())
        return fail(BadQuery{ErrorCode::kBadField, "performanceId"});
    SeatMapQuery parsed{*values.event, *values.performance, {}};
    if (values.since) {
        parsed.since = version_in(*values.since);
        if (!parsed.since) return fail(BadQuery{ErrorCode::kBadField, "since"});
    }
    return parsed;
}

}  // namespace onsale::http
