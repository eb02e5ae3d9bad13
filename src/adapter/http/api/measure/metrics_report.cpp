#include "adapter/http/api/measure/metrics_report.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <vector>

#include "adapter/http/transport/message/refusal.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::http {
namespace {

using waiting_room::EndReason;
using waiting_room::Lifecycle;
using waiting_room::LineView;
using waiting_room::Standing;

constexpr double kNanosecond = 1e-9;
constexpr double kMillisecond = 1e-3;

// A poll takes microseconds, a durable join milliseconds, an overloaded disk seconds.
constexpr std::array kCallBounds = {0.00001, 0.00005, 0.0001, 0.00025, 0.0005, 0.001,
                                    0.0025,  0.005,   0.01,   0.025,   0.05,   0.1,
                                    0.25,    0.5,     1.0,    2.5,     5.0,    10.0};
// Waiting times from a second to half a day.
constexpr std::array kWaitBounds = {1.0,   5.0,   15.0,   30.0,   60.0,   120.0,   300.0,
                                    600.0, 900.0, 1800.0, 3600.0, 7200.0, 14400.0, 43200.0};

struct Quantile {
    const char* label;
    double share;
};
constexpr std::array<Quantile, 4> kQuantiles = {
    {{"0.5", 0.5}, {"0.9", 0.9}, {"0.99", 0.99}, {"0.999", 0.999}}};

void report_routes(MetricsText& text, const LoopMetrics& metrics) {
    const auto each = [&](auto&& write) {
        for (std::size_t i = 0; i < kMeteredRoutes; ++i)
            if (metrics.routes[i].took_ns().count() > 0)
                write(to_word(static_cast<MeteredRoute>(i)), metrics.routes[i]);
    };
    text.counter("http_answers_total", "Answers by route and status class.");
    each([&](std::string_view route, const RouteMetrics& one) {
        report_endings(text, {"route", route}, "class", one);
    });
    text.histogram("http_duration_seconds",
                   "Time from the complete request to its answer, by route.");
    each([&](std::string_view route, const RouteMetrics& one) {
        text.sample({{"route", route}}, one.took_ns(), kNanosecond, kCallBounds);
    });
    text.gauge("http_duration_quantile_seconds",
               "Quantiles of http_duration_seconds since the start, to within 3 percent.");
    each([&](std::string_view route, const RouteMetrics& one) {
        for (const Quantile& quantile : kQuantiles)
            text.sample({{"route", route}, {"quantile", quantile.label}},
                        static_cast<double>(one.took_ns().quantile(quantile.share)) * kNanosecond);
    });
}

// The values of a label, in the order of the cells.
struct LabelValues {
    std::string_view family;
    std::size_t count;
    std::string_view (*word)(std::size_t cell);
};

template <class Enum>
std::string_view word_at(std::size_t cell) {
    return kWords<Enum>[cell];
}

constexpr auto kLabelValues = std::to_array<LabelValues>({
    {"rejections_total", kErrorCodes,
     [](std::size_t cell) { return entry(static_cast<ErrorCode>(cell)).code; }},
    {"rate_limited_total", kLimitKinds, word_at<LimitKind>},
    {"bots_observed_total", kBotReasons, word_at<BotReason>},
    {"bots_refused_total", kBotReasons, word_at<BotReason>},
    {"transport_refusals_total", kRefusalCount,
     [](std::size_t cell) { return text_of(static_cast<Refusal>(cell)).code; }},
});

void report_cells(MetricsText& text, const runtime::CounterRow& row,
                  std::span<const std::uint64_t> cells) {
    const auto values = std::ranges::find(kLabelValues, row.name, &LabelValues::family);
    for (std::size_t cell = 0; cell < values->count; ++cell)
        text.sample({{row.label, values->word(cell)}}, cells[cell]);
}

using EventValue = std::function<std::uint64_t(const LineView&)>;

struct EventFamily {
    const char* name;
    const char* help;
    bool counter;
    EventValue value;
};

EventValue standing_count(Standing standing) {
    return [standing](const LineView& view) { return view.book().count(standing); };
}

std::vector<EventFamily> event_families(Instant now) {
    return {
        {"line_waiting", "Guests who wait and are active.", false,
         standing_count(Standing::kWaiting)},
        {"line_away", "Guests who are silent and keep their place.", false,
         standing_count(Standing::kAway)},
        {"line_leaving", "Guests who left less than a minute ago.", false,
         standing_count(Standing::kLeaving)},
        {"line_missed", "Guests who missed their first admission.", false,
         standing_count(Standing::kMissed)},
        {"line_recalled", "Guests who missed an admission, are back and go next.", false,
         standing_count(Standing::kRecalled)},
        {"ledger_active", "Guests with a valid admission.", false,
         [](const LineView& view) { return view.ledger().size(); }},
        {"ledger_max_active", "Maximum number of admissions at the same time.", false,
         [](const LineView& view) { return view.settings().rules.max_active; }},
        {"line_admitted_last_minute", "Admissions in the last 60 seconds.", false,
         [now](const LineView& view) { return view.admitted_last_minute(now); }},
        {"line_joined_total", "Places issued so far.", true,
         [](const LineView& view) { return view.joined_total(); }},
        {"line_admitted_total", "Admissions since the process started.", true,
         [](const LineView& view) { return view.admitted_total(); }},
        {"line_no_shows_total", "Admissions that were not claimed since the process started.", true,
         [](const LineView& view) { return view.no_show_total(); }},
    };
}

}  // namespace

