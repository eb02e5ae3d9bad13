#pragma once

#include <span>
#include <vector>

#include "base/time.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/fact.hpp"
#include "waiting_room/domain/line/line.hpp"
#include "waiting_room/domain/line/presence.hpp"

namespace onsale::waiting_room {

// The rules of the line. Each function reads the state and returns its decision as facts; none
// changes the state.
using FactBodies = std::vector<FactBody>;

struct EnterDecision {
    EnterOutcome outcome;  // For a new place: the number that its Joined fact will issue.
    FactBodies facts;
};

struct PlaceDecision {
    PlaceOutcome outcome;
    FactBodies facts;
};

struct CodeDecision {
    CodeSpent outcome;
    FactBodies facts;
};

EnterDecision decide(const Line& line, const command::Enter& enter);
EligibilityOutcome check_eligibility(const Line& line, const command::CheckEligibility& check);
PlaceDecision decide(const Line& line, const command::Leave& leave);
PlaceDecision decide(const Line& line, const command::Claim& claim);
PlaceDecision decide(const Line& line, const command::Complete& complete);
PlaceDecision decide(const Line& line, const command::Extend& extend);
PlaceDecision decide(const Line& line, const command::Revoke& revoke);
PlaceDecision decide(const Line& line, const command::TakeNumbers& take);
CodeDecision decide(const Line& line, const command::SpendCode& spend);

// Brings back away guests and guests who missed their claim when they show a sign of presence.
FactBodies decide_seen(const Line& line, std::span<const Number> numbers);

// Decides admissions. Limited by the free slots, the bucket and the number of present guests.
FactBodies decide_admissions(const Line& line, Instant now);

// Decides missed claims, expired admissions and final leaves.
FactBodies decide_deadlines(const Line& line, Instant now);

// Decides which of the numbers in [from, to) have been silent for too long.
FactBodies decide_silence(const Line& line, const Presence& presence, std::uint32_t from,
                          std::uint32_t to, Instant now);
// Decides the same for admitted guests, who hold a slot.
FactBodies decide_active_silence(const Line& line, const Presence& presence, Instant now);

}  // namespace onsale::waiting_room
