#pragma once

#include "base/port.hpp"
#include "sale/domain/command.hpp"

namespace onsale::sale {

// Operator actions on halls, prices and sale settings. The contract is that of SeatHolds.
class SaleOffice : public Port<command::OpenHall, command::SetHallRules, command::BlockSeats,
                               command::UnblockSeats, command::ReleaseReturned, command::SetTerms,
                               command::SetSettings, command::SetLevers, command::SetBrake> {};

}  // namespace onsale::sale