void report(MetricsText& text, const LoopMetrics& metrics) {
    report_routes(text, metrics);
    text.histogram("wait_seconds", "How long admitted guests had waited.");
    text.sample({}, metrics.wait_ms, kMillisecond, kWaitBounds);
    text.gauge("wait_quantile_seconds", "Quantiles of wait_seconds since the start.");
    for (const Quantile& quantile : kQuantiles)
        text.sample({{"quantile", quantile.label}},
                    static_cast<double>(metrics.wait_ms.quantile(quantile.share)) * kMillisecond);
    report(text, metrics.counters, 0, runtime::kFirstRedisRow);
}

void report(MetricsText& text, const runtime::Counters& counters, std::size_t first,
            std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
        const runtime::CounterRow& row = runtime::kCounterRows[i];
        if (row.help.empty()) continue;
        row.kind == runtime::CounterKind::kCounter ? text.counter(row.name, row.help)
                                                   : text.gauge(row.name, row.help);
        const auto cells = counters.cells(runtime::CounterKey::at(i));
        if (row.label.empty())
            text.sample({}, cells.front());
        else
            report_cells(text, row, cells);
    }
}

void report(MetricsText& text, const waiting_room::RoomView& view, Instant now) {
    const auto each = [&](auto&& write) {
        for (const auto& [id, line] : view)
            if (line->lifecycle() != Lifecycle::kArchived) write(line->settings().key, *line);
    };
    text.gauge("event_info", "1 for every event, with its lifecycle.");
    each([&](const std::string& key, const LineView& line) {
        text.sample({{"event", key}, {"lifecycle", to_word(line.lifecycle())}}, 1u);
    });
    for (const EventFamily& family : event_families(now)) {
        family.counter ? text.counter(family.name, family.help)
                       : text.gauge(family.name, family.help);
        each([&](const std::string& key, const LineView& line) {
            text.sample({{"event", key}}, family.value(line));
        });
    }
    text.counter("line_ended_total", "Places that ended, by reason.");
    each([&](const std::string& key, const LineView& line) {
        for (std::size_t i = 0; i < kWords<EndReason>.size(); ++i) {
            const auto reason = static_cast<EndReason>(i);
            text.sample({{"event", key}, {"reason", to_word(reason)}}, line.ended_total(reason));
        }
    });
}

}  // namespace onsale::http
