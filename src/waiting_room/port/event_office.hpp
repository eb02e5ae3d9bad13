#pragma once

#include <boost/asio/awaitable.hpp>

#include "waiting_room/domain/command.hpp"

namespace onsale::waiting_room {

// Operator actions on events. The contract is that of WaitingLines.
class EventOffice {
  public:
    virtual ~EventOffice() = default;

    virtual boost::asio::awaitable<OperatorOutcome> create(command::CreateEvent create) = 0;
    virtual boost::asio::awaitable<OperatorOutcome> edit(command::EditEvent edit) = 0;
    virtual boost::asio::awaitable<OperatorOutcome> change(command::ChangeLifecycle change) = 0;
    virtual boost::asio::awaitable<OperatorOutcome> delay(command::DelayOpening delay) = 0;
    virtual boost::asio::awaitable<OperatorOutcome> set_levers(command::SetLevers set) = 0;
    virtual boost::asio::awaitable<OperatorOutcome> freeze(command::FreezeDeadlines freeze) = 0;
    virtual boost::asio::awaitable<OperatorOutcome> move(command::MoveDeadlines move) = 0;
    virtual boost::asio::awaitable<OperatorOutcome> list_guests(command::ListGuests list) = 0;
    virtual boost::asio::awaitable<OperatorOutcome> bar_guests(command::BarGuests bar) = 0;
    virtual boost::asio::awaitable<OperatorOutcome> issue_codes(command::IssueCodes issue) = 0;
};

}  // namespace onsale::waiting_room
