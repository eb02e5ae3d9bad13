#pragma once

#include <optional>

#include "adapter/http/api/context/loop_context.hpp"

namespace onsale::http {

// How current an answer from the view is.
struct Freshness {
    Degraded degraded = Degraded::kNo;
    std::optional<Duration> age{};  // Only when the view is fed from Redis and was read.
};

Freshness freshness_of(const LoopContext& context, waiting_room::EventId event);

// For a guest's poll: freshness_of(), and whether payments are unavailable.
Freshness freshness_for_guest(const LoopContext& context, waiting_room::EventId event);

// The worst freshness of all events that are not archived.
Freshness freshness_of(const LoopContext& context);

}  // namespace onsale::http
