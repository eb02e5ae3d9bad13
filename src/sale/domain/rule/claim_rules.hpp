#pragma once

#include "base/result.hpp"
#include "sale/domain/command.hpp"
#include "sale/domain/rule/sale_target.hpp"

namespace onsale::sale {

// Seats that the guest may pay for, and what must happen to the hall before.
struct Claim {
    seat::HeldSeats held;  // With the fences that they have afterwards.
    Facts facts;
};

// Seats are sold here but held elsewhere, where a hold can get lost: then two guests hold one seat,
// and whoever asks first has it. What this hall itself calls held, or returned for a while, was
// left by a payment that came to nothing; the hold elsewhere knows better.
Result<Claim, PayRefusal> claim(const Scene& scene, const Buyer& buyer, const HoldElsewhere& hold);

}  // namespace onsale::sale
