#include "adapter/http/api/measure/metrics_report.hpp"

#include <array>
#include <functional>
#include <vector>

#include "waiting_room/codec/words.hpp"

namespace onsale::http {
namespace {

using waiting_room::EndReason;
using waiting_room::Lifecycle;
using waiting_room::LineView;
using waiting_room::Standing;
using waiting_room::to_word;

constexpr double kNanosecond = 1e-9;
constexpr double kMicrosecond = 1e-6;
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
constexpr std::array<const char*, kStatusClasses> kClassNames = {"1xx", "2xx", "3xx", "4xx", "5xx"};

void report_routes(MetricsText& text, const LoopMetrics& metrics) {
    const auto each = [&](auto&& write) {
        for (std::size_t i = 0; i < kMeteredRoutes; ++i)
            if (metrics.routes[i].duration_ns.count() > 0)
                write(name_of(static_cast<MeteredRoute>(i)), metrics.routes[i]);
    };
    text.counter("http_answers_total", "Answers by route and class of status.");
    each([&](std::string_view route, const RouteMetrics& one) {
        for (std::size_t i = 0; i < kStatusClasses; ++i)
            text.sample({{"route", route}, {"class", kClassNames[i]}}, one.answered[i]);
    });
    text.histogram("http_duration_seconds", "From the complete request to its answer, by route.");
    each([&](std::string_view route, const RouteMetrics& one) {
        text.sample({{"route", route}}, one.duration_ns, kNanosecond, kCallBounds);
    });
    text.gauge("http_duration_quantile_seconds",
               "Quantiles of http_duration_seconds since the start, to within 3 percent.");
    each([&](std::string_view route, const RouteMetrics& one) {
        for (const Quantile& quantile : kQuantiles)
            text.sample(
                {{"route", route}, {"quantile", quantile.label}},
                static_cast<double>(one.duration_ns.quantile(quantile.share)) * kNanosecond);
    });
}

template <class Enum, std::size_t Size>
void report_named(MetricsText& text, const char* label,
                  const std::array<std::uint64_t, Size>& counts) {
    for (std::size_t i = 0; i < Size; ++i)
        text.sample({{label, name_of(static_cast<Enum>(i))}}, counts[i]);
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
        {"line_waiting", "Guests who wait and are present.", false,
         standing_count(Standing::kWaiting)},
        {"line_away", "Guests who are silent and keep their place.", false,
         standing_count(Standing::kAway)},
        {"line_leaving", "Guests who left less than a minute ago.", false,
         standing_count(Standing::kLeaving)},
        {"line_missed", "Guests who missed their first admission.", false,
         standing_count(Standing::kMissed)},
        {"line_recalled", "Guests who missed once, are back and go next.", false,
         standing_count(Standing::kRecalled)},
        {"ledger_active", "Admissions that are live.", false,
         [](const LineView& view) { return view.ledger().size(); }},
        {"ledger_max_active", "Slots of the event.", false,
         [](const LineView& view) { return view.settings().rules.max_active; }},
        {"line_admitted_last_minute", "Admissions in the last 60 seconds.", false,
         [now](const LineView& view) { return view.admitted_last_minute(now); }},
        {"line_joined_total", "Places ever given.", true,
         [](const LineView& view) { return view.joined_total(); }},
        {"line_admitted_total", "Admissions since the process started.", true,
         [](const LineView& view) { return view.admitted_total(); }},
        {"line_no_shows_total", "Admissions not taken up since the process started.", true,
         [](const LineView& view) { return view.no_show_total(); }},
    };
}

}  // namespace

