// Operators and calendar of the model.
#include <algorithm>

#include "tests/simulation/model_line.hpp"
#include "waiting_room/domain/draw.hpp"

namespace onsale::sim {

using namespace std::chrono_literals;
using waiting_room::OrderPolicy;
using waiting_room::command::LifecycleAction;

namespace {

constexpr Duration kDelayMax = 24h;
constexpr Duration kMoveMax = 4h;
constexpr std::size_t kMessageMax = 500;

// Checks only what the simulation edits. Its rules and texts are always valid.
bool sound(const EventSettings& settings) {
    if (settings.lobby_opens_at && *settings.lobby_opens_at > settings.opens_at) return false;
    if (settings.closes_at && *settings.closes_at <= settings.opens_at) return false;
    const bool site = settings.identity == waiting_room::Identity::kSite;
    for (const Phase& one : settings.phases) {
        if (one.from >= one.to) return false;
        if (one.who == waiting_room::Eligibility::kClaim && (!site || one.claim_name.empty()))
            return false;
    }
    for (std::size_t i = 1; i < settings.phases.size(); ++i)
        if (settings.phases[i].from < settings.phases[i - 1].to) return false;
    std::set<std::string> ids;
    for (const Phase& one : settings.phases)
        ids.insert(one.id);
    return ids.size() == settings.phases.size();
}

}  // namespace

bool ModelLine::may_become(const EventSettings& after, Instant wall) const {
    if (!sound(after) || lifecycle == Lifecycle::kArchived) return false;
    if (lifecycle == Lifecycle::kDraft) return true;
    if (after.lobby_opens_at != settings.lobby_opens_at) return false;
    if (after.opens_at != settings.opens_at && lifecycle != Lifecycle::kLobby) return false;
    // Phases that have begun must not change.
    return std::ranges::all_of(settings.phases, [&](const Phase& one) {
        return one.from > wall || std::ranges::count(after.phases, one) == 1;
    });
}

ModelOperatorOutcome ModelLine::edit(const waiting_room::command::EditEvent& edit, Instant wall) {
    if (edit.if_version && *edit.if_version != version)
        return fail(OperatorError::kVersionConflict);
    if (!may_become(*edit.settings, wall)) return fail(OperatorError::kBadSettings);
    if (*edit.settings == settings) return 0;
    settings = *edit.settings;
    if (phase_named(phase) == nullptr) phase.reset();
    if (phase_named(last_phase) == nullptr) last_phase.reset();
    ++version, touched = true;
    return keeping();
}

bool ModelLine::may_open() const {
    const bool draft = lifecycle == Lifecycle::kDraft && settings.order == OrderPolicy::kFifo;
    return lifecycle == Lifecycle::kLobby || draft;
}

// All guests in the lobby take part in one draw. The computation of the draw has its own tests.
void ModelLine::draw() {
    std::vector<waiting_room::DrawMember> members;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (waiting_room::keeps_place(places[i].standing))
            members.push_back({Number{static_cast<std::uint32_t>(i) + 1}, places[i].guest});
    if (!members.empty()) {
        const waiting_room::Draw result{secret.value(), members,
                                        static_cast<std::uint32_t>(places.size())};
        for (const auto& member : members)
            places[member.number.value - 1].place = result.place_of(member.number).value;
    }
    drawn = true;
}

void ModelLine::open(Instant wall) {
    if (settings.order == OrderPolicy::kLobbyShuffle) draw();
    if (wall < settings.opens_at) {
        settings.opens_at = wall;
        if (settings.lobby_opens_at)
            settings.lobby_opens_at = std::min(*settings.lobby_opens_at, wall);
        ++version, touched = true;
    }
    lifecycle = Lifecycle::kOpen;
    ++version, touched = true;
}

ModelOperatorOutcome ModelLine::change(LifecycleAction action, Instant wall) {
    const std::uint32_t concerned = keeping();
    const bool live = lifecycle == Lifecycle::kLobby || lifecycle == Lifecycle::kOpen ||
                      lifecycle == Lifecycle::kPaused;
    std::optional<Lifecycle> to;
    switch (action) {
        case LifecycleAction::kOpen:
            if (!may_open()) break;
            open(wall);
            return concerned;
        case LifecycleAction::kPause:
            if (lifecycle == Lifecycle::kOpen) to = Lifecycle::kPaused;
            break;
        case LifecycleAction::kResume:
            if (lifecycle == Lifecycle::kPaused) to = Lifecycle::kOpen;
            break;
        case LifecycleAction::kClose:
            if (live) to = Lifecycle::kClosed;
            break;
        case LifecycleAction::kArchive:
            if (lifecycle == Lifecycle::kDraft || lifecycle == Lifecycle::kClosed)
                to = Lifecycle::kArchived;
            break;
        case LifecycleAction::kPublish:
        case LifecycleAction::kUnpublish:
            break;  // The script never uses these.
    }
    if (!to) return fail(OperatorError::kWrongState);
    lifecycle = *to;
    ++version, touched = true;
    return concerned;
}

ModelOperatorOutcome ModelLine::delay(Duration by, Instant wall) {
    if (lifecycle != Lifecycle::kDraft && lifecycle != Lifecycle::kLobby)
        return fail(OperatorError::kWrongState);
    if (by <= 0s || by > kDelayMax) return fail(OperatorError::kBadSettings);
    const Duration moved = std::max(settings.opens_at, wall) + by - settings.opens_at;
    settings.opens_at += moved;
    if (settings.closes_at) *settings.closes_at += moved;
    for (Phase& one : settings.phases)
        one.from += moved, one.to += moved;
    ++version, touched = true;
    return keeping();
}

ModelOperatorOutcome ModelLine::set_levers(const Levers& levers_now) {
    if (levers_now.message_waiting.size() > kMessageMax ||
        levers_now.message_admitted.size() > kMessageMax)
        return fail(OperatorError::kBadSettings);
    if (levers_now == levers) return 0;
    levers = levers_now;
    ++version, touched = true;
    return keeping();
}

ModelOperatorOutcome ModelLine::freeze(bool frozen, Instant now) {
    if (frozen == frozen_at.has_value()) return 0;
    if (frozen) {
        frozen_at = now;
    } else {
        behind += now - *frozen_at;
        frozen_at.reset();
    }
    ++version, touched = true;
    return keeping() + active();
}

ModelOperatorOutcome ModelLine::extend(Duration by, Instant now) {
    if (by <= 0s || by > kMoveMax) return fail(OperatorError::kBadSettings);
    behind += by;
    ++version, touched = true;
    // Silence is also forgiven for this time, but at most four hours ahead.
    constexpr std::chrono::seconds kAheadMax = 4h;
    for (ModelPlace& place : places)
        place.seen_s =
            std::min<std::int64_t>(place.seen_s, to_ms(line_time(now)) / 1000 + kAheadMax.count());
    return keeping() + active();
}

ModelOperatorOutcome ModelLine::list(const std::string& phase_id,
                                     const std::vector<GuestId>& guests) {
    if (phase_named(phase_id) == nullptr) return fail(OperatorError::kUnknownPhase);
    if (guests.empty()) return fail(OperatorError::kBadSettings);
    proved[phase_id].insert(guests.begin(), guests.end());
    touched = true;
    return static_cast<std::uint32_t>(guests.size());
}

ModelOperatorOutcome ModelLine::deny(const std::vector<GuestId>& guests, bool bar) {
    if (guests.empty()) return fail(OperatorError::kBadSettings);
    for (const GuestId& guest : guests) {
        const auto number = living(guest);
        if (bar && number) find(*number)->standing = Standing::kEndedRevoked;
        bar ? static_cast<void>(barred.insert(guest)) : static_cast<void>(barred.erase(guest));
    }
    touched = true;
    return static_cast<std::uint32_t>(guests.size());
}

ModelOperatorOutcome ModelLine::issue(const std::string& phase_id, std::uint32_t uses,
                                      const std::vector<Sha256Digest>& issued) {
    if (uses == 0) return fail(OperatorError::kBadSettings);
    if (phase_named(phase_id) == nullptr) return fail(OperatorError::kUnknownPhase);
    if (issued.empty()) return fail(OperatorError::kBadSettings);
    touched = true;
    for (const Sha256Digest& code : issued)
        codes[phase_id].emplace(code, uses);
    return static_cast<std::uint32_t>(issued.size());
}

void ModelLine::follow_calendar(Instant wall) {
    while (calendar_step(wall)) {
    }
}

// Returns the last phase that began and ended without a calendar step. It counts as having run.
std::optional<std::string> ModelLine::phase_slept_through(Instant wall) const {
    std::optional<std::string> missed;
    bool later = !last_phase;
    for (const Phase& one : settings.phases) {
        if (later && one.to <= wall) missed = one.id;
        later |= last_phase == one.id;
    }
    return missed;
}

bool ModelLine::calendar_step(Instant wall) {
    if (lifecycle == Lifecycle::kClosed || lifecycle == Lifecycle::kArchived) return false;
    if (lifecycle == Lifecycle::kDraft && settings.lobby_opens_at &&
        wall >= *settings.lobby_opens_at) {
        sealed = settings.order == OrderPolicy::kLobbyShuffle;
        lifecycle = Lifecycle::kLobby;
        ++version, touched = true;
        return true;
    }
    if (may_open() && wall >= settings.opens_at) {
        open(wall);
        return true;
    }
    std::optional<std::string> running;
    const bool opened = lifecycle == Lifecycle::kOpen || lifecycle == Lifecycle::kPaused;
    for (const Phase& one : settings.phases)
        if (opened && one.from <= wall && wall < one.to) running = one.id;
    if (running != phase) {
        phase = running;
        if (phase) last_phase = phase;
        return true;
    }
    if (opened && !phase)
        if (const auto missed = phase_slept_through(wall)) last_phase = missed;
    if (!settings.closes_at || wall < *settings.closes_at) return false;
    lifecycle = Lifecycle::kClosed;
    ++version, touched = true;
    return true;
}

}  // namespace onsale::sim
