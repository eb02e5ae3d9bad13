#include "sale/app/numbers/sale_numbers.hpp"

#include <algorithm>

#include "sale/app/brake/recent_payments.hpp"
#include "sale/app/numbers/buying_so_far.hpp"

namespace onsale::sale {
namespace {

using operate::EventSeries;
using operate::LiveColumn;
using waiting_room::LineView;

std::size_t event_column(std::string_view name) {
    const auto found = std::ranges::find(operate::kEventColumns, name, &LiveColumn::name);
    return static_cast<std::size_t>(found - operate::kEventColumns.begin());
}

// Admissions that ended in the last minute: the admitted ones minus the change of the active ones.
std::uint32_t finished_per_minute(const EventSeries* series) {
    constexpr std::uint32_t kSecondsPerMinute = 60;
    static const std::size_t kAdmitted = event_column("admitted");
    static const std::size_t kActive = event_column("active");
    if (series == nullptr || series->latest() == nullptr) return 0;
    const auto& rows = series->rows(operate::LiveStep::kSecond);
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
    return operate::live_value(all - std::min<std::uint64_t>(all, inside));
}

std::uint32_t no_show_permille(const LineView& line) {
    constexpr std::uint64_t kPermille = 1'000;
    if (line.admitted_total() == 0) return 0;
    return static_cast<std::uint32_t>(line.no_show_total() * kPermille / line.admitted_total());
}

}  // namespace

SaleNumbers sale_numbers(const SaleSources& sources, waiting_room::EventId event, Instant now) {
    constexpr std::uint32_t kMedian = 500;  // In thousandths.
    const LineView& line = *sources.now.view.find(event);
    const EventFigures& figures = sources.now.figures.of(event);
    SaleNumbers numbers;
    numbers.max_active = line.settings().rules.max_active;
    numbers.active = line.ledger().size();
    numbers.waiting = line.book().count(waiting_room::Standing::kWaiting);
    numbers.admit_per_second = line.settings().rules.admit_per_second;
    if (sources.now.sale.has_halls(event)) {
        const seat::StateCounts seats = sources.now.sale.counts(event);
        numbers.seats = {seats[seat::SeatState::kFree], seats.may_return()};
    }
    numbers.hold_median = figures.recent(RecentSale::kReach, now).holds.quantile(kMedian);
    numbers.payments = recent_payments(figures, now);
    numbers.no_show_permille = no_show_permille(line);
    numbers.finished_per_minute = finished_per_minute(sources.past.find(event));
    numbers.rates = buying_so_far(sources.buying.of(event), line);
    return numbers;
}

}  // namespace onsale::sale
