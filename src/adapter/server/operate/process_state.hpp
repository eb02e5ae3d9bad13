#pragma once

#include "adapter/redis/roster/process_note.hpp"
#include "operate/port/readiness.hpp"

namespace onsale::server {

// The facts that determine the state of a process.
struct ProcessState {
    bool stopping = false;
    // Why the sale store takes no changes; kNo also where another process has the store.
    operate::Degraded store = operate::Degraded::kNo;
    operate::Degraded view = operate::Degraded::kNo;
};

// Writes `state` and `degraded` of the note. A process that stops says so whatever else is wrong
// with it, because nobody needs to look after it. The store's reason goes before the view's.
void set_state(redis::ProcessNote& note, const ProcessState& now);

}  // namespace onsale::server
