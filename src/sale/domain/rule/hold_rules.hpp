#pragma once

#include "sale/domain/command.hpp"
#include "sale/domain/rule/moment.hpp"
#include "sale/domain/state.hpp"

namespace onsale::sale {

// A decision function reads the state and returns its decision as facts; none changes the state. A
// rejection has no facts. consequences.hpp adds the facts of other modules.
template <class Outcome>
struct Decision {
    Outcome outcome;
    Facts facts;
};

// A hold requires a live admission. Like any call with an entry token, selecting seats is a claim.
Decision<HoldOutcome> decide(const State& state, const command::SelectSeats& select,
                             const Moment& moment);
Decision<HoldOutcome> decide(const State& state, const command::SelectBest& select,
                             const Moment& moment);
Decision<ReleaseOutcome> decide(const State& state, const command::ReleaseSeats& release,
                                const Moment& moment);

// How many more seats the guest may hold in this hall beyond those already bought, by the limits of
// event, performance and phase; std::nullopt if unlimited.
std::optional<std::uint32_t> seats_allowed(const State& state, waiting_room::EventId event,
                                           HallId hall, const GuestId& guest);

// Decides what is due in one hall by its line time, which stops while deadlines are frozen.
Facts decide_hall_deadlines(const State& state, HallId hall, const Moment& moment);

}  // namespace onsale::sale
