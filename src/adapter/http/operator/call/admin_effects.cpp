#include "adapter/http/operator/call/admin_effects.hpp"

#include "base/time_text.hpp"
#include "operate/domain/message_codes.hpp"
#include "waiting_room/codec/event_json.hpp"

namespace onsale::http {

using operate::Effect;
using operate::effect_message;
using operate::EffectCode;
using waiting_room::EventSettings;
using waiting_room::Levers;
using waiting_room::command::LifecycleAction;

Effect effect_of_create(const EventSettings& settings) {
    const EffectCode code = settings.published ? EffectCode{"event_created"} : "event_drafted";
    return {effect_message(
        code, {{"key", settings.key}, {"opensAt", format_iso_time(settings.opens_at)}})};
}

Effect effect_of_edit(const EventSettings& before, const EventSettings& after) {
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
    if (changed.empty()) return {effect_message("nothing_changes")};
    return {effect_message("event_edited", {{"settings", changed}})};
}

Effect effect_of(LifecycleAction action) {
    switch (action) {
        case LifecycleAction::kOpen:
            return {effect_message("sale_opened")};
        case LifecycleAction::kPause:
            return {effect_message("sale_paused")};
        case LifecycleAction::kResume:
            return {effect_message("sale_resumed")};
        case LifecycleAction::kClose:
            return {effect_message("sale_closed")};
        case LifecycleAction::kArchive:
            return {effect_message("event_archived")};
        case LifecycleAction::kPublish:
        case LifecycleAction::kUnpublish:
            break;  // See effect_of_publishing().
    }
    return {};
}

Effect effect_of_publishing(const EventSettings& settings, bool published) {
    if (settings.published == published) return {effect_message("nothing_changes")};
    if (!published) return {effect_message("event_unpublished")};
    return {effect_message("event_published", {{"opensAt", format_iso_time(settings.opens_at)}})};
}

Effect effect_of_delay(std::uint32_t minutes) {
    return {effect_message("opening_delayed", {{"minutes", minutes}})};
}

Effect effect_of_levers(const Levers& before, const Levers& after) {
    Effect effect;
    const auto note = [&](bool changed, EffectCode code) {
        if (changed) effect.push_back(effect_message(code));
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
    if (effect.empty()) return {effect_message("nothing_changes")};
    effect.push_back(effect_message("levers_undo"));
    return effect;
}

Effect effect_of_freeze(bool frozen) {
    return {effect_message(frozen ? EffectCode{"deadlines_frozen"} : "deadlines_run")};
}

Effect effect_of_more_time(std::uint32_t minutes) {
    return {effect_message("deadlines_moved", {{"minutes", minutes}})};
}

Effect effect_of_list(const std::string& phase) {
    return {effect_message("list_added", {{"phase", phase}})};
}

Effect effect_of_deny(bool bar) {
    return {effect_message(bar ? EffectCode{"guests_denied"} : "guests_undenied")};
}

Effect effect_of_codes(const std::string& phase, std::uint32_t uses) {
    return {effect_message("codes_added", {{"uses", uses}, {"phase", phase}})};
}

Effect effect_of_revoke(bool bar) {
    return {effect_message(bar ? EffectCode{"guest_barred"} : "guest_revoked")};
}

}  // namespace onsale::http
