#pragma once

#include <boost/asio/awaitable.hpp>

#include "waiting_room/domain/command.hpp"

namespace onsale::waiting_room {

// Durable decisions for a line that is stored elsewhere and may be lost: which numbers were
// allocated to it, and for which guests codes were used. The contract is that of WaitingLines.
class LineStore {
  public:
    virtual ~LineStore() = default;

    // Allocates numbers and returns the last one. They are never issued again, even if the caller
    // does not use them.
    virtual boost::asio::awaitable<PlaceOutcome> take_numbers(command::TakeNumbers take) = 0;
    // The same guest uses a code only once.
    virtual boost::asio::awaitable<CodeOutcome> spend_code(command::SpendCode spend) = 0;
};

}  // namespace onsale::waiting_room
