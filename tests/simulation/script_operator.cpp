// Actions of the operators of a simulation.
#include <fmt/format.h>

#include "tests/simulation/script.hpp"

namespace onsale::sim {

using namespace std::chrono_literals;
using namespace waiting_room::command;
using embedded::Command;
using waiting_room::Eligibility;
using waiting_room::EventId;
using waiting_room::LineRules;
using waiting_room::OrderPolicy;

namespace {

constexpr std::size_t kPhases = 4;  // Maximum number of different phases of an event.

}  // namespace

LineRules Script::draw_rules() {
    LineRules rules;
    rules.max_active = static_cast<std::uint32_t>(chance_.below(6));
    rules.admit_per_second = static_cast<std::uint32_t>(1 + chance_.below(5));
    rules.admission_ttl = std::chrono::seconds{60 * (1 + chance_.below(10))};
    rules.claim_within = chance_.one_in(5) ? 0s : std::chrono::seconds{20 * (1 + chance_.below(3))};
    rules.away_after = std::chrono::seconds{60 * (1 + chance_.below(3))};
    rules.active_away_after = std::chrono::seconds{60 * (1 + chance_.below(3))};
    rules.extension = chance_.one_in(5) ? 0s : std::chrono::seconds{20 * (1 + chance_.below(6))};
    rules.extensions = static_cast<std::uint32_t>(chance_.below(4));
    rules.forget_after = std::chrono::minutes{3 + chance_.below(28)};
    if (chance_.one_in(4)) rules.line_max = static_cast<std::uint32_t>(1 + chance_.below(8));
    return rules;
}

std::vector<waiting_room::Phase> Script::draw_phases(Instant opens_at, bool claims) {
    std::vector<waiting_room::Phase> phases(chance_.one_in(2) ? 0 : 1 + chance_.below(3));
    Instant from = opens_at;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        phases[i].id = fmt::format("p{}", i);
        phases[i].from = from + (chance_.one_in(3) ? between(0s, 5min) : 0s);
        phases[i].to = phases[i].from + between(1min, 60min);
        phases[i].who = static_cast<Eligibility>(chance_.below(claims ? 4 : 3));
        if (phases[i].who == Eligibility::kClaim) phases[i].claim_name = "fan";
        from = phases[i].to;
    }
    return phases;
}

Command Script::create_event() {
    auto settings = std::make_shared<waiting_room::EventSettings>();
    // Sometimes a key that is already in use.
    settings->key = fmt::format("event-{}", chance_.one_in(10) ? events_ : events_ + 1);
    settings->title = "Event";
    settings->identity =
        chance_.one_in(2) ? waiting_room::Identity::kSite : waiting_room::Identity::kVisitor;
    settings->opens_at = world_.wall() + between(-1min, 15min);
    settings->order = chance_.one_in(2) ? OrderPolicy::kLobbyShuffle : OrderPolicy::kFifo;
    if (settings->order == OrderPolicy::kLobbyShuffle || chance_.one_in(2))
        settings->lobby_opens_at = settings->opens_at - between(0s, 15min);
    if (chance_.one_in(4)) settings->closes_at = settings->opens_at + between(10min, 5h);
    settings->phases =
        draw_phases(settings->opens_at, settings->identity == waiting_room::Identity::kSite);
    settings->rules = draw_rules();
    ++events_;
    return CreateEvent{std::move(settings)};
}

Command Script::edit(EventId event) {
    const auto* const line = world_.view().find(event);
    auto settings = std::make_shared<waiting_room::EventSettings>();
    if (line != nullptr) *settings = line->settings();
    const LineRules drawn = draw_rules();
    if (chance_.one_in(2)) settings->rules.max_active = drawn.max_active;
    if (chance_.one_in(3)) settings->rules.admit_per_second = drawn.admit_per_second;
    if (chance_.one_in(6)) settings->rules = drawn;
    if (chance_.one_in(2)) edit_phases(*settings);
    if (chance_.one_in(8)) edit_times(*settings);
    EditEvent edit{event, std::move(settings), {}, chance_.one_in(6)};
    if (chance_.one_in(4) && line != nullptr)
        edit.if_version = line->version() - static_cast<std::uint32_t>(chance_.below(2));
    return edit;
}

// Moves times by a few minutes in either direction. The result may be invalid.
void Script::edit_times(waiting_room::EventSettings& settings) {
    switch (chance_.below(3)) {
        case 0:
            settings.opens_at += between(-5min, 10min);
            return;
        case 1:
            settings.closes_at = settings.opens_at + between(-5min, 5h);
            return;
        default:
            if (settings.lobby_opens_at) *settings.lobby_opens_at += between(-5min, 5min);
            return;
    }
}

