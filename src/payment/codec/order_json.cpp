#include "payment/codec/order_json.hpp"

#include <optional>
#include <utility>

#include <boost/json/array.hpp>

#include "base/time_text.hpp"
#include "payment/domain/words.hpp"

namespace onsale::payment {
namespace {

namespace json = boost::json;

// An order returns to kHeld only by a decline, and its last step contains the reason.
std::optional<DeclineReason> declined(const Order& order) {
    if (order.state != OrderState::kHeld || order.history.empty()) return std::nullopt;
    return static_cast<DeclineReason>(order.history.back().why);
}

int attempts_left(const Order& order, const PayRules& rules) {
    if (!order.open() || order.attempt() >= rules.attempts_max) return 0;
    return rules.attempts_max - order.attempt();
}

json::object to_json(const Refund& refund, const OrderContext& context) {
    json::object object{
        {"state", to_word(refund.state)},
        {"why", to_word(refund.why)},
        {"requestedAt", format_iso_time(refund.requested_at + context.sale_to_wall)}};
    for (const auto& member : to_json(refund.quote, context.seat_name))
        object.insert(member);
    return object;
}

}  // namespace

json::object to_json(const Order& order, const OrderContext& context) {
    json::object object{{"state", to_word(order.state)}};
    if (order.ended) object["reason"] = to_word(*order.ended);
    if (const auto reason = declined(order)) object["declined"] = to_word(*reason);
    // Other deadlines concern us or the provider; the guest cannot act on them.
    if (order.guests_turn())
        object["deadline"] = format_iso_time(order.deadline + context.line_to_wall);
    object["attempt"] = order.attempt();
    object["attemptsLeft"] = attempts_left(order, context.terms.rules);
    object["quote"] = to_json(order.quote, context.terms.prices, context.seat_name);
    if (const auto paid_at = order.paid_at())
        object["paidAt"] = format_iso_time(*paid_at + context.sale_to_wall);
    json::array refunds;
    for (const Refund& refund : order.refunds)
        refunds.push_back(to_json(refund, context));
    object["refunds"] = std::move(refunds);
    return object;
}

}  // namespace onsale::payment
