#include "adapter/http/admin_sale_effects.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sale/codec/sale_json.hpp"

namespace onsale::http {

using sale::SaleLevers;
using sale::SaleSettings;

namespace {

class Sentences {
  public:
    void add_if(bool changed, std::string_view sentence) {
        if (changed) text_ += (text_.empty() ? "" : " ") + std::string{sentence};
    }
    std::string text() const {
        return text_.empty() ? "Nothing changes." : text_ + " Setting the levers back undoes it.";
    }

  private:
    std::string text_;
};

std::string_view message_text(const std::string& message, std::string_view gone,
                              std::string_view said) {
    return message.empty() ? gone : said;
}

}  // namespace

std::string effect_of_settings(const SaleSettings& before, const SaleSettings& after) {
    const boost::json::object old_fields = sale::to_json(before);
    std::string changed;
    for (const auto& field : sale::to_json(after))
        if (old_fields.at(field.key()) != field.value())
            changed += (changed.empty() ? "" : ", ") + std::string{field.key()};
    if (changed.empty()) return "Nothing changes.";
    return fmt::format(
        "These settings change at once: {}; what was bought stays bought, and another change can "
        "set them back.",
        changed);
}

std::string effect_of_sale_levers(const SaleLevers& before, const SaleLevers& after) {
    Sentences effect;
    effect.add_if(before.holds_stopped != after.holds_stopped,
                  after.holds_stopped
                      ? "Nobody can take seats; who has some may still pay for them."
                      : "Guests can take seats again.");
    effect.add_if(before.sections_stopped != after.sections_stopped,
                  after.sections_stopped.empty()
                      ? "Seats of every section can be taken."
                      : fmt::format("Seats of {} section(s) cannot be taken; holds there stay.",
                                    after.sections_stopped.size()));
    effect.add_if(before.providers_stopped != after.providers_stopped,
                  after.providers_stopped.empty()
                      ? "Every payment provider is open."
                      : fmt::format("No new payment begins with {} provider(s); payments that "
                                    "began go on.",
                                    after.providers_stopped.size()));
    effect.add_if(
        before.message_holding != after.message_holding,
        message_text(after.message_holding, "The message to those who hold seats is taken away.",
                     "Those who hold seats see a new message."));
    effect.add_if(before.message_paid != after.message_paid,
                  message_text(after.message_paid, "The message to those who paid is taken away.",
                               "Those who paid see a new message."));
    return effect.text();
}

std::string effect_of_terms(bool first) {
    return first ? "Seats can be bought at these prices; new terms can replace them."
                 : "Orders that begin from now on have these prices and refunds; those that began "
                   "keep what they were promised, and setting the old terms again undoes it.";
}

}  // namespace onsale::http
