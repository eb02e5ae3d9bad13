#include "adapter/http/guest/pay/payment_json.hpp"

#include <utility>

#include <boost/json/array.hpp>

#include "base/time_text.hpp"
#include "payment/codec/order_json.hpp"
#include "payment/domain/order_code.hpp"
#include "payment/domain/words.hpp"
#include "sale/domain/words.hpp"

namespace onsale::http {

namespace json = boost::json;
using payment::Order;
using payment::OrderState;
using payment::Step;

namespace {

// The state determines the meaning of `why`: a decline reason or an end reason.
json::object step_json(const Step& step) {
    json::object object{{"state", to_word(step.to)},
                        {"at", format_iso_time(step.at)},
                        {"by", to_word(step.by.kind)}};
    if (step.to == OrderState::kHeld)
        object["why"] = to_word(static_cast<payment::DeclineReason>(step.why));
    if (step.to == OrderState::kEnded)
        object["why"] = to_word(static_cast<payment::EndReason>(step.why));
    return object;
}

json::object priced_json(const LoopContext& context, const sale::OrderCopy& copy) {
    const Instant now = context.clock.now();
    const auto& clock = context.view.find(copy.order.event)->clock();
    return payment::to_json(copy.order, {.terms = *copy.terms,
                                         .seat_name = seat_names(context, copy.order),
                                         .line_to_wall = now - clock.at(now)});
}

}  // namespace

Instant guest_deadline(const LoopContext& context, const Order& order) {
    if (!order.guests_turn()) return order.deadline;
    return context.view.find(order.event)->clock().due(order.deadline, context.clock.now());
}

payment::SeatName seat_names(const LoopContext& context, const Order& order) {
    const sale::HallView* const hall = context.sale.find(order.performance);
    return [hall](SeatIndex seat) {
        return hall != nullptr && hall->seating().has(seat) ? std::string{hall->seating().id(seat)}
                                                            : std::string{};
    };
}

json::object order_json(const LoopContext& context, const sale::OrderCopy& copy, OrderDepth depth) {
    const Order& order = copy.order;
    const sale::HallView* const hall = context.sale.find(order.performance);
    json::object object{{"orderId", to_text(order.code)},
                        {"eventId", context.view.find(order.event)->settings().key},
                        {"performanceId", hall != nullptr ? hall->performance() : std::string{}}};
    if (copy.booking) object["bookingNumber"] = to_text(*copy.booking);
    for (const auto& member : priced_json(context, copy))
        object.insert(member);
    const Provider* const provider =
        order.attempts.empty() ? nullptr
                               : find_provider(context.providers, order.attempts.back().provider);
    if (provider != nullptr) object["provider"] = provider->word;
    if (depth == OrderDepth::kWithHistory) {
        json::array history;
        for (const Step& step : order.history)
            history.push_back(step_json(step));
        object["history"] = std::move(history);
    }
    object["serverTime"] = format_iso_time(context.clock.now());
    return object;
}

json::object refund_json(const LoopContext& context, const Order& order,
                         const payment::RefundQuote& quote) {
    json::object object{{"orderId", to_text(order.code)}};
    for (const auto& member : payment::to_json(quote, seat_names(context, order)))
        object.insert(member);
    object["seatsBecome"] = "returned";
    object["released"] = to_word(context.sale.settings(order.event).returns);
    return object;
}

}  // namespace onsale::http
