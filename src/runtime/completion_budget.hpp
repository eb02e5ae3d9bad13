#pragma once

#include <atomic>
#include <cstddef>

namespace onsale::runtime {

// Number of requests waiting for the disk that a loop completes before it polls for new events. The
// number is small while the loop also answers requests from memory (such as status polls), because
// they would be delayed. It is large otherwise: each poll costs system calls, and a client that
// receives several answers together is woken only once.
// Thread safety: the state is per thread, except that memory_request_came() covers all loops.
class CompletionBudget {
  public:
    static void note_memory_request() {
        turns_ = kTurnsRemembered;
        if (!came_.load(std::memory_order_relaxed)) came_.store(true, std::memory_order_relaxed);
    }
    // Returns whether any loop answered a request from memory since the last call. Only the writer
    // calls it.
    static bool memory_request_came() { return came_.exchange(false, std::memory_order_relaxed); }
    // REQUIRES: called once per turn of the loop.
    static std::size_t next_limit() {
        if (turns_ == 0) return kAmongThemselves;
        --turns_;
        return kBesideMemoryRequests;
    }

  private:
    static constexpr std::size_t kBesideMemoryRequests = 4;
    static constexpr std::size_t kAmongThemselves = 64;  // Less than a millisecond of work.
    static constexpr std::size_t kTurnsRemembered = 64;  // A few milliseconds.

    static inline thread_local std::size_t turns_ = 0;
    static inline std::atomic<bool> came_{false};
};

}  // namespace onsale::runtime
