#include "adapter/http/admin_preflight.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/time_text.hpp"
#include "waiting_room/codec/words.hpp"

namespace onsale::http {
namespace {

using waiting_room::EventSettings;
using waiting_room::Lifecycle;
using waiting_room::LineView;
using waiting_room::OrderPolicy;

bool is_live(Lifecycle lifecycle) {
    return lifecycle == Lifecycle::kLobby || lifecycle == Lifecycle::kOpen ||
           lifecycle == Lifecycle::kPaused;
}

PreflightCheck check_opening(const LineView& line, Instant wall) {
    const EventSettings& settings = line.settings();
    const bool to_come = line.lifecycle() == Lifecycle::kDraft && settings.opens_at > wall;
    return {"opening", to_come || is_live(line.lifecycle()),
            fmt::format("{}, opens at {}", waiting_room::to_word(line.lifecycle()),
                        format_iso_time(settings.opens_at))};
}

PreflightCheck check_settings(const LineView& line) {
    const auto problem = check(line.settings());
    return {"settings", !problem,
            problem ? problem->field + " " + problem->message : "every setting is in its range"};
}

// From the opening on somebody must be allowed to enter, or the line stands still unnoticed.
PreflightCheck check_phases(const LineView& line, Instant wall) {
    const EventSettings& settings = line.settings();
    if (settings.phases.empty()) return {"phases", true, "none: everybody may enter"};
    const Instant from = std::max(settings.opens_at, wall);
    const auto current = std::ranges::find_if(settings.phases, [from](const auto& phase) {
        return phase.from <= from && from < phase.to;
    });
    if (current != settings.phases.end())
        return {"phases", true, fmt::format("begins with {}", current->id)};
    return {"phases", false, "no phase holds the moment of opening, so nobody would be let in"};
}

PreflightCheck check_limits(const LineView& line) {
    const auto& rules = line.settings().rules;
    return {"limits", rules.max_active > 0,
            fmt::format("{} inside at once, {} let in a second, {} in line at most",
                        rules.max_active, rules.admit_per_second, rules.line_max)};
}

PreflightCheck check_policy(const LineView& line, Instant wall) {
    const EventSettings& settings = line.settings();
    if (settings.order == OrderPolicy::kFifo) return {"order", true, "first come, first served"};
    if (line.draw_commitment()) return {"order", true, "the draw's secret is committed to"};
    const bool to_come = settings.lobby_opens_at && *settings.lobby_opens_at > wall;
    return {"order", to_come,
            to_come ? "the lobby opens at " + format_iso_time(*settings.lobby_opens_at)
                    : "a draw needs a lobby, and its opening has passed without one"};
}

PreflightCheck check_levers(const LineView& line) {
    const auto& levers = line.levers();
    if (levers.joins_stopped) return {"levers", false, "joins are stopped"};
    if (levers.admission_stopped) return {"levers", false, "admission is stopped"};
    if (line.clock().frozen()) return {"levers", false, "deadlines are frozen"};
    return {"levers", true, "none is pulled"};
}

PreflightCheck check_storage(Degraded degraded) {
    switch (degraded) {
        case Degraded::kNo:
            return {"storage", true, "changes are saved"};
        case Degraded::kDiskFull:
            return {"storage", false, "the disk is full"};
        case Degraded::kStorageFailed:
            return {"storage", false, "the journal cannot be written"};
        case Degraded::kStale:
            return {"storage", false, "Redis has told nothing new for a while"};
        case Degraded::kRedisGone:
            return {"storage", false, "Redis does not answer"};
    }
    return {};
}

}  // namespace

std::vector<PreflightCheck> check_event(const LineView& line, Degraded degraded, Instant wall) {
    return {check_opening(line, wall), check_settings(line),     check_phases(line, wall),
            check_limits(line),        check_policy(line, wall), check_levers(line),
            check_storage(degraded)};
}

}  // namespace onsale::http
