#include "adapter/http/operator/hall/seat_choice.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace onsale::http {
namespace {

using seat::SeatIndex;

// The seats of a place, which have consecutive indexes.
struct Stretch {
    std::uint32_t first = 0;
    std::uint32_t size = 0;
};

std::optional<std::string_view> after(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix)) return std::nullopt;
    return name.substr(prefix.size());
}

std::uint32_t size_of(const seat::Row& row) {
    return static_cast<std::uint32_t>(row.seats.size());
}

// Walks the plan in the order of the seat indexes: sections, their rows, their areas.
std::vector<Stretch> find_place(const seat::HallPlan& plan, std::string_view name) {
    const auto section_id = after(name, "section:");
    const auto row_name = after(name, "row:");
    const auto area_id = after(name, "area:");
    std::vector<Stretch> found;
    std::uint32_t next = 0;
    for (const seat::Section& section : plan.sections) {
        const auto add = [&](std::uint32_t size, bool named) {
            if (named || section_id == section.id) found.push_back({next, size});
            next += size;
        };
        for (const seat::Row& row : section.rows)
            add(size_of(row), row_name == section.id + "/" + row.label);
        for (const seat::StandingArea& area : section.areas)
            add(area.quantity, area_id == area.id);
    }
    return found;
}

}  // namespace

SeatChoice chosen_seats(const sale::HallView& hall, std::span<const std::string> names,
                        std::span<const seat::SeatState> states) {
    std::vector<bool> chosen(hall.seating().size());
    SeatChoice choice;
    for (const std::string& name : names) {
        if (const auto seat = hall.seating().find(name)) {
            chosen[seat->value] = true;
            continue;
        }
        const std::vector<Stretch> place = find_place(hall.plan(), name);
        if (place.empty()) {
            choice.unknown = name;
            return choice;
        }
        for (const auto& [first, size] : place)
            for (std::uint32_t seat = first; seat < first + size; ++seat) {
                const bool fits =
                    std::ranges::find(states, hall.map().state({seat})) != states.end();
                if (fits) chosen[seat] = true;
                if (!fits) ++choice.left_out;
            }
    }
    for (std::uint32_t seat = 0; seat < chosen.size(); ++seat)
        if (chosen[seat]) choice.seats.push_back(hall.seating().id({seat}));
    return choice;
}

}  // namespace onsale::http
