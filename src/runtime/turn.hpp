#pragma once

#include <atomic>

namespace onsale::runtime {

// A piece of work that a loop does for people who wait. Threads that share its core may ask whether
// one is under way, though perhaps not running, and let it go first.
// Thread safety: all of it.
class Turn {
  public:
    Turn() { under_way_.fetch_add(1, std::memory_order_relaxed); }
    ~Turn() { under_way_.fetch_sub(1, std::memory_order_relaxed); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    static bool some_under_way() { return under_way_.load(std::memory_order_relaxed) > 0; }

  private:
    static inline std::atomic<int> under_way_{0};
};

}  // namespace onsale::runtime
