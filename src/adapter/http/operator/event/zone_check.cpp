#include "adapter/http/operator/event/zone_check.hpp"

#include "runtime/zones.hpp"

namespace onsale::http {

std::optional<waiting_room::SettingsProblem> zone_problem(
    const waiting_room::EventSettings& settings) {
    if (runtime::zone_known(settings.time_zone)) return std::nullopt;
    return waiting_room::SettingsProblem{
        "timeZone", "must be a name of the time zone database, like Asia/Seoul"};
}

}  // namespace onsale::http
