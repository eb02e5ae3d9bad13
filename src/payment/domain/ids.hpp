#pragma once

#include <cstdint>

#include "base/id.hpp"
#include "base/ids.hpp"

namespace onsale::payment {

using onsale::EventId;
using onsale::PerformanceId;
using onsale::SeatIndex;

// Issued once, from 1, never reused.
using OrderId = Id<struct OrderTag, std::uint64_t>;

// The public id of an order. It is random, so that nobody can guess another guest's order.
using OrderCode = Id<struct OrderCodeTag, std::uint64_t>;

// Grows with every change of the seat's owner. An order may sell a seat only while the fence is
// unchanged.
using Fence = Id<struct FenceTag, std::uint64_t>;

// Indexes in an event's price list.
using GradeIndex = Id<struct GradeTag, std::uint16_t>;
using PriceTypeIndex = Id<struct PriceTypeTag, std::uint16_t>;

// A provider, as numbered by the configuration.
using ProviderId = Id<struct ProviderTag, std::uint8_t>;

// Indexes in an order's lists, from 0.
using ChargeIndex = Id<struct ChargeTag, std::uint8_t>;
using RefundIndex = Id<struct RefundTag, std::uint16_t>;

}  // namespace onsale::payment
