#pragma once

#include <cstddef>

#include "adapter/http/api/measure/metrics.hpp"
#include "adapter/http/api/measure/metrics_text.hpp"
#include "adapter/http/api/measure/process_numbers.hpp"
#include "base/time.hpp"
#include "sale/app/numbers/event_reading.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::http {

// Each function writes complete metric families: call each once per page.
void report(MetricsText& text, const LoopMetrics& all_loops);
// The families that only a process on Redis has.
void report_redis(MetricsText& text, const ProcessNumbers& numbers);
// Line and ledger of every event that is not archived.
void report(MetricsText& text, const waiting_room::RoomView& view, Instant now);

// Seats and money of every event that has any.
void report(MetricsText& text, const sale::LiveSource& source, Instant now);

// A sample for each way in which the calls of `kind` ended. The name of the way is in `label`.
template <class Ending>
void report_endings(MetricsText& text, const MetricLabel& kind, std::string_view label,
                    const runtime::CallMetrics<Ending>& calls) {
    for (std::size_t i = 0; i < kWords<Ending>.size(); ++i)
        text.sample({kind, {label, kWords<Ending>[i]}}, calls[static_cast<Ending>(i)]);
}

// The families of the rows of runtime::kCounterRows from `first` on and before `end`.
void report(MetricsText& text, const runtime::Counters& counters, std::size_t first,
            std::size_t end);

}  // namespace onsale::http
