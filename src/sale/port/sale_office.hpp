#pragma once

#include <boost/asio/awaitable.hpp>

#include "sale/domain/command.hpp"

namespace onsale::sale {

// Operator actions on halls, prices and sale settings. The contract is that of SeatHolds.
class SaleOffice {
  public:
    using Outcome = boost::asio::awaitable<OfficeOutcome>;

    virtual ~SaleOffice() = default;

    virtual Outcome open_hall(command::OpenHall open) = 0;
    virtual Outcome set_hall_rules(command::SetHallRules set) = 0;
    virtual Outcome block(command::BlockSeats block) = 0;
    virtual Outcome unblock(command::UnblockSeats unblock) = 0;
    virtual Outcome release_returned(command::ReleaseReturned release) = 0;
    virtual Outcome set_terms(command::SetTerms set) = 0;
    virtual Outcome set_settings(command::SetSettings set) = 0;
    virtual Outcome set_levers(command::SetLevers set) = 0;
    virtual Outcome set_brake(command::SetBrake set) = 0;
};

}  // namespace onsale::sale
