#pragma once

#include <vector>

#include "adapter/http/admin_backend.hpp"
#include "sale/codec/sale_json.hpp"
#include "sale/domain/sale_view.hpp"

namespace onsale::http {

// What can be said about an event's prices, seats and sale levers before its opening. Only seats
// that nobody could pay for are a no-go. What an operator may have stopped or kept on purpose is a
// warning: the finding says so, and the check is ok.
std::vector<PreflightCheck> check_sale(const sale::SaleView& sale, waiting_room::EventId event,
                                       const sale::ProviderNames& providers);

}  // namespace onsale::http
