#pragma once

#include "sale/domain/rule/hold_rules.hpp"

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

}  // namespace onsale::sale
