// Parses arbitrary bytes as the body of an operator's call: as named members, and as settings,
// rules and levers. Valid settings must survive a round trip through JSON.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "adapter/http/operator/call/admin_body.hpp"
#include "base/assert.hpp"
#include "waiting_room/codec/event_json.hpp"

namespace {

using namespace onsale;
using namespace onsale::http;
using namespace onsale::waiting_room;

void read_members(const boost::json::value& value) {
    AdminBody body{value};
    constexpr codec::NumberRange kRange{.min = 1, .max = 1440};
    if (const auto number = body.get<std::uint32_t>("minutes", kRange))
        ONSALE_ASSERT(*number >= kRange.min && *number <= kRange.max);
    constexpr std::size_t kTextMax = 8;
    if (const auto text = body.get<std::string>("phase", codec::Line{kTextMax}))
        ONSALE_ASSERT(!text->empty() && text->size() <= kTextMax);
    constexpr std::size_t kListMax = 4;
    if (const auto* const list = body.list("codes", kListMax))
        ONSALE_ASSERT(!list->empty() && list->size() <= kListMax);
    (void)body.get<bool>("rehearse");
    (void)body.refusal();
}

void read_settings(const boost::json::value& value) {
    if (const auto levers = levers_from_json(value, Levers{}))
        ONSALE_ASSERT(levers_from_json(to_json(*levers), Levers{}).value() == *levers);
    const auto settings = settings_from_json(value, EventSettings{});
    if (!settings || check(*settings)) return;
    ONSALE_ASSERT(settings_from_json(to_json(*settings), EventSettings{}).value() == *settings);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    (void)parse_json(bytes);
    const auto value = parse_admin_body("application/json", bytes);
    if (!value) return 0;
    read_members(*value);
    read_settings(*value);
    return 0;
}
