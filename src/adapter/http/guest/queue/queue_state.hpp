#pragma once

#include <functional>

#include "adapter/http/guest/queue/queue_answer_text.hpp"
#include "adapter/http/guest/queue/stream_hub.hpp"

namespace onsale::http {

// State of the waiting room's routes on one loop.
struct QueueRouteState {
    StreamHub streams;
    // Informs the other loops that a guest's event stream is now on this one.
    std::function<void(StreamHub::Key)> announce_stream;
    QueueAnswerText text{};
    unsigned restoring = 0;  // Number of places being restored.
};

}  // namespace onsale::http
