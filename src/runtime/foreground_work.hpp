#pragma once

#include <atomic>

namespace onsale::runtime {

// Marks a piece of work that a loop does for waiting clients. Threads that share the loop's core
// check whether such work is in progress, possibly preempted, and yield to it.
// Thread safety: all members may be called from any thread.
class ForegroundWork {
  public:
    ForegroundWork() { under_way_.fetch_add(1, std::memory_order_relaxed); }
    ~ForegroundWork() { under_way_.fetch_sub(1, std::memory_order_relaxed); }
    ForegroundWork(const ForegroundWork&) = delete;
    ForegroundWork& operator=(const ForegroundWork&) = delete;

    static bool any() { return under_way_.load(std::memory_order_relaxed) > 0; }

  private:
    static inline std::atomic<int> under_way_{0};
};

}  // namespace onsale::runtime
