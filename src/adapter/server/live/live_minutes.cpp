// Exports minutes of the live numbers and restores them after a restart.
#include <algorithm>

#include "adapter/server/live/live_history.hpp"

namespace onsale::server {

using operate::ErrorSeries;
using operate::EventSeries;
using operate::kEventColumns;
using operate::kServerColumns;
using operate::LiveColumn;
using operate::LiveRow;
using operate::LiveStep;
using operate::TopRefusal;

namespace {

using Kind = LiveMinute::Kind;

template <std::size_t Columns>
std::optional<LiveRow<Columns>> row_in(const LiveMinute& minute) {
    if (minute.values.size() != Columns) return std::nullopt;
    LiveRow<Columns> row{minute.second, minute.covers, {}};
    std::ranges::copy(minute.values, row.values.begin());
    return row;
}

std::optional<ErrorSeries::Row> errors_in(const LiveMinute& minute) {
    if (minute.values.size() != ErrorSeries::kCodesMax) return std::nullopt;
    ErrorSeries::Row row{minute.second, {}};
    std::ranges::transform(minute.values, row.top.begin(),
                           [](std::uint32_t packed) { return TopRefusal{packed}; });
    return row;
}

// The rows in a range of seconds, for both kinds of series.
template <class Row>
auto within(const std::deque<Row>& rows, std::uint32_t from, std::uint32_t until) {
    const auto first = std::ranges::lower_bound(rows, from, {}, &Row::second);
    const auto last = std::ranges::lower_bound(rows, until, {}, &Row::second);
    return std::ranges::subrange{first, std::max(first, last)};
}

}  // namespace

std::uint32_t minute_of(Instant now) {
    const auto minute = std::chrono::floor<std::chrono::minutes>(now).time_since_epoch();
    return static_cast<std::uint32_t>(std::chrono::seconds{minute}.count());
}

std::string live_shape() {
    std::string shape;
    const auto add = [&](std::string_view name) { shape.append(name) += ' '; };
    for (const LiveColumn& column : kServerColumns)
        add(column.name);
    for (const LiveColumn& column : kEventColumns)
        add(column.name);
    for (std::size_t code = 0; code < http::kRefusedCodes; ++code)
        add(http::refused_code(code));
    return shape;
}

void LiveHistory::restore(const LiveMinute& minute, Instant now) {
    if (minute.second > minute_of(now)) return;
    switch (minute.kind) {
        case Kind::kServer:
            if (const auto row = row_in<kServerColumns.size()>(minute)) server_.restore(*row);
            return;
        case Kind::kErrors:
            if (const auto row = errors_in(minute)) errors_.restore(*row);
            return;
        case Kind::kEvent: {
            const auto row = row_in<kEventColumns.size()>(minute);
            Kept& kept = events_[minute.event];
            if (row && !kept.series && make_room(minute.second))
                kept.series = std::make_unique<EventSeries>(kEventColumns);
            if (row && kept.series) kept.series->restore(*row);
            return;
        }
    }
}

std::vector<LiveMinute> LiveHistory::minutes(std::uint32_t from, std::uint32_t until) const {
    std::vector<LiveMinute> taken;
    const auto take = [&](Kind kind, waiting_room::EventId event, const auto& row) {
        taken.push_back({kind, event, row.second, row.covers,
                         std::vector<std::uint32_t>(row.values.begin(), row.values.end())});
    };
    for (const auto& row : within(server_.rows(LiveStep::kMinute), from, until))
        take(Kind::kServer, {}, row);
    for (const auto& [event, kept] : events_)
        if (kept.series)
            for (const auto& row : within(kept.series->rows(LiveStep::kMinute), from, until))
                take(Kind::kEvent, event, row);
    for (const auto& row : within(errors_.rows(LiveStep::kMinute), from, until)) {
        LiveMinute& one = taken.emplace_back(LiveMinute{Kind::kErrors, {}, row.second, 0, {}});
        for (const TopRefusal top : row.top)
            one.values.push_back(top.packed);
    }
    return taken;
}

}  // namespace onsale::server
