#include "adapter/server/operate/metrics_page.hpp"

namespace onsale::server {

void report_writer(http::MetricsText& text, const embedded::WriterFigures& writer,
                   std::size_t queue_depth) {
    constexpr double kMicrosecond = 1e-6;
    constexpr double kMillisecond = 1e-3;
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
    text.counter("writer_commit_seconds_total", "Total duration of all commits.");
    text.sample({}, static_cast<double>(writer.commit_us_total) * kMicrosecond);
    gauge("writer_commit_seconds_max", "Duration of the longest commit since the start.",
          static_cast<double>(writer.commit_us_max) * kMicrosecond);
    gauge("writer_batch_commands_max", "Commands in the largest batch since the start.",
          static_cast<double>(writer.batch_commands_max));
    gauge("writer_queue_depth", "Commands that wait for the writer.",
          static_cast<double>(queue_depth));
    gauge("clock_step_seconds", "How far the wall clock was stepped since the start.",
          static_cast<double>(writer.wall_step_ms) * kMillisecond);
    gauge("journal_healthy", "1 while facts can be saved.",
          writer.health == embedded::Health::kOk ? 1 : 0);
}

}  // namespace onsale::server
