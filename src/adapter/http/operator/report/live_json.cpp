#include "adapter/http/operator/report/live_json.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <ranges>
#include <string>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/value_from.hpp>

#include "adapter/http/operator/report/sale_numbers.hpp"
#include "base/time_text.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using operate::ErrorSeries;
using operate::EventSeries;
using operate::kEventColumns;
using operate::kServerColumns;
using operate::kTopRefusalColumn;
using operate::LiveColumn;
using operate::LiveFold;
using operate::LiveNumbers;
using operate::LiveStep;
using operate::ServerSeries;
using operate::TopRefusal;
using sale::EventReading;
using waiting_room::LineView;

constexpr std::size_t kTopRefusals = 5;
constexpr const char* kTopRefusalCount = "topRefusalCount";

Instant instant_of(std::uint32_t second) {
    return instant_from_ms(std::int64_t{second} * 1000);
}

json::value code_of(const LiveNumbers& live, TopRefusal top) {
    return top.count() == 0 ? json::value{} : json::value(live.refused_code(top.index()));
}

// An integer when the row covers one second; after a gap the mean over the covered seconds.
json::value per_second(std::uint32_t count, std::uint32_t covers) {
    if (covers <= 1) return count;
    return static_cast<double>(count) / covers;
}

json::object rates_of(const EventSeries::Row& row) {
    json::object rates;
    for (std::size_t i = 0; i < kEventColumns.size(); ++i)
        if (kEventColumns[i].fold == LiveFold::kSum)
            rates[kEventColumns[i].name] = per_second(row.values[i], row.covers);
    return rates;
}

json::array top_refusals(const LiveNumbers& live) {
    json::array list;
    for (const auto& refused : live.top_refusals(kTopRefusals))
        list.push_back({{"code", refused.code}, {"count", refused.count}});
    return list;
}

json::value server_numbers(const LiveNumbers& live) {
    const ServerSeries::Row* const row = live.server().latest();
    if (row == nullptr) return {};
    json::object numbers;
    for (std::size_t i = 0; i < kServerColumns.size(); ++i) {
        const LiveColumn& column = kServerColumns[i];
        if (column.name == kTopRefusalColumn) continue;
        numbers[column.name] = column.fold == LiveFold::kSum
                                   ? per_second(row->values[i], row->covers)
                                   : json::value(row->values[i]);
    }
    numbers["topRefusals"] = top_refusals(live);
    return numbers;
}

using Rows = std::deque<EventSeries::Row>;
struct Chosen {
    Rows::const_iterator begin, end;
};

Chosen choose(const Rows& rows, const LiveRange& range) {
    const auto limit = static_cast<std::ptrdiff_t>(range.limit);
    if (!range.since) return {rows.end() - std::min(limit, std::ssize(rows)), rows.end()};
    const auto first = std::ranges::partition_point(
        rows, [&](const EventSeries::Row& row) { return instant_of(row.second) < *range.since; });
    return {first, first + std::min(limit, rows.end() - first)};
}

// One value for each chosen row.
template <class Read>
json::array column_of(const Chosen& chosen, Read read) {
    json::array values;
    values.reserve(static_cast<std::size_t>(chosen.end - chosen.begin));
    for (auto row = chosen.begin; row != chosen.end; ++row)
        values.push_back(read(*row));
    return values;
}

struct CodeCounts {
    std::uint64_t total = 0;
    std::vector<std::uint32_t> counts;
};

// One column per code, highest count first.
json::array error_columns(const Chosen& chosen, const LiveNumbers& live, LiveStep step) {
    const auto rows = static_cast<std::size_t>(chosen.end - chosen.begin);
    std::map<std::size_t, CodeCounts> codes;
    for (auto row = chosen.begin; row != chosen.end; ++row) {
        const ErrorSeries::Row* const found = live.errors().find(step, row->second);
        if (found == nullptr) continue;
        for (const TopRefusal top : found->top) {
            if (top.count() == 0) break;
            CodeCounts& code = codes[top.index()];
            code.counts.resize(rows);
            code.counts[static_cast<std::size_t>(row - chosen.begin)] = top.count();
            code.total += top.count();
        }
    }
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (const auto& [index, code] : codes)
        order.emplace_back(code.total, index);
    std::ranges::sort(order, std::greater{});
    json::array list;
    for (const auto& [total, index] : order | std::views::take(ErrorSeries::kCodesMax))
        list.push_back({{"code", live.refused_code(index)},
                        {"total", total},
                        {"counts", json::value_from(codes[index].counts)}});
    return list;
}

