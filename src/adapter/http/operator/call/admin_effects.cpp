#include "adapter/http/operator/call/admin_effects.hpp"

#include "adapter/http/operator/call/effect_words.hpp"
#include "base/time_text.hpp"
#include "waiting_room/codec/event_json.hpp"

namespace onsale::http {

using waiting_room::EventSettings;
using waiting_room::Levers;
using waiting_room::command::LifecycleAction;

std::string effect_of_create(const EventSettings& settings) {
    const EffectCode code = settings.published ? EffectCode{"event_created"} : "event_drafted";
    return effect_text(code,
                       {{"key", settings.key}, {"opensAt", format_iso_time(settings.opens_at)}});
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
    if (changed.empty()) return effect_text("nothing_changes");
    return effect_text("event_edited", {{"settings", changed}});
}

std::string effect_of(LifecycleAction action) {
    switch (action) {
        case LifecycleAction::kOpen:
            return effect_text("sale_opened");
        case LifecycleAction::kPause:
            return effect_text("sale_paused");
        case LifecycleAction::kResume:
            return effect_text("sale_resumed");
        case LifecycleAction::kClose:
            return effect_text("sale_closed");
        case LifecycleAction::kArchive:
            return effect_text("event_archived");
        case LifecycleAction::kPublish:
        case LifecycleAction::kUnpublish:
            break;  // See effect_of_publishing().
    }
    return "";
}

std::string effect_of_publishing(const EventSettings& settings, bool published) {
    if (settings.published == published) return effect_text("nothing_changes");
    if (!published) return effect_text("event_unpublished");
    return effect_text("event_published", {{"opensAt", format_iso_time(settings.opens_at)}});
}

std::string effect_of_delay(std::uint32_t minutes) {
    return effect_text("opening_delayed", {{"minutes", minutes}});
}

std::string effect_of_levers(const Levers& before, const Levers& after) {
    std::string effect;
    const auto note = [&](bool changed, EffectCode code) {
        if (changed) effect += effect_text(code) + " ";
    };
    const EffectCode joins = after.joins_stopped ? EffectCode{"joins_stopped"} : "joins_resumed";
    const EffectCode admission =
        after.admission_stopped ? EffectCode{"admission_stopped"} : "admission_resumed";
    const EffectCode waiting = after.message_waiting.empty() ? EffectCode{"waiting_message_removed"}
                                                             : "waiting_message_set";
    const EffectCode inside = after.message_admitted.empty() ? EffectCode{"inside_message_removed"}
                                                             : "inside_message_set";
    note(before.joins_stopped != after.joins_stopped, joins);
    note(before.admission_stopped != after.admission_stopped, admission);
    note(before.message_waiting != after.message_waiting, waiting);
    note(before.message_admitted != after.message_admitted, inside);
    if (effect.empty()) return effect_text("nothing_changes");
    return effect + effect_text("levers_undo");
}

std::string effect_of_freeze(bool frozen) {
    return effect_text(frozen ? EffectCode{"deadlines_frozen"} : "deadlines_run");
}

std::string effect_of_more_time(std::uint32_t minutes) {
    return effect_text("deadlines_moved", {{"minutes", minutes}});
}

std::string effect_of_list(const std::string& phase) {
    return effect_text("list_added", {{"phase", phase}});
}

std::string effect_of_deny(bool bar) {
    return effect_text(bar ? EffectCode{"guests_denied"} : "guests_undenied");
}

std::string effect_of_codes(const std::string& phase, std::uint32_t uses) {
    return effect_text("codes_added", {{"uses", uses}, {"phase", phase}});
}

std::string effect_of_revoke(bool bar) {
    return effect_text(bar ? EffectCode{"guest_barred"} : "guest_revoked");
}

}  // namespace onsale::http
