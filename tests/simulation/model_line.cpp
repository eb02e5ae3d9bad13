#include "tests/simulation/model_line.hpp"

#include <algorithm>

namespace onsale::sim {
namespace {

using namespace std::chrono_literals;
using waiting_room::admission_id;
using waiting_room::Eligibility;
using waiting_room::is_live;
using waiting_room::keeps_place;
using waiting_room::number_of;

constexpr Duration kUndoLeave = 60s;

std::int64_t round_up_to_second(Instant line_now) {
    return (to_ms(line_now) + 999) / 1000;
}

}  // namespace

std::uint32_t ModelLine::keeping() const {
    return static_cast<std::uint32_t>(std::ranges::count_if(
        places, [](const ModelPlace& place) { return keeps_place(place.standing); }));
}

std::uint32_t ModelLine::active() const {
    return static_cast<std::uint32_t>(
        std::ranges::count(places, Standing::kAdmitted, &ModelPlace::standing));
}

bool ModelLine::undrawn_lobby() const {
    return lifecycle == Lifecycle::kLobby &&
           settings.order == waiting_room::OrderPolicy::kLobbyShuffle;
}

std::uint32_t ModelLine::position(Number number) const {
    const ModelPlace& mine = places[number.value - 1];
    const bool over = lifecycle == Lifecycle::kClosed || lifecycle == Lifecycle::kArchived;
    if (!is_live(mine.standing) || mine.standing == Standing::kAdmitted || over) return 0;
    // A guest who has left may return within a minute, but gets no position.
    if (undrawn_lobby() || mine.standing == Standing::kLeaving) return 0;
    if (!keeps_place(mine.standing)) return 1;  // Missed the turn once: next after the return.
    return 1 + static_cast<std::uint32_t>(std::ranges::count_if(places, [&](const auto& other) {
               return keeps_place(other.standing) && other.place < mine.place;
           }));
}

// The bucket holds the admissions of one second.
std::int64_t ModelLine::tokens(Instant now) const {
    const std::int64_t rate = settings.rules.admit_per_second;
    if (now - filled_at_ >= 1s) return 1000 * rate;
    return std::min(1000 * rate, level_ + (now - filled_at_).count() * rate);
}

std::optional<Number> ModelLine::living(const GuestId& guest) const {
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i].guest == guest && is_live(places[i].standing))
            return Number{static_cast<std::uint32_t>(i) + 1};
    return std::nullopt;
}

ModelPlace* ModelLine::find(Number number) {
    return number.value == 0 || number.value > places.size() ? nullptr : &places[number.value - 1];
}

const Phase* ModelLine::phase_named(const std::optional<std::string>& id) const {
    if (!id) return nullptr;
    for (const Phase& one : settings.phases)
        if (one.id == *id) return &one;
    return nullptr;
}

bool ModelLine::admits() const {
    return lifecycle == Lifecycle::kOpen && !levers.admission_stopped &&
           (settings.phases.empty() || phase);
}

bool ModelLine::allowed(const Phase& to, const GuestId& guest) const {
    if (to.who == Eligibility::kEverybody) return true;
    const auto found = proved.find(to.id);
    return found != proved.end() && found->second.contains(guest);
}

const Phase* ModelLine::phase_to_enter() const {
    if (phase) return phase_named(phase);
    if (lifecycle == Lifecycle::kLobby || !last_phase) return &settings.phases.front();
    const Phase* const next = phase_named(last_phase) + 1;
    return next == settings.phases.data() + settings.phases.size() ? nullptr : next;
}

std::optional<EnterError> ModelLine::prove(const Phase& to, const GuestId& guest,
                                           const std::optional<Sha256Digest>& code,
                                           const std::vector<std::string>& claimed, bool spend) {
    if (allowed(to, guest)) return std::nullopt;
    const bool shown = std::ranges::find(claimed, to.id) != claimed.end();
    if (to.who == Eligibility::kClaim && shown) {
        if (spend) proved[to.id].insert(guest), touched = true;
        return std::nullopt;
    }
    if (to.who != Eligibility::kCode || !code) return EnterError::kNotEligible;
    if (!codes[to.id].contains(*code)) return EnterError::kCodeUnknown;
    if (codes[to.id][*code] == 0) return EnterError::kCodeUsedUp;
    if (spend) --codes[to.id][*code], proved[to.id].insert(guest), touched = true;
    return std::nullopt;
}

std::optional<EnterError> ModelLine::prove_to_enter(const waiting_room::command::Enter& enter) {
    if (settings.phases.empty()) return std::nullopt;
    const Phase* const to = phase_to_enter();
    if (to == nullptr) return EnterError::kClosed;
    return prove(*to, enter.guest, enter.code, enter.claimed_phases, true);
}

std::optional<EnterError> ModelLine::door() const {
    if (lifecycle == Lifecycle::kDraft) return EnterError::kNotOpenYet;
    if (lifecycle == Lifecycle::kClosed || lifecycle == Lifecycle::kArchived)
        return EnterError::kClosed;
    if (levers.joins_stopped) return EnterError::kJoinsStopped;
    return std::nullopt;
}