json::object server_columns(const Chosen& chosen, const LiveNumbers& live, LiveStep step) {
    const ServerSeries& server = live.server();
    const auto column = [&](std::size_t index, auto show) {
        return column_of(chosen, [&](const EventSeries::Row& row) {
            const ServerSeries::Row* const found = server.find(step, row.second);
            return found == nullptr ? json::value{} : json::value(show(found->values[index]));
        });
    };
    const auto plain = [](std::uint32_t value) { return value; };
    json::object columns;
    for (std::size_t i = 0; i < kServerColumns.size(); ++i) {
        if (kServerColumns[i].name != kTopRefusalColumn) {
            columns[kServerColumns[i].name] = column(i, plain);
            continue;
        }
        columns[kTopRefusalColumn] =
            column(i, [&](std::uint32_t value) { return code_of(live, TopRefusal{value}); });
        columns[kTopRefusalCount] =
            column(i, [](std::uint32_t value) { return TopRefusal{value}.count(); });
    }
    columns["errors"] = error_columns(chosen, live, step);
    return columns;
}

std::size_t index_of(std::string_view name) {
    const auto found = std::ranges::find(kEventColumns, name, &LiveColumn::name);
    return static_cast<std::size_t>(found - kEventColumns.begin());
}

// Sum over the kept minutes, which survive a restart; at least the count of this process.
std::uint64_t counted(const EventSeries* series, const EventReading& reading,
                      std::string_view name) {
    const std::size_t index = index_of(name);
    std::uint64_t sum = 0;
    if (series != nullptr)
        for (const EventSeries::Row& row : series->rows(LiveStep::kMinute))
            sum += row.values[index];
    return std::max(sum, reading[index]);
}

json::object funnel(const EventSeries* series, const EventReading& reading,
                    const sale::SaleTotals& totals) {
    return {{"joined", reading[index_of("arrived")]},
            {"admitted", counted(series, reading, "admitted")},
            {"held", counted(series, reading, "holdsBegun")},
            {"paymentStarted", totals.orders},
            {"paid", totals.bookings}};
}

}  // namespace

json::object live_numbers(const LoopContext& context, waiting_room::EventId event,
                          const LiveNumbers& live) {
    const LineView& line = *context.view.find(event);
    const Instant now = context.clock.now();
    const EventSeries* const series = live.find(event);
    const EventReading reading = read_event(context.live_source(), event, now);
    json::object numbers{{"event", line.settings().key},
                         {"lifecycle", to_word(line.lifecycle())},
                         {"serverTime", format_iso_time(now)}};
    json::object totals;
    for (std::size_t i = 0; i < kEventColumns.size(); ++i)
        (kEventColumns[i].fold == LiveFold::kSum ? totals : numbers)[kEventColumns[i].name] =
            reading[i];
    numbers["totals"] = std::move(totals);
    numbers["payments"] = payment_numbers(context, event, now);
    numbers["admission"] = admission_numbers(context, event, live);
    numbers["funnel"] = funnel(series, reading, context.figures.of(event).totals());
    const EventSeries::Row* const row = series == nullptr ? nullptr : series->latest();
    numbers["sampledAt"] =
        row == nullptr ? json::value{} : json::value(format_iso_time(instant_of(row->second)));
    numbers["perSecond"] = row == nullptr ? json::value{} : json::value(rates_of(*row));
    numbers["server"] = server_numbers(live);
    return numbers;
}

json::object live_columns(const LiveNumbers& live, waiting_room::EventId of,
                          const LiveRange& range) {
    static const Rows kNone;
    const EventSeries* const series = live.find(of);
    const Chosen chosen = choose(series == nullptr ? kNone : series->rows(range.step), range);
    json::object event;
    event["time"] = column_of(chosen, [](const EventSeries::Row& row) { return row.second; });
    event["covers"] = column_of(chosen, [](const EventSeries::Row& row) { return row.covers; });
    for (std::size_t i = 0; i < kEventColumns.size(); ++i)
        event[kEventColumns[i].name] =
            column_of(chosen, [i](const EventSeries::Row& row) { return row.values[i]; });
    return {{"columns", std::move(event)}, {"server", server_columns(chosen, live, range.step)}};
}

}  // namespace onsale::http
