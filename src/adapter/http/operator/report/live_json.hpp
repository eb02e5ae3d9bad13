#pragma once

#include <optional>

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/measure/live_history.hpp"
#include "base/time.hpp"

namespace onsale::http {

// What one event and the server do now. Rates are null while nothing was sampled.
boost::json::object live_numbers(const LoopContext& context, waiting_room::EventId event,
                                 const LiveHistory& history);

struct LiveRange {
    LiveStep step = LiveStep::kSecond;
    std::optional<Instant> since;  // The first rows from there on; nothing: the newest rows.
    std::size_t limit = 0;
};
// The rows in columns, oldest first; those of the server stand beside those of the event.
boost::json::object live_columns(const LiveHistory& history, waiting_room::EventId event,
                                 const LiveRange& range);

}  // namespace onsale::http
