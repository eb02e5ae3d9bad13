#include "adapter/http/operator/report/sale_numbers.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>

#include "adapter/http/operator/report/advice_effect.hpp"
#include "payment/domain/words.hpp"
#include "sale/app/numbers/sale_numbers.hpp"
#include "sale/domain/words.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using payment::DeclineReason;
using waiting_room::EventId;
using waiting_room::LineView;

constexpr std::uint32_t kMedian = 500;
constexpr std::uint32_t kP95 = 950;

// Sorted by count, highest first.
json::array decline_reasons(const sale::DeclineCounts& counts) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) order.push_back(i);
    const auto more = [&](std::size_t left, std::size_t right) {
        return std::pair{counts[left], right} > std::pair{counts[right], left};
    };
    std::ranges::sort(order, more);
    json::array list;
    for (const std::size_t i : order)
        list.push_back({{"reason", to_word(static_cast<DeclineReason>(i))}, {"count", counts[i]}});
    return list;
}

json::object recent_numbers(const sale::RecentCounts& recent) {
    return {{"approved", recent.approved},
            {"declined", recent.declined() + recent.declined(DeclineReason::kGuestLeft)},
            {"unknown", recent.unknown},
            {"latencyMedianMs", recent.latency.quantile(kMedian).count()},
            {"latencyP95Ms", recent.latency.quantile(kP95).count()},
            {"declineReasons", decline_reasons(recent.declines)},
            {"holdMedianSeconds", recent.holds.quantile(kMedian) / std::chrono::seconds{1}}};
}

json::object totals_of(const sale::SaleTotals& totals) {
    json::object numbers{{"requested", totals.requested},
                         {"approved", totals.approved},
                         {"declined", totals.declined},
                         {"unknown", totals.unknown},
                         {"captured", totals.captured},
                         {"refunded", totals.refunded},
                         {"bookings", totals.bookings},
                         {"seatsSold", totals.seats_sold},
                         {"seatsRefunded", totals.seats_refunded},
                         {"holdsBought", totals.holds_bought},
                         {"holdsEnded", totals.holds_ended}};
    numbers["seatsPerBooking"] = totals.bookings == 0
                                     ? json::value{}
                                     : json::value(static_cast<double>(totals.seats_sold) /
                                                   static_cast<double>(totals.bookings));
    return numbers;
}

}  // namespace

sale::SaleNumbers advice_numbers(const LoopContext& context, EventId event,
                                 const operate::LiveNumbers& live) {
    const sale::LiveSource now = context.live_source();
    return sale::sale_numbers({now, context.buying, live}, event, context.clock.now());
}

json::object payment_numbers(const LoopContext& context, EventId event, Instant now) {
    const sale::EventFigures& figures = context.figures.of(event);
    const payment::Terms* const terms = context.sale.terms(event);
    json::object numbers{
        {"unknown", figures.unknown_now()},
        {"refundsOpen", figures.refunds_open()},
        {"lastFiveMinutes", recent_numbers(figures.recent(sale::RecentSale::kReach, now))},
        {"totals", totals_of(figures.totals())}};
    numbers["currency"] =
        terms == nullptr ? json::value{} : json::value(terms->prices.currency.text());
    return numbers;
}

json::object admission_numbers(const LoopContext& context, EventId event,
                               const operate::LiveNumbers& live) {
    const LineView& line = *context.view.find(event);
    const sale::SaleNumbers now = advice_numbers(context, event, live);
    const sale::Advice advice = sale::advise(now);
    const operate::Effect effect = effect_of_advice(now, advice);
    json::object numbers{{"mode", to_word(context.sale.settings(event).admission)},
                         {"admitPerSecond", line.settings().rules.admit_per_second},
                         {"advice",
                          {{"admitPerSecond", advice.admit_per_second},
                           {"reason", to_word(advice.reason)},
                           {"text", format_english(effect)},
                           {"textKo", format_korean(effect)}}}};
    numbers["brakeChanges"] = context.figures.of(event).totals().brake_changes;
    numbers["brakedTo"] = line.brake() == 0 ? json::value{} : json::value(line.brake());
    return numbers;
}

}  // namespace onsale::http
