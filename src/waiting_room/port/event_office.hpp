#pragma once

#include "base/port.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::waiting_room {

// Operator actions on events. The contract is that of WaitingLines.
class EventOffice : public Port<command::CreateEvent, command::EditEvent, command::ChangeLifecycle,
                                command::DelayOpening, command::SetLevers, command::FreezeDeadlines,
                                command::MoveDeadlines, command::ListGuests, command::BarGuests,
                                command::IssueCodes> {};

}  // namespace onsale::waiting_room