void ModelLine::mark_seen(ModelPlace& place, Instant now) {
    place.seen_s = round_up_to_second(line_time(now));
}

void ModelLine::mark_all_seen(Instant line_now) {
    for (ModelPlace& place : places)
        place.seen_s = round_up_to_second(line_now);
}

void ModelLine::come_back(ModelPlace& place) {
    if (place.standing == Standing::kAway) place.standing = Standing::kWaiting, touched = true;
    if (place.standing != Standing::kMissed) return;
    touched = true;
    place.standing = Standing::kRecalled;
    place.came_back = ++came_back_;
}

EnterOutcome ModelLine::enter(const waiting_room::command::Enter& enter, Instant now) {
    if (const auto number = living(enter.guest)) {
        ModelPlace& place = *find(*number);
        if (place.standing != Standing::kAdmitted) (void)prove_to_enter(enter);
        if (place.standing == Standing::kLeaving)
            place.standing = Standing::kWaiting, touched = true;
        come_back(place);
        mark_seen(place, now);
        return *number;
    }
    if (const auto error = door()) return fail(*error);
    if (barred.contains(enter.guest)) return fail(EnterError::kBarred);
    if (keeping() >= settings.rules.line_max) return fail(EnterError::kLineFull);
    if (const auto error = prove_to_enter(enter)) return fail(*error);
    ModelPlace place;
    place.guest = enter.guest;
    place.place = static_cast<std::uint32_t>(places.size()) + 1;
    mark_seen(place, now);
    places.push_back(place);
    touched = true;
    return Number{place.place};
}

PlaceOutcome ModelLine::leave(const waiting_room::command::Leave& leave, Instant now) {
    ModelPlace* const place = find(leave.number);
    if (place != nullptr && gave_away(*place, leave.guest)) return fail(PlaceError::kMoved);
    if (place == nullptr || !is_live(place->standing)) return fail(PlaceError::kNoPlace);
    touched |= place->standing != Standing::kLeaving;
    if (place->standing == Standing::kWaiting || place->standing == Standing::kAway) {
        place->standing = Standing::kLeaving;
        place->leave_by = line_time(now) + kUndoLeave;
    } else if (place->standing != Standing::kLeaving) {
        place->standing = Standing::kEndedLeft;
    }
    mark_seen(*place, now);
    return leave.number;
}

PlaceOutcome ModelLine::claim(const waiting_room::command::Claim& claim, Instant now) {
    const AdmissionId admission = claim.admission;
    ModelPlace* const place = find(number_of(admission));
    if (place == nullptr || place->standing != Standing::kAdmitted ||
        gave_away(*place, claim.guest) ||
        admission_id(number_of(admission), place->attempt) != admission)
        return fail(PlaceError::kNotAdmitted);
    touched |= !place->claimed;
    place->claimed = true;
    mark_seen(*place, now);
    return number_of(admission);
}

PlaceOutcome ModelLine::complete(AdmissionId admission, Instant now) {
    ModelPlace* const place = find(number_of(admission));
    if (place != nullptr && place->standing == Standing::kEndedCompleted)
        return number_of(admission);
    if (place == nullptr || place->standing != Standing::kAdmitted ||
        admission_id(number_of(admission), place->attempt) != admission)
        return fail(PlaceError::kNotAdmitted);
    place->standing = Standing::kEndedCompleted;
    touched = true;
    mark_seen(*place, now);
    return number_of(admission);
}

PlaceOutcome ModelLine::more_time(const waiting_room::command::Extend& extend, Instant now) {
    const Number number = number_of(extend.admission);
    ModelPlace* const place = find(number);
    if (place == nullptr || place->standing != Standing::kAdmitted ||
        gave_away(*place, extend.guest) || admission_id(number, place->attempt) != extend.admission)
        return fail(PlaceError::kNotAdmitted);
    const bool had_it = extend.which > 0 && place->extensions >= extend.which;
    if (!had_it) {
        const waiting_room::LineRules& rules = settings.rules;
        if (rules.extension == 0s || rules.extensions == 0) return fail(PlaceError::kNoExtensions);
        const std::uint32_t next = place->extensions + 1;
        if (next > rules.extensions || extend.which > rules.extensions)
            return fail(PlaceError::kExtensionsUsed);
        place->extensions = extend.which > next ? extend.which : next;
        place->deadline += rules.extension;
        place->own_end += rules.extension;
        place->claimed = true;
        touched = true;
    }
    mark_seen(*place, now);
    return number;
}

PlaceOutcome ModelLine::revoke(const GuestId& guest, bool bar, Instant) {
    const auto number = living(guest);
    touched |= number.has_value() || (bar && !barred.contains(guest));
    if (bar) barred.insert(guest);
    if (number) find(*number)->standing = Standing::kEndedRevoked;
    if (!number && !bar) return fail(PlaceError::kNoPlace);
    return number.value_or(Number{});
}

