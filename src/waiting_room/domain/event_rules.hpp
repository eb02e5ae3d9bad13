#pragma once

#include "base/sha256.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/line/line.hpp"
#include "waiting_room/domain/line/line_rules.hpp"
#include "waiting_room/domain/waiting_room.hpp"

namespace onsale::waiting_room {

// Rules for what an operator or the calendar may do to an event.
struct OperatorDecision {
    Result<std::uint32_t, OperatorRefusal> outcome;  // Number of affected guests, codes or places.
    FactBodies facts;
};

// The facts are about the event room.next_id().
OperatorDecision decide(const WaitingRoom& room, const command::CreateEvent& create);
OperatorDecision decide(const Line& line, const command::EditEvent& edit, Stamp stamp);
OperatorDecision decide(const Line& line, const command::ChangeLifecycle& change, Stamp stamp);
OperatorDecision decide(const Line& line, const command::DelayOpening& delay, Stamp stamp);
OperatorDecision decide(const Line& line, const command::SetLevers& set);
OperatorDecision decide(const Line& line, const command::FreezeDeadlines& freeze);
OperatorDecision decide(const Line& line, const command::MoveDeadlines& move);
OperatorDecision decide(const Line& line, const command::ListGuests& list);
OperatorDecision decide(const Line& line, const command::BarGuests& bar);
OperatorDecision decide(const Line& line, const command::IssueCodes& issue);

// The same for a store that keeps the entries of lists, bars and codes outside of the line:
// `entries` is their number so far.
OperatorDecision decide(const Line& line, const command::ListGuests& list, std::size_t entries);
OperatorDecision decide(const Line& line, const command::BarGuests& bar, std::size_t entries);
OperatorDecision decide(const Line& line, const command::IssueCodes& issue, std::size_t entries);

// Applies the calendar by the wall clock: lobby, opening, phases and closing. Decides one step at a
// time, based on the state after the previous step: call it until it returns no facts. `random`
// becomes the draw's secret when a lobby opens and is unused otherwise.
FactBodies decide_calendar(const Line& line, Stamp stamp, const Sha256Digest& random);

}  // namespace onsale::waiting_room
