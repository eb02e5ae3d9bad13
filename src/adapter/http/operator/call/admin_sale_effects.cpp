#include "adapter/http/operator/call/admin_sale_effects.hpp"

#include <utility>

#include "operate/domain/message_codes.hpp"
#include "sale/codec/sale_json.hpp"

namespace onsale::http {

using operate::Effect;
using operate::effect_message;
using operate::EffectCode;
using sale::SaleLevers;
using sale::SaleSettings;

Effect effect_of_settings(const SaleSettings& before, const SaleSettings& after) {
    const boost::json::object old_fields = sale::to_json(before);
    std::string changed;
    for (const auto& field : sale::to_json(after))
        if (old_fields.at(field.key()) != field.value())
            changed += (changed.empty() ? "" : ", ") + std::string{field.key()};
    if (changed.empty()) return {effect_message("nothing_changes")};
    return {effect_message("sale_settings_changed", {{"settings", changed}})};
}

Effect effect_of_sale_levers(const SaleLevers& before, const SaleLevers& after) {
    Effect effect;
    const auto note = [&](bool changed, EffectCode code, operate::MessageValues values = {}) {
        if (changed) effect.push_back(effect_message(code, std::move(values)));
    };
    note(before.holds_stopped != after.holds_stopped,
         after.holds_stopped ? EffectCode{"holds_stopped"} : "holds_resumed");
    note(before.sections_stopped != after.sections_stopped,
         after.sections_stopped.empty() ? EffectCode{"sections_resumed"} : "sections_stopped",
         {{"sections", after.sections_stopped.size()}});
    note(before.providers_stopped != after.providers_stopped,
         after.providers_stopped.empty() ? EffectCode{"providers_resumed"} : "providers_stopped",
         {{"providers", after.providers_stopped.size()}});
    note(before.message_holding != after.message_holding,
         after.message_holding.empty() ? EffectCode{"holding_message_removed"}
                                       : "holding_message_set");
    note(before.message_paid != after.message_paid,
         after.message_paid.empty() ? EffectCode{"paid_message_removed"} : "paid_message_set");
    if (effect.empty()) return {effect_message("nothing_changes")};
    effect.push_back(effect_message("levers_undo"));
    return effect;
}

Effect effect_of_terms(bool first) {
    return {effect_message(first ? EffectCode{"terms_set_first"} : "terms_set")};
}

}  // namespace onsale::http
