#include "adapter/server/live/live_history.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace onsale::server {

using http::LoopTotals;
using http::ServerTotals;
using operate::ErrorSeries;
using operate::EventSeries;
using operate::kEventColumns;
using operate::kServerColumns;
using operate::live_value;
using operate::LiveFold;
using operate::RefusedCounts;
using operate::ServerSeries;
using operate::TopRefusal;
using sale::EventReading;
using sale::LiveSource;
using waiting_room::EventId;
using waiting_room::Lifecycle;
using waiting_room::LineView;

namespace {

constexpr double kP99 = 0.99;
constexpr std::uint64_t kNanosecondsPerMicrosecond = 1000;
constexpr std::uint32_t kRefusedSeconds = 60;
// Checks the row sizes, so that the memory sizes in docs/operate.md stay correct.
static_assert(EventSeries::kBytesMax == 13'680 * 104);
static_assert(ServerSeries::kBytesMax + ErrorSeries::kBytesMax == 13'680 * 80);
static_assert(http::kRefusedCodes <= TopRefusal::kCodesMax);

std::uint32_t second_of(Instant now) {
    return static_cast<std::uint32_t>(
        std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count());
}

// Draft, archived and closed lines get no rows. A closed line still gets rows while it has
// admissions.
bool moves(const LineView& line) {
    switch (line.lifecycle()) {
        case Lifecycle::kLobby:
        case Lifecycle::kOpen:
        case Lifecycle::kPaused:
            return true;
        case Lifecycle::kClosed:
            return line.ledger().size() > 0;
        case Lifecycle::kDraft:
        case Lifecycle::kArchived:
            return false;
    }
    return false;
}

std::uint64_t mean(std::uint64_t sum, std::uint64_t count) {
    return count == 0 ? 0 : sum / count;
}

}  // namespace

void LiveHistory::begin(const LiveSource& source, Instant now) {
    for (const auto& [id, line] : source.view)
        events_[id].counted = read_event(source, id, now);
    last_second_ = second_of(now);
}

void LiveHistory::sample(const LiveSource& source, const ServerTotals& totals, Instant now) {
    const std::uint32_t second = second_of(now);
    if (last_second_ && second <= *last_second_) return;
    const std::uint32_t covers = last_second_ ? second - *last_second_ : 1;
    last_second_ = second;
    sample_server(totals, second, covers);
    for (const auto& [id, line] : source.view)
        sample_event(id, *line, read_event(source, id, now), second, covers);
}

void LiveHistory::sample_server(const ServerTotals& totals, std::uint32_t second,
                                std::uint32_t covers) {
    const LoopTotals loops = totals.loops.since(counted_.loops);
    remember_refusals(loops, second);
    const RefusedCounts& refused = refused_.back().counts;
    const auto top = std::ranges::max_element(refused);
    // In the order of kServerColumns.
    const std::array<std::uint64_t, kServerColumns.size()> values = {
        loops.counters["requests_total"],
        loops.counters["polls"],
        std::accumulate(refused.begin(), refused.end(), std::uint64_t{0}),
        TopRefusal::of(static_cast<std::size_t>(top - refused.begin()), *top).packed,
        loops.status_ns.quantile(kP99) / kNanosecondsPerMicrosecond,
        loops.request_ns.quantile(kP99) / kNanosecondsPerMicrosecond,
        mean(totals.commit_us - counted_.commit_us, totals.batches - counted_.batches),
        totals.queue_depth,
        static_cast<std::uint64_t>(std::max<std::int64_t>(0, totals.loop_lag.count()))};
    ServerSeries::Row row{second, covers, {}};
    std::ranges::transform(values, row.values.begin(), live_value);
    server_.add(row);
    counted_ = totals;
}

void LiveHistory::remember_refusals(const LoopTotals& counted, std::uint32_t second) {
    while (!refused_.empty() && refused_.front().second + kRefusedSeconds <= second)
        refused_.pop_front();
    RefusedCounts counts(http::kRefusedCodes);
    for (std::size_t code = 0; code < counts.size(); ++code)
        counts[code] = live_value(counted.refused(code));
    errors_.add(second, counts);
    refused_.push_back({second, std::move(counts)});
}

void LiveHistory::sample_event(EventId id, const LineView& line, const EventReading& now,
                               std::uint32_t second, std::uint32_t covers) {
    if (line.lifecycle() == Lifecycle::kArchived) {
        events_.erase(id);
        return;
    }
    Kept& kept = events_[id];
    if (!moves(line) && (!kept.series || now == kept.counted)) return;
    EventSeries::Row row{second, covers, {}};
    for (std::size_t i = 0; i < now.size(); ++i)
        row.values[i] =
            live_value(kEventColumns[i].fold == LiveFold::kSum ? now[i] - kept.counted[i] : now[i]);
    kept.counted = now;
    if (!kept.series && make_room(second - covers))
        kept.series = std::make_unique<EventSeries>(kEventColumns);
    if (kept.series) kept.series->add(row);
}

bool LiveHistory::make_room(std::uint32_t previous_second) {
    std::size_t series = 0;
    Kept* oldest = nullptr;
    for (auto& [id, kept] : events_) {
        if (!kept.series) continue;
        ++series;
        if (oldest == nullptr || kept.series->last_second() < oldest->series->last_second())
            oldest = &kept;
    }
    if (series < kEventsMax) return true;
    // A line that was in the previous sample is still alive.
    if (oldest->series->last_second() >= previous_second) return false;
    oldest->series.reset();
    return true;
}

const EventSeries* LiveHistory::find(EventId event) const {
    const auto found = events_.find(event);
    return found == events_.end() ? nullptr : found->second.series.get();
}

std::vector<operate::Refused> LiveHistory::top_refusals(std::size_t count_max) const {
    using operate::Refused;
    std::vector<Refused> all;
    for (std::size_t i = 0; i < http::kRefusedCodes; ++i) {
        std::uint64_t sum = 0;
        for (const RefusedSecond& one : refused_)
            sum += one.counts[i];
        if (sum > 0) all.push_back({refused_code(i), sum});
    }
    std::ranges::sort(all, std::greater{}, &Refused::count);
    all.resize(std::min(all.size(), count_max));
    return all;
}

std::string_view LiveHistory::refused_code(std::size_t index) const {
    return http::refused_code(index);
}

}  // namespace onsale::server
