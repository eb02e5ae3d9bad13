#pragma once

#include <span>
#include <vector>

#include "base/time.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/fact.hpp"
#include "waiting_room/domain/line/line.hpp"
#include "waiting_room/domain/line/presence.hpp"

namespace onsale::waiting_room {

// The rules of the line: each looks at the state and says what happens, as facts; nothing here
// changes anything. Numbers in comments are those of the rules in ARCHITECTURE.md.
using FactBodies = std::vector<FactBody>;

struct EnterDecision {
    EnterOutcome outcome;  // For a new place: the number its Joined fact will issue.
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

// A sign of life from guests who were silent brings them back.
FactBodies decide_seen(const Line& line, std::span<const Number> numbers);

// Who is let in now: no more than free slots, the bucket and the present guests allow.
FactBodies decide_admissions(const Line& line, Instant now);

// Claims not taken up, admissions at their deadline, leaves that are final.
FactBodies decide_deadlines(const Line& line, Instant now);

// Which of the numbers in [from, to) have been silent too long.
FactBodies decide_silence(const Line& line, const Presence& presence, std::uint32_t from,
                          std::uint32_t to, Instant now);
// The same for the admitted, who hold a slot.
FactBodies decide_active_silence(const Line& line, const Presence& presence, Instant now);

}  // namespace onsale::waiting_room
