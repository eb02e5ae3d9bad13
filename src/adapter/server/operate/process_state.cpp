#include "adapter/server/operate/process_state.hpp"

namespace onsale::server {

using operate::Degraded;

void set_state(redis::ProcessNote& note, const ProcessState& now) {
    const Degraded degraded = now.store != Degraded::kNo ? now.store : now.view;
    const bool ready = degraded == Degraded::kNo;
    note.state = now.stopping ? "stopping" : ready ? "ready" : "degraded";
    note.degraded = to_word(degraded);
}

}  // namespace onsale::server
