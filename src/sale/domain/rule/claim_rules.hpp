#pragma once

#include "base/result.hpp"
#include "sale/domain/command.hpp"
#include "sale/domain/rule/sale_target.hpp"

namespace onsale::sale {

// Seats that the guest may pay for, and the facts that must be applied to the hall first.
struct Claim {
    seat::HeldSeats held;  // With the fences after the facts.
    Facts facts;
};

// Claims seats that are sold here but held elsewhere. A hold elsewhere can be lost, so two guests
// may hold the same seat; the first one to ask gets it. Seats that this hall itself considers held,
// or returned with a delay, are left over from a payment that failed. The hold elsewhere takes
// precedence over them.
Result<Claim, PayRefusal> claim(const SaleTarget& target, const Buyer& buyer,
                                const HoldElsewhere& hold);

}  // namespace onsale::sale
