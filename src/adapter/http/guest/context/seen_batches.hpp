#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "waiting_room/domain/ids.hpp"
#include "waiting_room/domain/set/chunked.hpp"
#include "waiting_room/port/waiting_lines.hpp"

namespace onsale::http {

// Polls are heartbeats. Each number is reported to the line at most once per window, in batches. A
// report covers the whole window, so that a guest is not considered silent only because it was not
// reported again.
// Thread safety: one per loop.
class SeenBatches {
  public:
    void mark(waiting_room::EventId event, waiting_room::Number number);
    // Sends the collected numbers; call it about once a second.
    void flush(waiting_room::WaitingLines& lines);
    // Starts a new window of this length for the event. All numbers count as unseen again.
    void begin_window(waiting_room::EventId event, Duration window);

  private:
    struct Batch {
        Duration window{};
        // Reported in this window; one bit per number.
        waiting_room::Chunked<std::uint64_t, 256> told;
        std::vector<waiting_room::Number> waiting;
    };
    std::map<waiting_room::EventId, Batch> batches_;
};

}  // namespace onsale::http
