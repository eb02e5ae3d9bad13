#include "runtime/zones.hpp"

#include <exception>
#include <optional>
#include <string>

#include <date/tz.h>

namespace onsale::runtime {
namespace {

// Nothing if there is no such zone, or its file cannot be read: the library reads it when the zone
// is first used. "localtime" is whatever zone the machine has.
std::optional<Duration> offset_of(std::string_view zone, Instant at) {
    if (zone == "localtime") return std::nullopt;
    try {
        const auto second = std::chrono::floor<std::chrono::seconds>(at);
        return date::locate_zone(std::string{zone})->get_info(second).offset;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

}  // namespace

bool zone_known(std::string_view zone) {
    return offset_of(zone, Instant{}).has_value();
}

Duration zone_offset(std::string_view zone, Instant at) {
    return offset_of(zone, at).value_or(Duration{0});
}

}  // namespace onsale::runtime
