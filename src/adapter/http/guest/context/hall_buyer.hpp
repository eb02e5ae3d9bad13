#pragma once

#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/api/error/bad_query.hpp"
#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/guest/context/hall_names.hpp"
#include "adapter/http/transport/message/request.hpp"
#include "base/result.hpp"
#include "sale/domain/command.hpp"

namespace onsale::http {

// A hall and its event.
struct HallFound {
    waiting_room::EventId event;
    const waiting_room::LineView* line = nullptr;
    const sale::HallView* hall = nullptr;
};

Result<HallFound, BadQuery> find_hall(const GuestContext& guest, std::string_view event,
                                      std::string_view performance);

struct BuyerFound {
    HallFound at;
    sale::Buyer buyer;
};

// The guest's live admission. Every call that changes seats requires it.
Result<BuyerFound, BadQuery> find_buyer(const GuestContext& guest, const Request& request,
                                        const HallNames& names);

// Details of an ORDER_BEING_PAID refusal: the order that is being paid, so that the page can lead
// back to it. Empty when this process keeps no orders or the order is of another performance.
boost::asio::awaitable<std::string> being_paid_details(LoopContext& context,
                                                       sale::command::ShowOpenOrder show);

}  // namespace onsale::http
