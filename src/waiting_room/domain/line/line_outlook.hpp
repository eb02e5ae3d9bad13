#pragma once

#include <cstdint>

#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::waiting_room {

// The answer for a guest that would join now.
QueueAnswer newcomers_answer(const LineView& line);

// Number of admitted guests that have not chosen yet. They choose before the guests in the line.
std::uint32_t choosing_count(const LineView& line);

// Whether the guest has a place, so that the number of guests ahead is meaningful.
bool has_place(const QueueAnswer& answer);

// Whether there is nothing left to wait for with this answer.
bool is_over(QueueStatus status);

}  // namespace onsale::waiting_room
