#pragma once

#include "sale/domain/rule/hold_rules.hpp"
#include "waiting_room/domain/event_rules.hpp"

namespace onsale::sale {

// Rules for operator actions on halls, prices and sale settings.
using OfficeDecision = Decision<OfficeOutcome>;

OfficeDecision decide(const State& state, const command::OpenHall& open, const Moment& moment);
OfficeDecision decide(const State& state, const command::SetHallRules& set, const Moment& moment);
OfficeDecision decide(const State& state, const command::BlockSeats& block, const Moment& moment);
OfficeDecision decide(const State& state, const command::UnblockSeats& unblock,
                      const Moment& moment);
OfficeDecision decide(const State& state, const command::ReleaseReturned& release,
                      const Moment& moment);
OfficeDecision decide(const State& state, const command::SetTerms& set, const Moment& moment);
OfficeDecision decide(const State& state, const command::SetSettings& set, const Moment& moment);
OfficeDecision decide(const State& state, const command::SetLevers& set, const Moment& moment);
OfficeDecision decide(const State& state, const command::SetBrake& set, const Moment& moment);

// The line's rules for an edit, and one more: a performance that has a hall stays. Refunds count
// days before it, and there is no command that removes a hall.
// REQUIRES: the event exists.
waiting_room::OperatorDecision decide(const State& state,
                                      const waiting_room::command::EditEvent& edit, Stamp stamp);

}  // namespace onsale::sale
