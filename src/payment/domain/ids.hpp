#pragma once

#include <cstdint>

#include "base/id.hpp"

namespace onsale::payment {

// The event's index in this engine, the same number the waiting room uses.
using EventId = Id<struct EventTag, std::uint32_t>;
using PerformanceId = Id<struct PerformanceTag, std::uint32_t>;

// Issued once, from 1, never reused.
using OrderId = Id<struct OrderTag, std::uint64_t>;

// What people and URLs name an order by: random, so that nobody can guess another's.
using OrderCode = Id<struct OrderCodeTag, std::uint64_t>;

// A seat or one unit of a standing area, as its hall numbers them. Opaque here.
using SeatIndex = Id<struct SeatTag, std::uint32_t>;
// Grows with every change of the seat's owner: an order may only sell what its own fence names.
using Fence = Id<struct FenceTag, std::uint64_t>;

// Places in an event's price list.
using GradeIndex = Id<struct GradeTag, std::uint16_t>;
using PriceTypeIndex = Id<struct PriceTypeTag, std::uint16_t>;

// A provider as the configuration numbers them.
using ProviderId = Id<struct ProviderTag, std::uint8_t>;

// Places in an order's lists, from 0.
using ChargeIndex = Id<struct ChargeTag, std::uint8_t>;
using RefundIndex = Id<struct RefundTag, std::uint16_t>;

}  // namespace onsale::payment
