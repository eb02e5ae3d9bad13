#pragma once

#include "base/port.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::waiting_room {

// Durable decisions for a line that is stored elsewhere and may be lost: which numbers were
// allocated to it, and for which guests codes were used. The contract is that of WaitingLines.
class LineStore : public Port<command::TakeNumbers, command::SpendCode> {};

}  // namespace onsale::waiting_room
