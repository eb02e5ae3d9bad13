#pragma once

#include <span>
#include <vector>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/operator/call/admin_backend.hpp"

namespace onsale::http {

// An event that is about to sell, and what it sells with.
struct Offer {
    waiting_room::EventId event;
    const waiting_room::EventSettings& settings;
    const sale::SaleView& sale;
    std::span<const Provider> providers;
    const Seller& seller;
};

// What can be said before its opening about what an event sells, and whether anybody can pay. What
// nobody could buy, or nobody should sell, is a no-go. What an operator may have stopped or kept on
// purpose is a warning.
std::vector<PreflightCheck> check_sale(const Offer& offer);

}  // namespace onsale::http
