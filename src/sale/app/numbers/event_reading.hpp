#pragma once

#include <array>
#include <cstdint>

#include "base/time.hpp"
#include "operate/port/live_numbers.hpp"
#include "sale/domain/view/sale_figures.hpp"
#include "sale/domain/view/sale_view.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::sale {

// The views from which the numbers of events are read.
struct LiveSource {
    const waiting_room::RoomView& view;
    const SaleView& sale;
    const SaleFigures& figures;
};

// In the order of operate::kEventColumns. A column that is summed has its total here.
using EventReading = std::array<std::uint64_t, operate::kEventColumns.size()>;

// REQUIRES: the view has the event.
EventReading read_event(const LiveSource& source, waiting_room::EventId event, Instant now);

}  // namespace onsale::sale
