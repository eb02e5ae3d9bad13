#include "sale/domain/rule/office_rules.hpp"

#include <algorithm>
#include <utility>

#include "payment/domain/rule/order_rules.hpp"
#include "seat/domain/delay.hpp"
#include "seat/domain/hall_rules.hpp"

namespace onsale::sale {
namespace {

OfficeDecision refuse(OfficeError error, std::string field = {}) {
    return {fail(OfficeRefusal{error, std::move(field)}), {}};
}

struct Place {
    HallId id;
    const OpenHall& hall;
};

Result<Place, OfficeError> find_hall(const State& state, waiting_room::EventId event,
                                     const std::string& performance) {
    if (state.room().find(event) == nullptr) return fail(OfficeError::kUnknownEvent);
    const auto id = state.halls().find(event, performance);
    if (!id) return fail(OfficeError::kUnknownPerformance);
    return Place{*id, *state.halls().find(*id)};
}

Result<seat::Seats, std::string> find_seats(const seat::Seating& seating,
                                            const std::vector<std::string>& ids) {
    seat::Seats seats;
    for (const std::string& id : ids) {
        const auto seat = seating.find(id);
        if (!seat) return fail(id);
        seats.push_back(*seat);
    }
    return seats;
}

OfficeDecision settled(HallId hall, seat::SeatsDecision decided) {
    if (!decided.outcome)
        return {fail(OfficeRefusal{OfficeError::kHall, {}, std::move(decided.outcome.error())}),
                {}};
    OfficeDecision decision{*decided.outcome, {}};
    for (seat::HallFact& change : decided.facts)
        decision.facts.push_back(fact::HallChanged{hall, std::move(change)});
    return decision;
}

// A grade of the hall for which there is no price.
std::optional<std::string> unpriced(const seat::Seating& seating,
                                    const payment::PriceList& prices) {
    for (std::size_t i = 0; i < seating.grade_count(); ++i) {
        const std::string& grade = seating.grade_id(static_cast<seat::GradeIndex>(i));
        if (std::ranges::find(prices.grades, grade, &payment::GradePrices::grade) ==
            prices.grades.end())
            return grade;
    }
    return std::nullopt;
}

// A random selection of the seats that wait for an operator, so that nobody can predict which
// become free.
seat::Seats some_waiting(const seat::Hall& hall, std::uint32_t count, std::uint64_t random) {
    seat::Seats waiting;
    const auto states = hall.map().states();
    for (std::uint32_t i = 0; i < states.size(); ++i)
        if (states[i] == seat::SeatState::kReturned && !hall.returns().contains({i}))
            waiting.push_back({i});
    for (std::size_t i = 0; i < waiting.size() && i < count; ++i)
        std::swap(waiting[i], waiting[i + seat::derived(random, i) % (waiting.size() - i)]);
    waiting.resize(std::min<std::size_t>(waiting.size(), count));
    return waiting;
}

bool has_performance(const waiting_room::EventSettings& settings, const std::string& id) {
    return std::ranges::find(settings.performances, id, &waiting_room::Performance::id) !=
           settings.performances.end();
}

// A performance with a hall that `after` no longer has. What an earlier version let an edit remove
// does not count: it must not lock the event.
const std::string* removed_with_hall(const State& state, waiting_room::EventId event,
                                     const waiting_room::EventSettings& after) {
    const waiting_room::EventSettings& before = state.room().find(event)->settings();
    for (const HallId id : state.halls().of(event)) {
        const std::string& performance = state.halls().find(id)->performance;
        if (has_performance(before, performance) && !has_performance(after, performance))
            return &performance;
    }
    return nullptr;
}

}  // namespace

OfficeDecision decide(const State& state, const command::OpenHall& open, const Moment&) {
    const waiting_room::Line* const line = state.room().find(open.event);
    if (line == nullptr) return refuse(OfficeError::kUnknownEvent);
    if (!has_performance(line->settings(), open.performance))
        return refuse(OfficeError::kUnknownPerformance);
    if (state.halls().find(open.event, open.performance)) return refuse(OfficeError::kHasHall);
    if (state.halls().size() >= kHallsMax) return refuse(OfficeError::kTooMany);
    const seat::Hall fresh{open.seating, {}};
    if (!seat::decide(fresh, seat::command::SetRules{open.rules}).outcome)
        return refuse(OfficeError::kBadField, "rules");
    return {open.seating->size(),
            {fact::HallOpened{open.event, open.performance, open.plan, open.rules, open.seating}}};
}

OfficeDecision decide(const State& state, const command::SetHallRules& set, const Moment&) {
    const auto place = find_hall(state, set.event, set.performance);
    if (!place) return refuse(place.error());
    return settled(place->id, seat::decide(place->hall.seats, seat::command::SetRules{set.rules}));
}

OfficeDecision decide(const State& state, const command::BlockSeats& block, const Moment&) {
    const auto place = find_hall(state, block.event, block.performance);
    if (!place) return refuse(place.error());
    auto seats = find_seats(place->hall.seats.seating(), block.seats);
    if (!seats) return refuse(OfficeError::kUnknownSeat, std::move(seats.error()));
    return settled(place->id, seat::decide(place->hall.seats,
                                           seat::command::BlockSeats{std::move(*seats),
                                                                     block.reason, block.owner}));
}

OfficeDecision decide(const State& state, const command::UnblockSeats& unblock, const Moment&) {
    const auto place = find_hall(state, unblock.event, unblock.performance);
    if (!place) return refuse(place.error());
    auto seats = find_seats(place->hall.seats.seating(), unblock.seats);
    if (!seats) return refuse(OfficeError::kUnknownSeat, std::move(seats.error()));
    return settled(place->id,
                   seat::decide(place->hall.seats, seat::command::UnblockSeats{std::move(*seats)}));
}

OfficeDecision decide(const State& state, const command::ReleaseReturned& release,
                      const Moment& moment) {
    const auto place = find_hall(state, release.event, release.performance);
    if (!place) return refuse(place.error());
    auto seats = find_seats(place->hall.seats.seating(), release.seats);
    if (!seats) return refuse(OfficeError::kUnknownSeat, std::move(seats.error()));
    if (seats->empty()) *seats = some_waiting(place->hall.seats, release.count, moment.random);
    if (seats->empty()) return {0u, {}};
    return settled(place->id, seat::decide(place->hall.seats,
                                           seat::command::ReleaseReturned{std::move(*seats)}));
}

OfficeDecision decide(const State& state, const command::SetTerms& set, const Moment& moment) {
    if (state.room().find(set.event) == nullptr) return refuse(OfficeError::kUnknownEvent);
    std::uint32_t seats = 0;
    for (const HallId id : state.halls().of(set.event)) {
        const seat::Seating& seating = state.halls().find(id)->seats.seating();
        if (auto grade = unpriced(seating, set.terms->prices))
            return refuse(OfficeError::kNoPrice, std::move(*grade));
        seats += seating.size();
    }
    auto decided = payment::decide(
        state.orders(),
        payment::command::SetTerms{set.event, set.terms, {payment::ActorKind::kOperator}},
        moment.now());
    if (!decided.outcome)
        return decided.outcome.error() == payment::OrderError::kTooMany
                   ? refuse(OfficeError::kTooMany)
                   : refuse(OfficeError::kBadField, "terms");
    OfficeDecision decision{seats, {}};
    for (payment::Fact& fact : decided.facts)
        decision.facts.push_back(std::move(fact));
    return decision;
}

OfficeDecision decide(const State& state, const command::SetSettings& set, const Moment&) {
    if (state.room().find(set.event) == nullptr) return refuse(OfficeError::kUnknownEvent);
    if (auto field = problem_of(*set.settings))
        return refuse(OfficeError::kBadField, std::move(*field));
    return {0u, {fact::SettingsSet{set.event, set.settings}}};
}

OfficeDecision decide(const State& state, const command::SetLevers& set, const Moment&) {
    if (state.room().find(set.event) == nullptr) return refuse(OfficeError::kUnknownEvent);
    if (auto field = problem_of(*set.levers))
        return refuse(OfficeError::kBadField, std::move(*field));
    std::uint32_t holding = 0;
    for (const HallId id : state.halls().of(set.event)) {
        const seat::Hall& hall = state.halls().find(id)->seats;
        holding += hall.map().counts()[seat::SeatState::kHeld];
    }
    for (const std::string& section : set.levers->sections_stopped) {
        const bool known = std::ranges::any_of(state.halls().of(set.event), [&](HallId id) {
            return state.halls().find(id)->seats.seating().find_section(section).has_value();
        });
        if (!known) return refuse(OfficeError::kUnknownSection, section);
    }
    return {holding, {fact::LeversSet{set.event, set.levers}}};
}

OfficeDecision decide(const State& state, const command::SetBrake& set, const Moment&) {
    const waiting_room::Line* const line = state.room().find(set.event);
    if (line == nullptr) return refuse(OfficeError::kUnknownEvent);
    if (line->brake() == set.per_second) return {0u, {}};
    return {set.per_second,
            {waiting_room::Fact{set.event, waiting_room::fact::AdmissionBraked{set.per_second}}}};
}

waiting_room::OperatorDecision decide(const State& state,
                                      const waiting_room::command::EditEvent& edit, Stamp stamp) {
    using waiting_room::OperatorError;
    auto decision = waiting_room::decide(*state.room().find(edit.event), edit, stamp);
    if (!decision.outcome) return decision;
    const std::string* const removed = removed_with_hall(state, edit.event, *edit.settings);
    if (removed == nullptr) return decision;
    return {fail(waiting_room::OperatorRefusal{
                OperatorError::kBadSettings, "performances",
                "performance " + *removed + " has a hall and cannot be removed or renamed"}),
            {}};
}

}  // namespace onsale::sale
