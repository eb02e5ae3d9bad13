#include "waiting_room/domain/event_rules.hpp"

#include <algorithm>
#include <set>

#include "base/text/control_text.hpp"
#include "base/utf8.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::waiting_room {
namespace {

using command::LifecycleAction;

constexpr Duration kDelayMax = std::chrono::hours{24};
constexpr Duration kMoveMax = std::chrono::hours{4};  // The maximum that Presence can represent.

OperatorDecision refuse(OperatorError error, std::string field, std::string message) {
    return {fail(OperatorRefusal{error, std::move(field), std::move(message)}), {}};
}

OperatorDecision concern(std::uint32_t count, FactBodies facts) {
    return {count, std::move(facts)};
}

FactBodies open_lobby(const Line& line, const Sha256Digest& random) {
    FactBodies facts;
    if (line.settings().order == OrderPolicy::kLobbyShuffle)
        facts.push_back(fact::LobbySealed{random});
    facts.push_back(fact::LifecycleChanged{Lifecycle::kLobby});
    return facts;
}

FactBodies open_sale(const Line& line, Instant wall) {
    FactBodies facts;
    if (line.settings().order == OrderPolicy::kLobbyShuffle) {
        auto draw = std::make_shared<const Draw>(line.draw_secret().value(), line.members(),
                                                 line.book().issued_count());
        const Sha256Digest root = draw->root();
        facts.push_back(fact::LobbyDrawn{root, std::move(draw)});
    }
    if (wall < line.settings().opens_at) {
        // Opened manually before its time: set the announced time to now, so that all routes treat
        // the sale as open.
        auto settings = std::make_shared<EventSettings>(line.settings());
        settings->opens_at = wall;
        if (settings->lobby_opens_at)
            settings->lobby_opens_at = std::min(*settings->lobby_opens_at, wall);
        facts.push_back(fact::EventEdited{std::move(settings)});
    }
    facts.push_back(fact::LifecycleChanged{Lifecycle::kOpen});
    return facts;
}

// A shuffled lobby must have been open, because the draw needs its committed secret.
bool can_open(const Line& line) {
    return line.lifecycle() == Lifecycle::kLobby ||
           (line.lifecycle() == Lifecycle::kDraft && line.settings().order == OrderPolicy::kFifo);
}

// Returns std::nullopt when the action is not allowed in the current state.
std::optional<FactBodies> act(const Line& line, LifecycleAction action, Instant wall) {
    const Lifecycle from = line.lifecycle();
    const auto to = [](Lifecycle next) { return FactBodies{fact::LifecycleChanged{next}}; };
    const bool live =
        from == Lifecycle::kLobby || from == Lifecycle::kOpen || from == Lifecycle::kPaused;
    switch (action) {
        case LifecycleAction::kOpen:
            if (can_open(line)) return open_sale(line, wall);
            break;
        case LifecycleAction::kPause:
            if (from == Lifecycle::kOpen) return to(Lifecycle::kPaused);
            break;
        case LifecycleAction::kResume:
            if (from == Lifecycle::kPaused) return to(Lifecycle::kOpen);
            break;
        case LifecycleAction::kClose:
            if (live) return to(Lifecycle::kClosed);
            break;
        case LifecycleAction::kArchive:
            if (from == Lifecycle::kDraft || from == Lifecycle::kClosed)
                return to(Lifecycle::kArchived);
            break;
        case LifecycleAction::kPublish:
        case LifecycleAction::kUnpublish:
            break;  // Handled by set_published().
    }
    return std::nullopt;
}

// A guest who was given a number may have a place, seats or an order and must not lose sight of the
// event. A draft gives no numbers: numbers skipped there by a restored backup belong to no guest.
bool nobody_joined(const Line& line) {
    return line.lifecycle() == Lifecycle::kDraft || line.book().issued_count() == 0;
}

OperatorDecision set_published(const Line& line, bool published) {
    if (line.lifecycle() == Lifecycle::kArchived)
        return refuse(OperatorError::kWrongState, "lifecycle", "the event is archived");
    if (line.settings().published == published) return concern(0, {});
    if (!published && !nobody_joined(line))
        return refuse(OperatorError::kWrongState, "published",
                      "places have been given out; only an event that nobody has joined can be "
                      "unpublished");
    auto settings = std::make_shared<EventSettings>(line.settings());
    settings->published = published;
    return concern(1, {fact::EventEdited{std::move(settings)}});
}

// The latest phase that has ended without the line having entered it, for example because the
// process was down.
std::optional<std::uint16_t> slept_through(const Line& line, Instant wall) {
    const auto& phases = line.settings().phases;
    const std::size_t next = line.last_phase() ? *line.last_phase() + 1u : 0u;
    for (std::size_t i = phases.size(); i > next; --i)
        if (phases[i - 1].to <= wall) return static_cast<std::uint16_t>(i - 1);
    return std::nullopt;
}

bool knows_phase(const Line& line, const std::string& phase) {
    return line.settings().phase_index(phase).has_value();
}

OperatorDecision add_entries(std::size_t entries, std::size_t count, FactBodies facts) {
    if (count == 0) return refuse(OperatorError::kBadSettings, "entries", "the list is empty");
    if (entries + count > kListedMax)
        return refuse(OperatorError::kTooMany, "entries", "at most 2,000,000 entries an event");
    return concern(static_cast<std::uint32_t>(count), std::move(facts));
}

OperatorDecision unknown_phase(const std::string& phase) {
    return refuse(OperatorError::kUnknownPhase, "phase", "the event has no phase " + phase);
}

// Ends the places of those guests who are in line or admitted.
FactBodies end_places(const Line& line, const std::vector<GuestId>& guests) {
    std::set<Number> ended;  // A list may contain a guest twice, but a place ends once.
    FactBodies facts;
    for (const GuestId& guest : guests) {
        const auto number = line.find(guest);
        if (number && ended.insert(*number).second)
            facts.push_back(fact::PlaceEnded{*number, EndReason::kRevoked});
    }
    return facts;
}

}  // namespace