// Adds, removes or changes a phase. A removed phase may be added again and then has its codes.
void Script::edit_phases(waiting_room::EventSettings& settings) {
    auto& phases = settings.phases;
    if (phases.size() < kPhases && (phases.empty() || chance_.one_in(4))) {
        waiting_room::Phase added;
        added.id = fmt::format("p{}", chance_.below(kPhases));
        added.from = phases.empty() ? settings.opens_at : phases.back().to;
        added.to = added.from + between(1min, 60min);
        added.who = static_cast<Eligibility>(chance_.below(3));
        if (phases.empty() || chance_.one_in(2)) return phases.push_back(std::move(added));
        added.to = phases.front().from;
        added.from = added.to - between(1min, 20min);
        phases.insert(phases.begin(), std::move(added));
        return;
    }
    if (phases.empty()) return;
    const std::size_t chosen = chance_.below(phases.size());
    if (chance_.one_in(5))
        phases.erase(phases.begin() + static_cast<std::ptrdiff_t>(chosen));
    else
        edit_phase(phases[chosen]);
}

void Script::edit_phase(waiting_room::Phase& phase) {
    switch (chance_.below(4)) {
        case 0:
            phase.who = static_cast<Eligibility>(chance_.below(4));
            phase.claim_name = chance_.one_in(4) ? "" : "fan";
            return;
        case 1:
            phase.to += between(-20min, 20min);
            return;
        case 2:
            phase.from += between(-20min, 20min);
            return;
        default:
            const Duration by = between(-20min, 20min);
            phase.from += by, phase.to += by;
            return;
    }
}

Command Script::levers(EventId event) {
    auto levers = std::make_shared<waiting_room::Levers>();
    levers->joins_stopped = chance_.one_in(4);
    levers->admission_stopped = chance_.one_in(4);
    if (chance_.one_in(4)) levers->message_waiting = "soon";
    // Sometimes too long.
    if (chance_.one_in(4)) levers->message_admitted = std::string(497 + chance_.below(5), 'x');
    return SetLevers{event, std::move(levers), chance_.one_in(6)};
}

std::string Script::any_phase(EventId event) {
    const auto* const line = world_.view().find(event);
    const std::size_t count = line == nullptr ? 0 : line->settings().phases.size();
    const std::size_t chosen = chance_.below(count + 1);
    return chosen < count ? line->settings().phases[chosen].id
                          : fmt::format("p{}", chance_.below(kPhases));
}

Command Script::operator_command(EventId event) {
    const bool rehearse = chance_.one_in(6);
    switch (chance_.below(15)) {
        case 0:
        case 1:
        case 2:
            return edit(event);
        case 3:
            // Closing and archiving end an event, so they are rare.
            return ChangeLifecycle{
                event, static_cast<LifecycleAction>(chance_.below(chance_.one_in(6) ? 5 : 3)),
                rehearse};
        case 4:
            return ChangeLifecycle{
                event, chance_.one_in(3) ? LifecycleAction::kPause : LifecycleAction::kResume,
                rehearse};
        case 5:
            // Sometimes by more than is allowed.
            return DelayOpening{
                event, chance_.one_in(8) ? 24h + 1ms : std::chrono::minutes{chance_.below(15)},
                rehearse};
        case 6:
        case 7:
            return levers(event);
        case 8:
            return FreezeDeadlines{event, chance_.one_in(3), rehearse};
        case 9:
            return MoveDeadlines{
                event,
                chance_.one_in(8) ? between(3h, 5h) : std::chrono::minutes{chance_.below(20)},
                rehearse};
        case 10:
            if (chance_.one_in(4))
                return BarGuests{event, std::make_shared<std::vector<GuestId>>(some_guests()),
                                 chance_.one_in(2), rehearse};
            return ListGuests{event, any_phase(event),
                              std::make_shared<std::vector<GuestId>>(some_guests()), rehearse};
        default:
            break;
    }
    auto codes = std::make_shared<std::vector<Sha256Digest>>();
    for (std::size_t left = chance_.below(4); left > 0; --left)
        codes->push_back(any_code());
    const auto uses = static_cast<std::uint32_t>(chance_.below(4));
    return IssueCodes{event, any_phase(event), uses, std::move(codes), rehearse};
}

}  // namespace onsale::sim
