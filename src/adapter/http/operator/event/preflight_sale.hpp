#pragma once

#include <span>
#include <vector>

#include "adapter/http/api/context/loop_context.hpp"
#include "operate/port/server_operations.hpp"

namespace onsale::http {

// An event that is about to sell, and everything its sale depends on.
struct Offer {
    waiting_room::EventId event;
    const waiting_room::EventSettings& settings;
    const sale::SaleView& sale;
    std::span<const Provider> providers;
    const Seller& seller;
};

// Preflight checks of what an event sells and whether guests can pay. A check fails when nothing
// could be bought or the offer must not be sold. It is a warning when an operator may have stopped
// or withheld something on purpose.
std::vector<operate::PreflightCheck> check_sale(const Offer& offer);

}  // namespace onsale::http
