#pragma once

#include "base/sha256.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/line/line.hpp"
#include "waiting_room/domain/line/line_rules.hpp"

namespace onsale::waiting_room {

// What an operator, or the calendar, may do to an event.
struct OperatorDecision {
    Result<std::uint32_t, OperatorRefusal>
        outcome;  // How many guests, codes or places it concerns.
    FactBodies facts;
};

OperatorDecision decide(const Line& line, const command::EditEvent& edit, Stamp stamp);
OperatorDecision decide(const Line& line, const command::ChangeLifecycle& change, Stamp stamp);
OperatorDecision decide(const Line& line, const command::DelayOpening& delay, Stamp stamp);
OperatorDecision decide(const Line& line, const command::SetLevers& set);
OperatorDecision decide(const Line& line, const command::FreezeDeadlines& freeze);
OperatorDecision decide(const Line& line, const command::MoveDeadlines& move);
OperatorDecision decide(const Line& line, const command::ListGuests& list);
OperatorDecision decide(const Line& line, const command::BarGuests& bar);
OperatorDecision decide(const Line& line, const command::IssueCodes& issue);

// Lobby, opening, phases and closing by the wall clock. One step at a time: call again until it
// says nothing, since each step is decided on the state the last one made. Randomness comes in with
// the call: it becomes the draw's secret when a lobby opens, and is dropped otherwise.
FactBodies decide_calendar(const Line& line, Stamp stamp, const Sha256Digest& random);

}  // namespace onsale::waiting_room
