#pragma once

#include "sale/domain/fact.hpp"
#include "sale/domain/rule/moment.hpp"
#include "sale/domain/state.hpp"

namespace onsale::sale {

// What a fact of one module means for the others, decided on the state before it; to be applied
// right after it, each with its own consequences. This is the one place for rules that span
// modules: a hold keeps the admission, paying pins it, a booking ends it, more time for it is
// more time for its holds; money decides about seats; nothing left stops the line.
Facts follow(const State& state, const Fact& fact, const Moment& moment);

// The same for what depends on the sum: whether the event is sold out. Decided on the state after.
Facts follow_counts(const State& state, waiting_room::EventId event);

}  // namespace onsale::sale
