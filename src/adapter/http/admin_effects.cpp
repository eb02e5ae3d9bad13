#include "adapter/http/admin_effects.hpp"

#include <fmt/format.h>

#include "base/time_text.hpp"
#include "waiting_room/codec/event_json.hpp"

namespace onsale::http {

using waiting_room::EventSettings;
using waiting_room::Levers;
using waiting_room::command::LifecycleAction;

std::string effect_of_create(const EventSettings& settings) {
    return fmt::format(
        "Event {} is made as a draft that opens at {}; until its lobby opens everything but its "
        "key can be edited, and a draft can be archived.",
        settings.key, format_iso_time(settings.opens_at));
}

std::string effect_of_edit(const EventSettings& before, const EventSettings& after) {
    const boost::json::object old_fields = waiting_room::to_json(before);
    const boost::json::object new_fields = waiting_room::to_json(after);
    std::string changed;
    const auto note = [&](std::string_view name) {
        changed += (changed.empty() ? "" : ", ") + std::string{name};
    };
    for (const auto& field : new_fields) {
        const boost::json::value* const old = old_fields.if_contains(field.key());
        if (old == nullptr || *old != field.value()) note(field.key());
    }
    for (const auto& field : old_fields)
        if (!new_fields.contains(field.key())) note(field.key());
    if (changed.empty()) return "Nothing changes.";
    return fmt::format(
        "These settings change within a second: {}; another edit can change them back.", changed);
}

std::string effect_of(LifecycleAction action) {
    switch (action) {
        case LifecycleAction::kOpen:
            return "The sale opens now and guests are let in; opening cannot be undone, pausing "
                   "stops admission.";
        case LifecycleAction::kPause:
            return "Nobody is let in until the sale is resumed; places and admissions stay, and "
                   "resume undoes it.";
        case LifecycleAction::kResume:
            return "Guests are let in again; pause undoes it.";
        case LifecycleAction::kClose:
            return "The sale ends for everybody who waits; this cannot be undone.";
        case LifecycleAction::kArchive:
            return "The event leaves every list and can no longer be changed; this cannot be "
                   "undone.";
    }
    return "";
}

std::string effect_of_delay(std::uint32_t minutes) {
    return fmt::format(
        "The opening, its phases and the close move {} minutes later; until the opening an edit "
        "can move them back.",
        minutes);
}

std::string effect_of_levers(const Levers& before, const Levers& after) {
    std::string effect;
    const auto note = [&](bool changed, std::string_view text) {
        if (changed) effect += (effect.empty() ? "" : " ") + std::string{text};
    };
    note(before.joins_stopped != after.joins_stopped,
         after.joins_stopped ? "Nobody new can join." : "Guests can join again.");
    note(before.admission_stopped != after.admission_stopped,
         after.admission_stopped ? "Nobody is let in." : "Guests are let in again.");
    note(before.message_waiting != after.message_waiting,
         after.message_waiting.empty() ? "The message to those who wait is taken away."
                                       : "Those who wait see a new message.");
    note(before.message_admitted != after.message_admitted,
         after.message_admitted.empty() ? "The message to those inside is taken away."
                                        : "Those inside see a new message.");
    if (effect.empty()) return "Nothing changes.";
    return effect + " Setting the levers back undoes it.";
}

std::string effect_of_freeze(bool frozen) {
    return frozen ? "All deadlines of places and admissions stand still; unfreezing undoes it and "
                    "nobody loses the time between."
                  : "All deadlines run again with the time that was left; freezing undoes it.";
}

std::string effect_of_more_time(std::uint32_t minutes) {
    return fmt::format(
        "Every deadline of places and admissions moves {} minutes later; this cannot be undone.",
        minutes);
}

std::string effect_of_list(const std::string& phase) {
    return fmt::format(
        "These guests may enter in phase {}; entries cannot be taken back one by one, revoking a "
        "guest with bar keeps it out.",
        phase);
}

std::string effect_of_codes(const std::string& phase, std::uint32_t uses) {
    return fmt::format(
        "Each of these codes lets {} guest(s) enter in phase {}; codes cannot be taken back.", uses,
        phase);
}

std::string effect_of_revoke(bool bar) {
    return bar ? "The guest's place or admission ends and the guest cannot join this line again; "
                 "this cannot be undone."
               : "The guest's place or admission ends; the place cannot be given back, but the "
                 "guest may join again at the end.";
}

}  // namespace onsale::http