OperatorDecision decide(const WaitingRoom& room, const command::CreateEvent& create) {
    if (auto problem = check(*create.settings))
        return refuse(OperatorError::kBadSettings, problem->field, problem->message);
    if (room.find(create.settings->key) != nullptr)
        return refuse(OperatorError::kKeyTaken, "key", "an event with this key exists");
    if (room.size() >= kEventsMax)
        return refuse(OperatorError::kTooMany, "", "archive events you no longer need");
    return concern(0, {fact::EventCreated{create.settings}});
}

OperatorDecision decide(const Line& line, const command::EditEvent& edit, Stamp stamp) {
    if (edit.if_version && *edit.if_version != line.version())
        return refuse(OperatorError::kVersionConflict, "version",
                      "the event has changed meanwhile; read it again");
    if (auto problem = check_edit(line.settings(), *edit.settings, line.lifecycle(), stamp.wall))
        return refuse(OperatorError::kBadSettings, problem->field, problem->message);
    if (*edit.settings == line.settings()) return concern(0, {});
    return concern(line.book().keeping_count(), {fact::EventEdited{edit.settings}});
}

OperatorDecision decide(const Line& line, const command::ChangeLifecycle& change, Stamp stamp) {
    if (change.action == LifecycleAction::kPublish) return set_published(line, true);
    if (change.action == LifecycleAction::kUnpublish) return set_published(line, false);
    if (change.action == LifecycleAction::kOpen && !line.settings().published)
        return refuse(OperatorError::kWrongState, "published", "publish the event first");
    auto facts = act(line, change.action, stamp.wall);
    if (!facts)
        return refuse(OperatorError::kWrongState, "lifecycle",
                      "not possible while the event is " + std::string{to_word(line.lifecycle())});
    return concern(line.book().keeping_count(), std::move(*facts));
}

OperatorDecision decide(const Line& line, const command::DelayOpening& delay, Stamp stamp) {
    const Lifecycle lifecycle = line.lifecycle();
    if (lifecycle != Lifecycle::kDraft && lifecycle != Lifecycle::kLobby)
        return refuse(OperatorError::kWrongState, "lifecycle", "the sale has already opened");
    if (delay.by <= Duration{0} || delay.by > kDelayMax)
        return refuse(OperatorError::kBadSettings, "minutes", "must be from 1 minute to 24 hours");
    auto settings = std::make_shared<EventSettings>(line.settings());
    settings->opens_at = std::max(settings->opens_at, stamp.wall) + delay.by;
    // Everything after the opening moves with it; the time windows keep their lengths.
    const Duration moved = settings->opens_at - line.settings().opens_at;
    for (Phase& phase : settings->phases)
        phase.from += moved, phase.to += moved;
    if (settings->closes_at) *settings->closes_at += moved;
    return concern(line.book().keeping_count(), {fact::EventEdited{std::move(settings)}});
}

