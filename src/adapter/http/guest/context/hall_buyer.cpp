#include "adapter/http/guest/context/hall_buyer.hpp"

#include <utility>

#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/guest/context/admission.hpp"
#include "adapter/http/guest/context/find_event.hpp"
#include "payment/domain/order_code.hpp"

namespace onsale::http {

using boost::asio::awaitable;

Result<HallFound, BadQuery> find_hall(const GuestContext& guest, std::string_view event,
                                      std::string_view performance) {
    HallFound found;
    found.line = find_event(guest, event, &found.event);
    if (found.line == nullptr) return fail(BadQuery{ErrorCode::kEventNotFound, {}});
    found.hall = guest.context.sale.find(found.event, performance);
    if (found.hall == nullptr) return fail(BadQuery{ErrorCode::kPerformanceNotFound, {}});
    return found;
}

Result<BuyerFound, BadQuery> find_buyer(const GuestContext& guest, const Request& request,
                                        const HallNames& names) {
    if (!same_origin(request)) return fail(BadQuery{ErrorCode::kForeignOrigin, {}});
    const auto found = find_hall(guest, names.event, names.performance);
    if (!found) return fail(found.error());
    const auto admission = admission_of(guest, request, names.event, *found->line);
    if (!admission) return fail(BadQuery{ErrorCode::kEntryTokenRequired, {}});
    if (guest.context.holds == nullptr) return fail(BadQuery{ErrorCode::kSaleNotOpen, {}});
    return BuyerFound{*found,
                      {found->event, names.performance, *admission->guest, admission->admission}};
}

awaitable<std::string> being_paid_details(LoopContext& context, sale::command::ShowOpenOrder show) {
    if (context.orders == nullptr) co_return "{}";
    const auto open = co_await context.orders->call(std::move(show));
    if (!open || !open->order.being_paid()) co_return "{}";
    co_return R"({"orderId":")" + to_text(open->order.code) + "\"}";
}

}  // namespace onsale::http
