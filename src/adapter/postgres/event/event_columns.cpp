#include "adapter/postgres/event/event_columns.hpp"

#include <algorithm>
#include <optional>

namespace onsale::postgres {
namespace {

std::optional<Instant> first_performance(const waiting_room::EventSettings& settings) {
    const auto& performances = settings.performances;
    const auto first = std::ranges::min_element(performances, {},
                                                &waiting_room::Performance::starts_at);
    if (first == performances.end()) return std::nullopt;
    return first->starts_at;
}

}  // namespace

EventColumns::EventColumns(const sale::State& state, EventId event) {
    const waiting_room::Line* const line = state.room().find(event);
    if (line == nullptr) return;
    settings_ = line->shared_settings();
    lifecycle_ = line->lifecycle();
    for (const sale::HallId hall : state.halls().of(event))
        total_seats_ += state.halls().find(hall)->seats.seating().size();
}

void EventColumns::apply(const sale::Facts& facts) {
    namespace of_line = waiting_room::fact;
    for (const sale::Fact& fact : facts) {
        if (const auto* const opened = std::get_if<sale::fact::HallOpened>(&fact))
            total_seats_ += opened->seating->size();
        const auto* const change = std::get_if<waiting_room::Fact>(&fact);
        if (change == nullptr) continue;
        if (const auto* const created = std::get_if<of_line::EventCreated>(&change->body))
            settings_ = created->settings;
        if (const auto* const edited = std::get_if<of_line::EventEdited>(&change->body))
            settings_ = edited->settings;
        if (const auto* const turned = std::get_if<of_line::LifecycleChanged>(&change->body))
            lifecycle_ = turned->to;
    }
}

std::vector<Value> EventColumns::values() const {
    return {static_cast<std::int16_t>(lifecycle_),
            settings_->published,
            settings_->title,
            settings_->venue,
            settings_->time_zone,
            first_performance(*settings_),
            settings_->opens_at,
            static_cast<std::int32_t>(total_seats_)};
}

}  // namespace onsale::postgres