OperatorDecision decide(const Line& line, const command::SetLevers& set) {
    for (const auto& [field, message] : {std::pair{"messageWaiting", &set.levers->message_waiting},
                                         {"messageAdmitted", &set.levers->message_admitted}})
        if (characters(*message) > kTextMax || has_control_characters(*message, LineFeed::kIsText))
            return refuse(OperatorError::kBadSettings, field,
                          "at most 500 characters, no control characters except line feeds");
    if (*set.levers == line.levers()) return concern(0, {});
    return concern(line.book().keeping_count(), {fact::LeversSet{set.levers}});
}

OperatorDecision decide(const Line& line, const command::FreezeDeadlines& freeze) {
    if (freeze.frozen == line.clock().frozen()) return concern(0, {});
    return concern(line.book().keeping_count() + line.ledger().size(),
                   {fact::DeadlinesFrozen{freeze.frozen}});
}

OperatorDecision decide(const Line& line, const command::MoveDeadlines& move) {
    if (move.by <= Duration{0} || move.by > kMoveMax)
        return refuse(OperatorError::kBadSettings, "minutes", "must be from 1 minute to 4 hours");
    return concern(line.book().keeping_count() + line.ledger().size(),
                   {fact::DeadlinesMoved{move.by}});
}

OperatorDecision decide(const Line& line, const command::ListGuests& list) {
    return decide(line, list, line.eligibility().size());
}

OperatorDecision decide(const Line& line, const command::ListGuests& list, std::size_t entries) {
    if (!knows_phase(line, list.phase)) return unknown_phase(list.phase);
    return add_entries(entries, list.guests->size(), {fact::GuestsListed{list.phase, list.guests}});
}

OperatorDecision decide(const Line& line, const command::BarGuests& bar) {
    return decide(line, bar, line.eligibility().size());
}

OperatorDecision decide(const Line& line, const command::BarGuests& bar, std::size_t entries) {
    const std::size_t count = bar.guests->size();
    if (!bar.barred && count > 0)
        return concern(static_cast<std::uint32_t>(count), {fact::GuestsUnbarred{bar.guests}});
    FactBodies facts = end_places(line, *bar.guests);
    facts.push_back(fact::GuestsBarred{bar.guests});
    return add_entries(entries, count, std::move(facts));
}

OperatorDecision decide(const Line& line, const command::IssueCodes& issue) {
    return decide(line, issue, line.eligibility().size());
}

OperatorDecision decide(const Line& line, const command::IssueCodes& issue, std::size_t entries) {
    if (issue.uses == 0)
        return refuse(OperatorError::kBadSettings, "uses", "a code needs at least one use");
    if (!knows_phase(line, issue.phase)) return unknown_phase(issue.phase);
    return add_entries(entries, issue.codes->size(),
                       {fact::CodesIssued{issue.phase, issue.uses, issue.codes}});
}

FactBodies decide_calendar(const Line& line, Stamp stamp, const Sha256Digest& random) {
    const EventSettings& settings = line.settings();
    const Lifecycle lifecycle = line.lifecycle();
    if (lifecycle == Lifecycle::kArchived || lifecycle == Lifecycle::kClosed) return {};
    // The calendar of an unpublished event does not advance. After a late publication it catches
    // up.
    if (!settings.published) return {};
    if (lifecycle == Lifecycle::kDraft && settings.lobby_opens_at &&
        stamp.wall >= *settings.lobby_opens_at)
        return open_lobby(line, random);
    if (can_open(line) && stamp.wall >= settings.opens_at) return open_sale(line, stamp.wall);
    const bool open = lifecycle == Lifecycle::kOpen || lifecycle == Lifecycle::kPaused;
    const auto phase = open ? settings.phase_at(stamp.wall) : std::nullopt;
    if (phase != line.phase_index()) return {fact::PhaseChanged{phase}};
    // A missed phase begins and ends in two steps, so that guests are then asked for the phase
    // after it.
    if (open && !phase)
        if (const auto missed = slept_through(line, stamp.wall))
            return {fact::PhaseChanged{missed}};
    if (settings.closes_at && stamp.wall >= *settings.closes_at)
        return {fact::LifecycleChanged{Lifecycle::kClosed}};
    return {};
}

}  // namespace onsale::waiting_room
