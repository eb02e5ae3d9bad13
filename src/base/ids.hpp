#pragma once

#include <cstdint>

#include "base/id.hpp"

namespace onsale {

// Index of the event in this engine, issued once. People and URLs use the event's key, a short
// string.
using EventId = Id<struct EventTag, std::uint32_t>;

// A performance of an event, with its hall. Issued once, from 1, over all events of this engine.
// People and URLs use the keys of event and performance.
using PerformanceId = Id<struct PerformanceTag, std::uint32_t>;

// Dense index of a seat in plan order, from 0. A unit of a standing area has one too, and the rules
// of ownership treat it as a seat. People and URLs use the public id, a short string.
using SeatIndex = Id<struct SeatTag, std::uint32_t>;

}  // namespace onsale