void report(MetricsText& text, const LoopMetrics& metrics) {
    report_routes(text, metrics);
    text.counter("rejections_total", "Refused calls by the code of their error.");
    for (std::size_t i = 0; i < kErrorCodes; ++i)
        text.sample({{"code", entry(static_cast<ErrorCode>(i)).code}}, metrics.rejections[i]);
    text.counter("rate_limited_total", "Calls over a limit.");
    report_named<LimitKind>(text, "limit", metrics.rate_limited);
    text.counter("bots_observed_total", "Calls that a bot rule would have refused.");
    report_named<BotReason>(text, "reason", metrics.bots_observed);
    text.counter("bots_refused_total", "Calls that a bot rule refused.");
    report_named<BotReason>(text, "reason", metrics.bots_refused);
    text.counter("shed_total", "Calls refused before any work because the server was behind.");
    text.sample({}, metrics.shed);
    text.gauge("streams_open", "Event streams open now.");
    text.sample({}, metrics.streams_open);
    text.histogram("wait_seconds", "How long admitted guests had waited.");
    text.sample({}, metrics.wait_ms, kMillisecond, kWaitBounds);
    text.gauge("wait_quantile_seconds", "Quantiles of wait_seconds since the start.");
    for (const Quantile& quantile : kQuantiles)
        text.sample({{"quantile", quantile.label}},
                    static_cast<double>(metrics.wait_ms.quantile(quantile.share)) * kMillisecond);
}

void report(MetricsText& text, const TransportCounters& transport) {
    const auto counter = [&](const char* name, const char* help, std::uint64_t value) {
        text.counter(name, help);
        text.sample({}, value);
    };
    text.gauge("connections_open", "Connections open now.");
    text.sample({}, transport.open);
    counter("connections_accepted_total", "Connections accepted.", transport.accepted);
    counter("requests_total", "Complete requests.", transport.requests);
    counter("received_bytes_total", "Bytes received.", transport.bytes_received);
    counter("sent_bytes_total", "Bytes sent.", transport.bytes_sent);
    counter("idle_timeouts_total", "Idle connections closed.", transport.idle_timeouts);
    counter("write_timeouts_total", "Connections closed because nobody read.",
            transport.write_timeouts);
    counter("slow_streams_dropped_total", "Event streams whose reader was too slow.",
            transport.slow_streams_dropped);
    counter("accept_failures_total", "Connections that could not be accepted.",
            transport.accept_failures);
    text.counter("transport_refusals_total", "Requests refused before any route saw them.");
    for (std::size_t i = 0; i < kRefusalCount; ++i)
        text.sample({{"code", text_of(static_cast<Refusal>(i)).code}}, transport.refused[i]);
}

void report(MetricsText& text, const WriterNumbers& writer) {
    const auto counter = [&](const char* name, const char* help, std::uint64_t value) {
        text.counter(name, help);
        text.sample({}, value);
    };
    const auto gauge = [&](const char* name, const char* help, double value) {
        text.gauge(name, help);
        text.sample({}, value);
    };
    counter("writer_batches_total", "Batches committed.", writer.batches);
    counter("writer_commands_total", "Commands decided.", writer.commands);
    counter("writer_facts_total", "Facts journaled.", writer.facts);
    text.counter("writer_commit_seconds_total", "Time spent in commits.");
    text.sample({}, static_cast<double>(writer.commit_us_total) * kMicrosecond);
    gauge("writer_commit_seconds_max", "The longest commit.",
          static_cast<double>(writer.commit_us_max) * kMicrosecond);
    gauge("writer_batch_commands_max", "Commands of the largest batch.",
          static_cast<double>(writer.batch_commands_max));
    gauge("writer_queue_depth", "Commands that wait for the writer.",
          static_cast<double>(writer.queue_depth));
    gauge("clock_step_seconds", "How far the wall clock was stepped since the start.",
          static_cast<double>(writer.wall_step_ms) * kMillisecond);
    gauge("journal_healthy", "1 while facts can be saved.", writer.healthy ? 1 : 0);
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
        for (std::size_t i = 0; i < waiting_room::kWords<EndReason>.size(); ++i) {
            const auto reason = static_cast<EndReason>(i);
            text.sample({{"event", key}, {"reason", to_word(reason)}}, line.ended_total(reason));
        }
    });
}

void add(TransportCounters& to, const TransportCounters& from) {
    to.accepted += from.accepted;
    to.open += from.open;
    to.requests += from.requests;
    to.bytes_received += from.bytes_received;
    to.bytes_sent += from.bytes_sent;
    to.idle_timeouts += from.idle_timeouts;
    to.write_timeouts += from.write_timeouts;
    to.slow_streams_dropped += from.slow_streams_dropped;
    to.accept_failures += from.accept_failures;
    for (std::size_t i = 0; i < kRefusalCount; ++i)
        to.refused[i] += from.refused[i];
}

}  // namespace onsale::http
