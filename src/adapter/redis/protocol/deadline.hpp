#pragma once

#include <chrono>

namespace onsale::redis {

// Until when somebody waits for an answer; by the steady clock, which no operator sets.
using Deadline = std::chrono::steady_clock::time_point;

}  // namespace onsale::redis
