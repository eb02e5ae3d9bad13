#pragma once

#include <optional>

#include "adapter/http/api/context/loop_context.hpp"

namespace onsale::http {

// How far an answer from the view can be trusted.
struct Freshness {
    Degraded degraded = Degraded::kNo;
    std::optional<Duration> age{};  // Only where the view is fed from elsewhere and was read.
};

Freshness freshness_of(const LoopContext& context, waiting_room::EventId event);

// The same for a guest's poll, which also says that nobody can pay.
Freshness freshness_for_guest(const LoopContext& context, waiting_room::EventId event);

// The same over all events that are not archived: the worst of them.
Freshness freshness_of(const LoopContext& context);

}  // namespace onsale::http
