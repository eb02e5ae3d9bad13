#pragma once

#include <boost/asio/awaitable.hpp>

#include "waiting_room/domain/command.hpp"

namespace onsale::waiting_room {

// What a line that is kept elsewhere must not decide alone, since it may forget: which numbers were
// handed out to it, and on whom codes were spent. The contract is that of WaitingLines.
class LineStore {
  public:
    virtual ~LineStore() = default;

    // Whatever the caller does with them, the numbers are spent; the last of them is answered.
    virtual boost::asio::awaitable<PlaceOutcome> take_numbers(command::TakeNumbers take) = 0;
    // The same guest spends a code once.
    virtual boost::asio::awaitable<CodeOutcome> spend_code(command::SpendCode spend) = 0;
};

}  // namespace onsale::waiting_room
