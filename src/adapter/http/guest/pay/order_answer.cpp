#include "adapter/http/guest/pay/order_answer.hpp"

#include <boost/json/serialize.hpp>

#include "adapter/http/api/error/payment_errors.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/pay/payment_guests.hpp"
#include "adapter/http/guest/pay/payment_json.hpp"

namespace onsale::http {

using sale::OrderOutcome;
namespace json = boost::json;

namespace {

bool settled(const payment::Order& order) {
    return !order.confirming && order.state != payment::OrderState::kUnknown;
}

}  // namespace

std::vector<GuestId> owners_in(GuestContext& guest, const Request& request) {
    auto owners =
        guests_in(request, *guest.context.keys, guest.config.site, guest.context.clock.wall());
    if (!owners.empty()) guest.asking = owners.front();
    return owners;
}

OrderOutcome if_known(const LoopContext& context, OrderOutcome outcome, sale::PayError otherwise) {
    if (outcome && context.view.find(outcome->order.event) == nullptr)
        return fail(sale::PayRefusal{otherwise});
    return outcome;
}

void refuse_order(GuestContext& guest, LaterReply& reply, const sale::PayRefusal& refusal,
                  Language language) {
    refuse(guest, reply, unavailable_as(guest, api_error(refusal)), language);
}

void send_order(GuestContext& guest, LaterReply& reply, const OrderOutcome& changed,
                Language language) {
    const OrderOutcome outcome = if_known(guest.context, changed, sale::PayError::kOutcomeUnknown);
    if (!outcome) return refuse_order(guest, reply, outcome.error(), language);
    const std::string body =
        json::serialize(order_json(guest.context, *outcome, OrderDepth::kWithHistory));
    reply.answer(
        {.status = settled(outcome->order) ? 200 : 202, .headers = kPrivate, .body = body});
}

}  // namespace onsale::http
