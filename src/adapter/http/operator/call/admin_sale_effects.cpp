#include "adapter/http/operator/call/admin_sale_effects.hpp"

#include <utility>

#include "adapter/http/operator/call/effect_words.hpp"
#include "sale/codec/sale_json.hpp"

namespace onsale::http {

using sale::SaleLevers;
using sale::SaleSettings;

namespace {

class Sentences {
  public:
    void add_if(bool changed, EffectCode code, operate::MessageValues values = {}) {
        if (changed) text_ += effect_text(code, std::move(values)) + " ";
    }
    std::string text() const {
        if (text_.empty()) return effect_text("nothing_changes");
        return text_ + effect_text("levers_undo");
    }

  private:
    std::string text_;
};

}  // namespace

std::string effect_of_settings(const SaleSettings& before, const SaleSettings& after) {
    const boost::json::object old_fields = sale::to_json(before);
    std::string changed;
    for (const auto& field : sale::to_json(after))
        if (old_fields.at(field.key()) != field.value())
            changed += (changed.empty() ? "" : ", ") + std::string{field.key()};
    if (changed.empty()) return effect_text("nothing_changes");
    return effect_text("sale_settings_changed", {{"settings", changed}});
}

std::string effect_of_sale_levers(const SaleLevers& before, const SaleLevers& after) {
    Sentences effect;
    effect.add_if(before.holds_stopped != after.holds_stopped,
                  after.holds_stopped ? EffectCode{"holds_stopped"} : "holds_resumed");
    effect.add_if(
        before.sections_stopped != after.sections_stopped,
        after.sections_stopped.empty() ? EffectCode{"sections_resumed"} : "sections_stopped",
        {{"sections", after.sections_stopped.size()}});
    effect.add_if(
        before.providers_stopped != after.providers_stopped,
        after.providers_stopped.empty() ? EffectCode{"providers_resumed"} : "providers_stopped",
        {{"providers", after.providers_stopped.size()}});
    effect.add_if(before.message_holding != after.message_holding,
                  after.message_holding.empty() ? EffectCode{"holding_message_removed"}
                                                : "holding_message_set");
    effect.add_if(
        before.message_paid != after.message_paid,
        after.message_paid.empty() ? EffectCode{"paid_message_removed"} : "paid_message_set");
    return effect.text();
}

std::string effect_of_terms(bool first) {
    return effect_text(first ? EffectCode{"terms_set_first"} : "terms_set");
}

}  // namespace onsale::http
