#pragma once

#include <optional>

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "base/time.hpp"
#include "operate/port/live_numbers.hpp"

namespace onsale::http {

// Current numbers of one event and of the server. Rates are null until something was sampled.
boost::json::object live_numbers(const LoopContext& context, waiting_room::EventId event,
                                 const operate::LiveNumbers& live);

struct LiveRange {
    operate::LiveStep step = operate::LiveStep::kSecond;
    std::optional<Instant> since;  // The first rows from this time on; without it, the newest rows.
    std::size_t limit = 0;
};
// The rows as columns, oldest first. The server's columns are next to those of the event.
boost::json::object live_columns(const operate::LiveNumbers& live, waiting_room::EventId event,
                                 const LiveRange& range);

}  // namespace onsale::http
