#include "adapter/postgres/event/sale_office.hpp"

#include <cstring>

#include "adapter/postgres/event/seat_rows.hpp"
#include "adapter/postgres/protocol/refusal.hpp"
#include "sale/domain/rule/consequences.hpp"
#include "sale/domain/working_set.hpp"

namespace onsale::postgres {

using sale::OfficeError;
using sale::OfficeOutcome;
using sale::OfficeRefusal;

namespace {

// Guests who pay at the same moment for seats that the house wants. Each time one of them wins.
constexpr int kRacesMax = 3;

std::int64_t total_seats(const sale::State& state, EventId event) {
    std::int64_t total = 0;
    for (const sale::HallId hall : state.halls().of(event))
        total += state.halls().find(hall)->seats.seating().size();
    return total;
}

// How many of the seats stop being gone (sold or blocked), or become so: a negative or a positive
// number. Decided on the hall before the change.
std::int64_t gone_by(const seat::HallFact& change, const seat::Hall& hall) {
    if (const auto* const unblocked = std::get_if<seat::fact::SeatsUnblocked>(&change))
        return -static_cast<std::int64_t>(unblocked->seats.size());
    std::int64_t more = 0;
    if (const auto* const blocked = std::get_if<seat::fact::SeatsBlocked>(&change))
        for (const seat::SeatIndex seat : blocked->seats)
            more += hall.state(seat) == seat::SeatState::kBlocked ? 0 : 1;
    return more;
}

}  // namespace

sale::Moment SaleOffice::moment(Stamp stamp) const {
    std::uint64_t random = 0;
    const Sha256Digest digest = store_.entropy();
    std::memcpy(&random, digest.data(), sizeof random);
    return {stamp, random, store_.zones};
}

SaleOffice::Outcome SaleOffice::change(Scope scope, Rule rule) {
    OfficeOutcome outcome = fail(OfficeRefusal{OfficeError::kUnknownEvent});
    const auto decide_it = [&](const EventMoment& at) {
        const sale::State& state = store_.replica.state();
        EventDecision decision{.event = scope.event};
        auto decided = rule(state, moment(at.stamp));
        outcome = std::move(decided.outcome);
        if (scope.rehearse || !outcome) return decision;
        decision.facts = std::move(decided.facts);
        // A new hall has seats to sell.
        if (scope.opens_hall)
            for (sale::Fact& fact : sale::follow_counts(state, scope.event, false))
                decision.facts.push_back(std::move(fact));
        return decision;
    };
    const auto error = co_await change_event(
        store_, {.event = scope.event, .numbers = scope.opens_hall}, decide_it);
    if (error) co_return refused<OfficeOutcome>(*error);
    co_return outcome;
}

Call<sale::command::OpenHall> SaleOffice::handle(sale::command::OpenHall open) {
    return change({open.event, open.rehearse, true}, rule_of(open));
}

Call<sale::command::BlockSeats> SaleOffice::handle(sale::command::BlockSeats block) {
    return change_seats({block.event, block.rehearse}, {block.performance, block.seats},
                        rule_of(block));
}

Call<sale::command::UnblockSeats> SaleOffice::handle(sale::command::UnblockSeats unblock) {
    return change_seats({unblock.event, unblock.rehearse}, {unblock.performance, unblock.seats},
                        rule_of(unblock));
}

Call<sale::command::ReleaseReturned> SaleOffice::handle(sale::command::ReleaseReturned release) {
    return change_seats({release.event, release.rehearse}, {release.performance, release.seats},
                        rule_of(release));
}

SaleOffice::Outcome SaleOffice::change_seats(Scope scope, Seats seats, Rule rule) {
    for (int races = 1;; ++races) {
        bool again = false;
        OfficeOutcome outcome = co_await try_seats(scope, seats, rule, again);
        if (!again || races == kRacesMax) co_return outcome;
    }
}

SaleOffice::Outcome SaleOffice::try_seats(Scope scope, Seats seats, Rule rule, bool& again) {
    // The hall must be known before its rows are read.
    if (!hall_of(scope, seats))
        if (const auto error = co_await store_.replica.refresh(store_.client, store_.deadline()))
            co_return refused<OfficeOutcome>(*error);
    OfficeOutcome outcome = fail(OfficeRefusal{OfficeError::kUnavailable});
    const bool has_read = hall_of(scope, seats).has_value();
    const auto error = co_await change_event(
        store_, {.event = scope.event, .reads = reads_of(scope, seats)},
        [&](const EventMoment& at) {
            const auto hall = hall_of(scope, seats);
            again = hall && !has_read;
            if (again) return EventDecision{.event = scope.event};
            return decide_seats(scope, hall, rule, at, outcome);
        });
    if (error && error->cause == CallCause::kUniqueViolation) again = true;
    if (error) co_return refused<OfficeOutcome>(*error);
    co_return outcome;
}

std::optional<sale::HallId> SaleOffice::hall_of(Scope scope, const Seats& seats) const {
    return store_.replica.state().halls().find(scope.event, seats.performance);
}

std::vector<Command> SaleOffice::reads_of(Scope scope, const Seats& seats) const {
    const sale::Halls& halls = store_.replica.state().halls();
    const auto id = hall_of(scope, seats);
    if (!id) return {};
    std::vector<Command> reads =
        seats.names.empty() ? read_returned(*id)
                            : read_seats(*id, halls.find(*id)->seats.seating(), seats.names);
    reads.push_back(count_gone(halls.of(scope.event)));
    return reads;
}

// The seats are put into the state, the rule decides, and its facts become rows.
EventDecision SaleOffice::decide_seats(Scope scope, std::optional<sale::HallId> id,
                                       const Rule& rule, const EventMoment& at,
                                       OfficeOutcome& outcome) {
    sale::State& state = store_.replica.state();
    EventDecision decision{.event = scope.event};
    sale::WorkingSet set{state};
    if (id) bring(set, *id, at.rows[1]);
    auto decided = rule(state, moment(at.stamp));
    outcome = std::move(decided.outcome);
    if (scope.rehearse || !outcome) return decision;
    std::int64_t gone = count_of(at.rows[2]);
    const seat::Hall& hall = state.halls().find(*id)->seats;
    for (const sale::Fact& fact : decided.facts) {
        const seat::HallFact& change = std::get<sale::fact::HallChanged>(fact).change;
        gone += gone_by(change, hall);
        state.evolve(fact, at.stamp.now);
        for (Command& row : rows_of(change, {scope.event, *id, hall, at.stamp.now}))
            decision.beside.push_back(std::move(row));
    }
    decision.facts =
        sale::follow_counts(state, scope.event, gone == total_seats(state, scope.event));
    return decision;
}

}  // namespace onsale::postgres
