#pragma once

#include "sale/domain/fact.hpp"
#include "sale/domain/rule/moment.hpp"
#include "sale/domain/state.hpp"

namespace onsale::sale {

// The consequences of a fact of one module for the others. They are decided on the state before the
// fact and must be applied right after it, each with its own consequences. All rules that span
// modules are here: a hold keeps the admission, a payment pins it, a booking ends it, and an
// extension of the admission extends its holds. The payment decides about the seats. The line stops
// when nothing is left to sell.
Facts follow(const State& state, const Fact& fact, const Moment& moment);

// Consequences that depend on totals: whether the event is sold out. Decided on the state after the
// facts.
Facts follow_counts(const State& state, waiting_room::EventId event);
// The same for a state that does not have the owners of the seats.
Facts follow_counts(const State& state, waiting_room::EventId event, bool sold_out);

}  // namespace onsale::sale
