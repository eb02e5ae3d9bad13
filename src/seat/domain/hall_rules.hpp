#pragma once

#include <cstdint>

#include "base/time.hpp"
#include "seat/domain/command.hpp"
#include "seat/domain/fact.hpp"
#include "seat/domain/hall.hpp"

namespace onsale::seat {

// The rules of holding and selling seats. Each function reads the hall and returns its decision as
// facts; none changes the state. A rejection has no facts. `now` is line time.
struct HoldDecision {
    HoldOutcome outcome;
    HallFacts facts;
};

struct SeatsDecision {
    SeatsOutcome outcome;
    HallFacts facts;
};

HoldDecision decide(const Hall& hall, const command::Select& select, Instant now);
HoldDecision decide(const Hall& hall, const command::SelectBest& select, Instant now);
HoldDecision decide(const Hall& hall, const command::Extend& extend, Instant now);
HoldDecision decide(const Hall& hall, const command::StartPaying& start, Instant now);
HoldDecision decide(const Hall& hall, const command::DeclinePayment& decline, Instant now);
SeatsDecision decide(const Hall& hall, const command::Release& release, Instant now);
SeatsDecision decide(const Hall& hall, const command::AbandonPayment& abandon, Instant now);
SeatsDecision decide(const Hall& hall, const command::Sell& sell, Instant now);
SeatsDecision decide(const Hall& hall, const command::Refund& refund, Instant now);
SeatsDecision decide(const Hall& hall, const command::ReleaseReturned& release);
SeatsDecision decide(const Hall& hall, const command::BlockSeats& block);
SeatsDecision decide(const Hall& hall, const command::UnblockSeats& unblock);
SeatsDecision decide(const Hall& hall, const command::SetRules& set);

// Ends holds at their deadline and frees returned seats after their delay. Each hold gets its own
// delay, derived from `random`.
HallFacts decide_deadlines(const Hall& hall, Instant now, std::uint64_t random);

}  // namespace onsale::seat
