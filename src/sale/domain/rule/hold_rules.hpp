#pragma once

#include "sale/domain/command.hpp"
#include "sale/domain/rule/moment.hpp"
#include "sale/domain/state.hpp"

namespace onsale::sale {

// A decision looks at the state and says what happens, as facts; nothing here changes anything. A
// refusal has no facts. What the facts mean for other modules: consequences.hpp.
template <class Outcome>
struct Decision {
    Outcome outcome;
    Facts facts;
};

// A hold needs a live admission; asking for seats is a claim like any call with an entry token.
Decision<HoldOutcome> decide(const State& state, const command::SelectSeats& select,
                             const Moment& moment);
Decision<HoldOutcome> decide(const State& state, const command::SelectBest& select,
                             const Moment& moment);
Decision<ReleaseOutcome> decide(const State& state, const command::ReleaseSeats& release,
                                const Moment& moment);

// How many seats the guest may still have in this hall beyond those it has bought, by the limits of
// event, performance and phase; nothing if any number.
std::optional<std::uint32_t> seats_allowed(const State& state, waiting_room::EventId event,
                                           HallId hall, const GuestId& guest);

// What is due in one hall by its line's time, which stands still while deadlines are frozen.
Facts decide_hall_deadlines(const State& state, HallId hall, const Moment& moment);

}  // namespace onsale::sale
