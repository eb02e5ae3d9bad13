#pragma once

#include <functional>

namespace onsale {

// Called between small pieces of long work that runs beside work somebody waits for. Whoever hands
// it in decides whether to rest there.
using Breath = std::function<void()>;

inline void no_rest() {}

}  // namespace onsale
