#include "adapter/http/operator/order/order_json.hpp"

#include <algorithm>

#include <boost/json/array.hpp>

#include "adapter/http/operator/call/admin_sale_answers.hpp"
#include "adapter/http/operator/call/message_json.hpp"
#include "adapter/http/operator/order/order_story.hpp"
#include "base/base64url.hpp"
#include "base/time_text.hpp"
#include "payment/domain/order_code.hpp"
#include "payment/domain/words.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using payment::Order;

json::array lines_json(const KnownOrder& known) {
    json::array lines;
    for (const payment::QuoteLine& line : known.order().quote.lines)
        lines.push_back({{"seat", known.seat_name()(line.chosen.seat)},
                         {"grade", known.grade_of(line)},
                         {"type", known.type_of(line)},
                         {"price", line.price},
                         {"fees", line.fees},
                         {"givenBack", known.order().given_back(line.chosen.seat)}});
    return lines;
}

json::array attempts_json(const KnownOrder& known) {
    json::array attempts;
    for (const payment::Attempt& attempt : known.order().attempts)
        attempts.push_back({{"attempt", attempts.size() + 1},
                            {"provider", known.provider_name(attempt.provider)},
                            {"merchant", attempt.merchant},
                            {"total", attempt.total.amount},
                            {"paymentKey", attempt.payment_key}});
    return attempts;
}

json::array charges_json(const KnownOrder& known) {
    const Order& order = known.order();
    json::array charges;
    for (const payment::Charge& charge : order.charges) {
        const payment::ChargeIndex index{static_cast<std::uint8_t>(charges.size())};
        charges.push_back({{"attempt", charge.attempt},
                           {"paymentKey", charge.payment_key},
                           {"amount", charge.amount.amount},
                           {"at", known.time_text(charge.at)},
                           {"booked", order.booked == index},
                           {"left", order.balance(index)}});
    }
    return charges;
}

json::array refunds_json(const KnownOrder& known) {
    json::array refunds;
    for (const payment::Refund& refund : known.order().refunds) {
        json::object one{{"refund", refunds.size()},
                         {"state", to_word(refund.state)},
                         {"why", to_word(refund.why)},
                         {"requestedAt", known.time_text(refund.requested_at)},
                         {"tries", refund.tries}};
        for (const auto& member : payment::to_json(refund.quote, known.seat_name()))
            one.insert(member);
        if (refund.next_at) one["nextTryAt"] = known.time_text(*refund.next_at);
        if (refund.state == payment::RefundState::kDone)
            one["doneAt"] = known.time_text(refund.done_at);
        refunds.push_back(std::move(one));
    }
    return refunds;
}

json::array story_json(const KnownOrder& known) {
    json::array story;
    for (const OrderStoryLine& line : order_story(known.order(), known.context.clock.now()))
        story.push_back({{"at", known.time_text(line.at)},
                         {"who", line.who},
                         {"what", format_english(line.message)},
                         {"code", line.message.code()},
                         {"values", to_json(line.message.values)}});
    return story;
}

}  // namespace

const sale::HallView* KnownOrder::hall() const {
    return context.sale.find(order().performance);
}

payment::SeatName KnownOrder::seat_name() const {
    const sale::HallView* const in = hall();
    return [in](SeatIndex seat) {
        return in != nullptr && in->seating().has(seat) ? in->seating().id(seat) : "?";
    };
}

std::string KnownOrder::provider_name(payment::ProviderId provider) const {
    return payment::provider_word(context.providers, provider);
}

std::string KnownOrder::grade_of(const payment::QuoteLine& line) const {
    const sale::HallView* const in = hall();
    const seat::SeatIndex seat = line.chosen.seat;
    if (in == nullptr || !in->seating().has(seat)) return "?";
    return in->seating().grade_id(in->seating().grade(seat));
}

std::string KnownOrder::type_of(const payment::QuoteLine& line) const {
    const auto& grades = copy.terms->prices.grades;
    return grades.at(line.chosen.grade.value).types.at(line.chosen.type.value).name;
}

std::string KnownOrder::event_key() const {
    const auto* const line = context.view.find(order().event);
    return line != nullptr ? line->settings().key : "?";
}

std::string KnownOrder::performance() const {
    const sale::HallView* const in = hall();
    return in != nullptr ? in->performance() : "?";
}

std::string KnownOrder::time_text(Instant at) const {
    return format_iso_time(at + context.clock.wall_step());
}

std::int64_t refunded(const payment::Order& order) {
    std::int64_t sum = 0;
    for (const payment::Refund& refund : order.refunds)
        if (refund.state == payment::RefundState::kDone) sum += refund.quote.amount.amount;
    return sum;
}

json::object order_details(const KnownOrder& known) {
    const Order& order = known.order();
    json::object details{{"order", payment::to_text(order.code)}};
    if (known.copy.booking) details["booking"] = booking::to_text(*known.copy.booking);
    details["state"] = to_word(order.state);
    if (order.ended) details["reason"] = to_word(*order.ended);
    details["event"] = known.event_key();
    details["performance"] = known.performance();
    details["guest"] = hex_encode(order.guest);
    details["orderFees"] = order.quote.order_fees;
    details["total"] = order.quote.total.amount;
    details["currency"] = order.quote.total.currency.text();
    details["seats"] = lines_json(known);
    details["attempts"] = attempts_json(known);
    details["charges"] = charges_json(known);
    details["refunds"] = refunds_json(known);
    details["story"] = story_json(known);
    return details;
}

}  // namespace onsale::http
