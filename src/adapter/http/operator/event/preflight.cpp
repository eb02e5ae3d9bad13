#include "adapter/http/operator/event/preflight.hpp"

#include <algorithm>

#include "adapter/http/operator/event/zone_check.hpp"
#include "base/time_text.hpp"
#include "operate/domain/message_codes.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::http {
namespace {

using operate::preflight_message;
using operate::PreflightCheck;
using waiting_room::EventSettings;
using waiting_room::Lifecycle;
using waiting_room::LineView;
using waiting_room::OrderPolicy;

// An unpublished event is a warning until this long before its lobby or sale opens, then a failure.
constexpr Duration kPublishedBefore = std::chrono::hours{1};

bool is_live(Lifecycle lifecycle) {
    return lifecycle == Lifecycle::kLobby || lifecycle == Lifecycle::kOpen ||
           lifecycle == Lifecycle::kPaused;
}

PreflightCheck check_opening(const LineView& line, Instant wall) {
    const EventSettings& settings = line.settings();
    const bool to_come = line.lifecycle() == Lifecycle::kDraft && settings.opens_at > wall;
    return {"opening", to_come || is_live(line.lifecycle()),
            preflight_message("opening", {{"lifecycle", to_word(line.lifecycle())},
                                          {"opensAt", format_iso_time(settings.opens_at)}})};
}

// An event may be published at the last minute, but that must not be forgotten.
PreflightCheck check_published(const LineView& line, Instant wall) {
    const EventSettings& settings = line.settings();
    if (settings.published) return {"published", true, preflight_message("published")};
    const Instant begins =
        std::min(settings.lobby_opens_at.value_or(settings.opens_at), settings.opens_at);
    return {"published", false, preflight_message("unpublished"), begins - wall > kPublishedBefore};
}

// Also finds problems of an event that was created when less was checked.
PreflightCheck check_settings(const LineView& line) {
    auto problem = check(line.settings());
    if (!problem) problem = zone_problem(line.settings());
    if (!problem) return {"settings", true, preflight_message("settings_fine")};
    return {"settings", false,
            preflight_message("setting_wrong",
                              {{"field", problem->field}, {"message", problem->message}})};
}

// Checks that a phase covers the opening time. Otherwise nobody would be admitted.
PreflightCheck check_phases(const LineView& line, Instant wall) {
    const EventSettings& settings = line.settings();
    if (settings.phases.empty()) return {"phases", true, preflight_message("phases_none")};
    const Instant from = std::max(settings.opens_at, wall);
    const auto current = std::ranges::find_if(settings.phases, [from](const auto& phase) {
        return phase.from <= from && from < phase.to;
    });
    if (current != settings.phases.end())
        return {"phases", true, preflight_message("phases_begin", {{"phase", current->id}})};
    return {"phases", false, preflight_message("phases_gap")};
}

PreflightCheck check_limits(const LineView& line) {
    const auto& rules = line.settings().rules;
    return {"limits", rules.max_active > 0,
            preflight_message("limits", {{"maxActive", rules.max_active},
                                         {"admitPerSecond", rules.admit_per_second},
                                         {"lineMax", rules.line_max}})};
}

PreflightCheck check_policy(const LineView& line, Instant wall) {
    const EventSettings& settings = line.settings();
    if (settings.order == OrderPolicy::kFifo)
        return {"order", true, preflight_message("order_of_arrival")};
    if (line.draw_commitment()) return {"order", true, preflight_message("draw_committed")};
    const bool to_come = settings.lobby_opens_at && *settings.lobby_opens_at > wall;
    if (!to_come) return {"order", false, preflight_message("draw_without_lobby")};
    return {"order", true,
            preflight_message("draw_lobby_to_come",
                              {{"lobbyOpensAt", format_iso_time(*settings.lobby_opens_at)}})};
}

PreflightCheck check_levers(const LineView& line) {
    const auto& levers = line.levers();
    if (levers.joins_stopped) return {"levers", false, preflight_message("joins_stopped")};
    if (levers.admission_stopped) return {"levers", false, preflight_message("admission_stopped")};
    if (line.clock().frozen()) return {"levers", false, preflight_message("deadlines_frozen")};
    return {"levers", true, preflight_message("levers_none")};
}

PreflightCheck check_storage(Degraded degraded) {
    switch (degraded) {
        case Degraded::kNo:
        case Degraded::kPaymentGone:
            return {"storage", true, preflight_message("storage_works")};
        case Degraded::kDiskFull:
            return {"storage", false, preflight_message("storage_disk_full")};
        case Degraded::kStorageFailed:
            return {"storage", false, preflight_message("storage_failed")};
        case Degraded::kStale:
            return {"storage", false, preflight_message("storage_stale")};
        case Degraded::kRedisGone:
            return {"storage", false, preflight_message("storage_redis_gone")};
    }
    return {};
}

}  // namespace

std::vector<PreflightCheck> check_event(const LineView& line, Degraded degraded, Instant wall) {
    return {check_opening(line, wall), check_published(line, wall), check_settings(line),
            check_phases(line, wall),  check_limits(line),          check_policy(line, wall),
            check_levers(line),        check_storage(degraded)};
}

}  // namespace onsale::http
