#include "sale/domain/hold_rules.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/assert.hpp"
#include "seat/domain/hall_rules.hpp"

namespace onsale::sale {

using waiting_room::Admission;
using waiting_room::Line;
using waiting_room::Number;

namespace {

// What a decision about a hold looks at.
struct Scene {
    const Line& line;
    HallId id;
    const OpenHall& hall;
    Instant line_now;
};

HoldRefusal refusal(HoldError error) {
    return {.error = error, .hall = {}, .unknown_seats = {}};
}

HoldRefusal refusal(seat::HallRefusal hall) {
    return {.error = HoldError::kHall, .hall = std::move(hall), .unknown_seats = {}};
}

// Before the sale opens every seat is out of reach, whatever else is set.
bool sells(const Line& line) {
    return line.lifecycle() == waiting_room::Lifecycle::kOpen ||
           line.lifecycle() == waiting_room::Lifecycle::kPaused;
}

bool is_admitted(const Line& line, const Buyer& buyer) {
    const auto number = line.find(buyer.guest);
    return number && *number == number_of(buyer.admission) && line.ledger().live(buyer.admission);
}

Result<Scene, HoldError> find(const State& state, const Buyer& buyer, Instant now) {
    const Line* const line = state.room().find(buyer.event);
    if (line == nullptr) return fail(HoldError::kUnknownEvent);
    const auto id = state.halls().find(buyer.event, buyer.performance);
    if (!id) return fail(HoldError::kUnknownPerformance);
    if (!sells(*line)) return fail(HoldError::kNotOpen);
    if (!is_admitted(*line, buyer)) return fail(HoldError::kNoAdmission);
    return Scene{*line, *id, *state.halls().find(*id), line->clock().at(now)};
}

void append(Facts& facts, HallId hall, seat::HallFacts changes) {
    for (seat::HallFact& change : changes)
        facts.push_back(fact::HallChanged{hall, std::move(change)});
}

// The admission goes on for as long as its hold.
void keep_admission(const Scene& scene, const Buyer& buyer, Instant hold_deadline, Facts& facts) {
    const Number number = number_of(buyer.admission);
    const Admission& admission = *scene.line.ledger().find(number);
    const auto add = [&](waiting_room::FactBody body) {
        facts.push_back(waiting_room::Fact{buyer.event, std::move(body)});
    };
    if (!admission.claimed) add(waiting_room::fact::Claimed{number});
    if (admission.deadline < hold_deadline)
        add(waiting_room::fact::AdmissionDeadlineSet{number, hold_deadline});
}

HoldDecision held(const Scene& scene, const Buyer& buyer, seat::HoldDecision decided) {
    if (!decided.outcome) return {fail(refusal(std::move(decided.outcome.error()))), {}};
    HoldDecision decision{Held{scene.id, std::move(*decided.outcome)}, {}};
    append(decision.facts, scene.id, std::move(decided.facts));
    keep_admission(scene, buyer, decision.outcome->seats.deadline, decision.facts);
    return decision;
}

seat::AdmissionKey key_of(const Buyer& buyer) {
    return {buyer.admission.value};
}

}  // namespace

OpenHallDecision decide(const State& state, const command::OpenHall& open) {
    const Line* const line = state.room().find(open.event);
    if (line == nullptr) return {fail(OpenHallError::kUnknownEvent), {}};
    const auto& performances = line->settings().performances;
    if (std::ranges::find(performances, open.performance, &waiting_room::Performance::id) ==
        performances.end())
        return {fail(OpenHallError::kUnknownPerformance), {}};
    if (state.halls().find(open.event, open.performance))
        return {fail(OpenHallError::kHasHall), {}};
    if (state.halls().size() >= kHallsMax) return {fail(OpenHallError::kTooMany), {}};
    return {state.halls().next_id(),
            {fact::HallOpened{open.event, open.performance, open.plan, open.rules}}};
}

HoldDecision decide(const State& state, const command::SelectSeats& select, Instant now) {
    const auto scene = find(state, select.buyer, now);
    if (!scene) return {fail(refusal(scene.error())), {}};
    const seat::Seating& seating = scene->hall.seats.seating();
    seat::Seats seats;
    HoldRefusal unknown = refusal(seat::HallRefusal{seat::HallError::kUnknownSeat, {}, {}});
    for (const std::string& id : select.seats) {
        if (const auto seat = seating.find(id))
            seats.push_back(*seat);
        else
            unknown.unknown_seats.push_back(id);
    }
    if (!unknown.unknown_seats.empty()) return {fail(std::move(unknown)), {}};
    return held(*scene, select.buyer,
                seat::decide(scene->hall.seats,
                             seat::command::Select{select.buyer.guest, key_of(select.buyer),
                                                   std::move(seats), select.random},
                             scene->line_now));
}

HoldDecision decide(const State& state, const command::SelectBest& select, Instant now) {
    const auto scene = find(state, select.buyer, now);
    if (!scene) return {fail(refusal(scene.error())), {}};
    return held(*scene, select.buyer,
                seat::decide(scene->hall.seats,
                             seat::command::SelectBest{select.buyer.guest, key_of(select.buyer),
                                                       select.wish, select.random},
                             scene->line_now));
}

ReleaseDecision decide(const State& state, const command::ReleaseSeats& release, Instant now) {
    const auto scene = find(state, release.buyer, now);
    if (!scene) return {fail(refusal(scene.error())), {}};
    auto decided =
        seat::decide(scene->hall.seats, seat::command::Release{release.buyer.guest, release.random},
                     scene->line_now);
    if (!decided.outcome) return {fail(refusal(std::move(decided.outcome.error()))), {}};
    ReleaseDecision decision{*decided.outcome, {}};
    append(decision.facts, scene->id, std::move(decided.facts));
    return decision;
}

Facts decide_hall_deadlines(const State& state, HallId id, Instant now, std::uint64_t random) {
    const OpenHall* const hall = state.halls().find(id);
    ONSALE_ASSERT(hall != nullptr);
    const Line& line = *state.room().find(hall->event);
    Facts facts;
    append(facts, id, seat::decide_deadlines(hall->seats, line.clock().at(now), random));
    return facts;
}

}  // namespace onsale::sale
