#pragma once

#include <functional>

namespace onsale {

// A callback that long background work calls between small pieces of work. The callback may pause
// the work there, so that latency-sensitive work can run.
using YieldCallback = std::function<void()>;

inline void no_yield() {}

}  // namespace onsale
