#pragma once

#include <chrono>

namespace onsale::postgres {

// The time at which a caller stops waiting for an answer. On the steady clock, which cannot be set.
using Deadline = std::chrono::steady_clock::time_point;

}  // namespace onsale::postgres
