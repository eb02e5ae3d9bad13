#include "adapter/redis/relay/decided_by_store.hpp"

#include <variant>

namespace onsale::redis {
namespace {

template <class Value>
const Value* find(const std::map<waiting_room::EventId, std::shared_ptr<const Value>>& all,
                  waiting_room::EventId event) {
    const auto found = all.find(event);
    return found == all.end() ? nullptr : found->second.get();
}

}  // namespace

void DecidedByStore::apply(const sale::Facts& facts) {
    for (const sale::Fact& fact : facts) {
        if (const auto* const set = std::get_if<sale::fact::LeversSet>(&fact))
            levers_[set->event] = set->levers;
        if (const auto* const set = std::get_if<sale::fact::SettingsSet>(&fact))
            settings_[set->event] = set->settings;
    }
}

const waiting_room::Line* DecidedByStore::line(waiting_room::EventId event) const {
    return relay_.room().find(event);
}

const sale::SaleLevers* DecidedByStore::levers(waiting_room::EventId event) const {
    return find(levers_, event);
}

const sale::SaleSettings* DecidedByStore::settings(waiting_room::EventId event) const {
    return find(settings_, event);
}

}  // namespace onsale::redis
