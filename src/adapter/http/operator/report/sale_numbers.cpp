#include "adapter/http/operator/report/sale_numbers.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>

#include "adapter/http/api/context/seat_outlook.hpp"
#include "adapter/http/operator/report/advice_effect.hpp"
#include "payment/codec/words.hpp"
#include "sale/app/brake/recent_payments.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using payment::DeclineReason;
using waiting_room::EventId;
using waiting_room::LineView;

constexpr std::uint32_t kMedian = 500;
constexpr std::uint32_t kP95 = 950;
constexpr std::uint32_t kSecondsPerMinute = 60;
constexpr std::uint64_t kPermille = 1'000;

std::size_t column(std::string_view name) {
    const auto found = std::ranges::find(kEventColumns, name, &LiveColumn::name);
    return static_cast<std::size_t>(found - kEventColumns.begin());
}

// Admissions that ended in the last minute: the admitted ones minus the change of the active ones.
std::uint32_t finished_per_minute(const EventSeries* series) {
    static const std::size_t kAdmitted = column("admitted");
    static const std::size_t kActive = column("active");
    if (series == nullptr || series->latest() == nullptr) return 0;
    const auto& rows = series->rows(LiveStep::kSecond);
    const std::uint32_t end = rows.back().second;
    std::uint64_t begun = 0;
    std::uint32_t inside_before = rows.back().values[kActive];
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        inside_before = row->values[kActive];
        if (row->second + kSecondsPerMinute <= end) break;
        begun += row->values[kAdmitted];
    }
    const std::uint64_t all = begun + inside_before;
    const std::uint32_t inside = rows.back().values[kActive];
    return live_value(all - std::min<std::uint64_t>(all, inside));
}

std::uint32_t no_show_permille(const LineView& line) {
    if (line.admitted_total() == 0) return 0;
    return static_cast<std::uint32_t>(line.no_show_total() * kPermille / line.admitted_total());
}

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
        list.push_back(
            {{"reason", payment::to_word(static_cast<DeclineReason>(i))}, {"count", counts[i]}});
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

LiveSource live_source(const LoopContext& context) {
    return {context.view, context.sale, context.figures};
}

sale::SaleNumbers advice_numbers(const LoopContext& context, EventId event,
                                 const EventSeries* series) {
    const LineView& line = *context.view.find(event);
    const Instant now = context.clock.now();
    const sale::EventFigures& figures = context.figures.of(event);
    sale::SaleNumbers numbers;
    numbers.max_active = line.settings().rules.max_active;
    numbers.active = line.ledger().size();
    numbers.waiting = line.book().count(waiting_room::Standing::kWaiting);
    numbers.admit_per_second = line.settings().rules.admit_per_second;
    if (context.sale.has_halls(event)) {
        const seat::StateCounts seats = context.sale.counts(event);
        numbers.seats = {seats[seat::SeatState::kFree], seats.may_return()};
    }
    numbers.hold_median = figures.recent(sale::RecentSale::kReach, now).holds.quantile(kMedian);
    numbers.payments = recent_payments(figures, now);
    numbers.no_show_permille = no_show_permille(line);
    numbers.finished_per_minute = finished_per_minute(series);
    numbers.rates = buying_rates(context, event, line);
    return numbers;
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
                               const LiveHistory& history) {
    const LineView& line = *context.view.find(event);
    const sale::SaleNumbers now = advice_numbers(context, event, history.find(event));
    const sale::Advice advice = sale::advise(now);
    const operate::Effect effect = effect_of_advice(now, advice);
    const bool brakes = context.sale.settings(event).admission == sale::AdmissionMode::kBrake;
    json::object numbers{{"mode", brakes ? "brake" : "by-hand"},
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
