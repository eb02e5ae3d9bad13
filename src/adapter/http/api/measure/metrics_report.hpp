#pragma once

#include <cstdint>

#include "adapter/http/api/measure/live_history.hpp"
#include "adapter/http/api/measure/metrics.hpp"
#include "adapter/http/api/measure/metrics_text.hpp"
#include "adapter/http/transport/socket/transport_counters.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::http {

// The writer's metrics as plain numbers, so that this folder does not depend on the engine.
struct WriterNumbers {
    std::uint64_t batches = 0;
    std::uint64_t commands = 0;
    std::uint64_t facts = 0;
    std::uint64_t commit_us_total = 0;
    std::uint64_t commit_us_max = 0;
    std::uint64_t batch_commands_max = 0;
    std::uint64_t queue_depth = 0;
    std::int64_t wall_step_ms = 0;
    bool healthy = true;
};

// Each function writes complete metric families: call each once per page.
void report(MetricsText& text, const LoopMetrics& all_loops);
void report(MetricsText& text, const TransportCounters& all_listeners);
void report(MetricsText& text, const WriterNumbers& writer);
// Line and ledger of every event that is not archived.
void report(MetricsText& text, const waiting_room::RoomView& view, Instant now);

// Seats and money of every event that has any.
void report(MetricsText& text, const LiveSource& source, Instant now);

// Adds the counters of another listener.
void add(TransportCounters& to, const TransportCounters& from);

}  // namespace onsale::http
