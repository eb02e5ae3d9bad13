#include "adapter/http/operator/event/event_json.hpp"

#include "base/time_text.hpp"
#include "waiting_room/codec/event_json.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using waiting_room::LineView;
using waiting_room::Standing;

json::value phase_now(const LineView& line) {
    const auto index = line.phase_index();
    return index ? json::value(line.settings().phases[*index].id) : json::value{};
}

}  // namespace

json::object event_summary(const LineView& line) {
    const auto& settings = line.settings();
    // An archived event shows no guests, even if its line ended with some.
    const bool has_guests = line.lifecycle() != waiting_room::Lifecycle::kArchived;
    const auto shown = [has_guests](std::uint32_t count) { return has_guests ? count : 0; };
    json::object summary{{"key", settings.key},
                         {"title", settings.title},
                         {"artist", settings.artist},
                         {"venue", settings.venue},
                         {"lifecycle", to_word(line.lifecycle())},
                         {"published", settings.published},
                         {"version", line.version()},
                         {"opensAt", format_iso_time(settings.opens_at)},
                         {"phase", phase_now(line)},
                         {"waiting", shown(line.book().count(Standing::kWaiting))},
                         {"away", shown(line.book().count(Standing::kAway))},
                         {"admitted", shown(line.ledger().size())},
                         {"maxActive", settings.rules.max_active}};
    return summary;
}

json::object event_details(const LineView& line) {
    json::object details = waiting_room::to_json(line.settings());
    details["version"] = line.version();
    details["lifecycle"] = to_word(line.lifecycle());
    details["levers"] = waiting_room::to_json(line.levers());
    details["phase"] = phase_now(line);
    details["deadlinesFrozen"] = line.clock().frozen();
    return details;
}

}  // namespace onsale::http
