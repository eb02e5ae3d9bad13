#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "waiting_room/domain/ids.hpp"
#include "waiting_room/domain/set/chunked.hpp"
#include "waiting_room/port/waiting_lines.hpp"

namespace onsale::http {

// Polls are heartbeats. Each number is told to the line at most once per window, in batches; what
// is told covers the whole window, so that nobody is taken for silent who was only not told again.
// Thread safety: one per loop.
class SeenBatches {
  public:
    void mark(waiting_room::EventId event, waiting_room::Number number);
    // Sends what has gathered; about once a second.
    void flush(waiting_room::WaitingLines& lines);
    // Starts a new window of the event, that long: everybody counts as unseen again.
    void begin_window(waiting_room::EventId event, Duration window);

  private:
    struct Batch {
        Duration window{};
        waiting_room::Chunked<std::uint64_t, 256> told;  // A bit per number, in this window.
        std::vector<waiting_room::Number> waiting;
    };
    std::map<waiting_room::EventId, Batch> batches_;
};

}  // namespace onsale::http
