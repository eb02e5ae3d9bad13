#include "runtime/zones.hpp"

#include <stdexcept>
#include <string>

#include <date/tz.h>

namespace onsale::runtime {
namespace {

const date::time_zone* find_zone(std::string_view zone) {
    try {
        return date::locate_zone(std::string{zone});
    } catch (const std::runtime_error&) {
        return nullptr;
    }
}

}  // namespace

bool zone_known(std::string_view zone) {
    return find_zone(zone) != nullptr;
}

Duration zone_offset(std::string_view zone, Instant at) {
    const date::time_zone* const found = find_zone(zone);
    if (found == nullptr) return Duration{0};
    return found->get_info(std::chrono::floor<std::chrono::seconds>(at)).offset;
}

}  // namespace onsale::runtime