void ModelLine::seen(const std::vector<Number>& numbers, Instant now) {
    for (const Number number : numbers) {
        ModelPlace* const place = find(number);
        if (place == nullptr) continue;
        mark_seen(*place, now);
        come_back(*place);
    }
}

std::vector<bool> ModelLine::eligible_for(
    const waiting_room::command::CheckEligibility& check) const {
    std::vector<bool> answers;
    ModelLine scratch = *this;
    for (const Phase& one : settings.phases)
        answers.push_back(
            !barred.contains(check.guest) &&
            !scratch.prove(one, check.guest, check.code, check.claimed_phases, false));
    return answers;
}

void ModelLine::expire_deadlines(Instant line_now) {
    for (ModelPlace& place : places) {
        if (place.standing == Standing::kLeaving && place.leave_by <= line_now)
            place.standing = Standing::kEndedLeft;
        if (place.standing != Standing::kAdmitted) continue;
        if (place.claimed && place.deadline <= line_now) {
            place.standing = Standing::kEndedAdmission;
        } else if (!place.claimed && std::min(place.claim_by, place.deadline) <= line_now) {
            place.standing = place.attempt == 1 ? Standing::kMissed : Standing::kEndedSilent;
        }
    }
}

// Runs once a second.
void ModelLine::expire_active_silence(Instant line_now) {
    for (ModelPlace& place : places) {
        if (place.standing != Standing::kAdmitted || !place.claimed) continue;
        if (settings.rules.claim_within == 0s) continue;
        const std::chrono::seconds silence{to_ms(line_now) / 1000 - place.seen_s};
        if (silence >= settings.rules.active_away_after) place.standing = Standing::kEndedAdmission;
    }
}

void ModelLine::expire_silence(Instant line_now) {
    for (ModelPlace& place : places) {
        const bool present =
            place.standing == Standing::kWaiting || place.standing == Standing::kRecalled;
        if (!present && place.standing != Standing::kAway && place.standing != Standing::kMissed)
            continue;
        const std::chrono::seconds silence{to_ms(line_now) / 1000 - place.seen_s};
        if (silence >= settings.rules.forget_after)
            place.standing = Standing::kEndedSilent;
        else if (present && silence >= settings.rules.away_after)
            place.standing =
                place.standing == Standing::kRecalled ? Standing::kMissed : Standing::kAway;
    }
}

void ModelLine::tick(Instant now) {
    const bool look_at_active = !active_swept_at_ || now - *active_swept_at_ >= 1s;
    if (look_at_active) active_swept_at_ = now;
    if (frozen_at) return;
    const Instant line_now = line_time(now);
    expire_deadlines(line_now);
    if (look_at_active) expire_active_silence(line_now);
    expire_silence(line_now);
}

// Recalled places come first, in the order of their return. Then comes the lowest waiting place.
ModelPlace* ModelLine::next_to_admit() {
    const Phase* const running = phase_named(phase);
    ModelPlace* best = nullptr;
    for (ModelPlace& place : places) {
        if (running != nullptr && !allowed(*running, place.guest)) continue;
        if (place.standing != Standing::kRecalled && place.standing != Standing::kWaiting) continue;
        const auto order = [](const ModelPlace& one) {
            const bool recalled = one.standing == Standing::kRecalled;
            return std::pair{recalled ? 0 : 1, recalled ? one.came_back : one.place};
        };
        if (best == nullptr || order(place) < order(*best)) best = &place;
    }
    return best;
}

std::vector<Number> ModelLine::admit(Instant now) {
    std::vector<Number> admitted;
    const waiting_room::LineRules& rules = settings.rules;
    while (admits() && active() < rules.max_active && tokens(now) >= 1000) {
        ModelPlace* const place = next_to_admit();
        if (place == nullptr) break;
        const bool claims_off = rules.claim_within == 0s;
        place->attempt = place->standing == Standing::kRecalled ? 2 : 1;
        place->standing = Standing::kAdmitted;
        place->claimed = claims_off;
        place->extensions = 0;
        place->deadline = line_time(now) + rules.admission_ttl;
        place->own_end = place->deadline;
        place->claim_by = line_time(now) + (claims_off ? rules.admission_ttl : rules.claim_within);
        level_ = tokens(now) - 1000;
        filled_at_ = now;
        admitted.push_back(Number{static_cast<std::uint32_t>(place - places.data()) + 1});
    }
    return admitted;
}

void ModelLine::resume(Instant last, Duration gap, bool worth_noting) {
    mark_all_seen(line_time(last));
    active_swept_at_.reset();
    move_codes.clear();
    const bool over = lifecycle == Lifecycle::kArchived;
    if (worth_noting && !over && !frozen_at) behind += gap;
}

void ModelLine::skip_to(Number number) {
    ModelPlace nobody;
    nobody.standing = Standing::kNone;
    if (number.value > places.size()) places.resize(number.value, nobody);
}

}  // namespace onsale::sim
