#pragma once

#include <atomic>
#include <cstddef>

namespace onsale::runtime {

// How many of those who wait for the disk a loop serves before it looks for new events. Few while
// it also has guests who are answered from memory: those would be kept waiting. Many while it has
// none: each look costs system calls, and a client that is answered together with others is woken
// once.
// Thread safety: each thread has its own, but for quick_guest_came().
class Courtesy {
  public:
    static void note_quick_guest() {
        turns_ = kTurnsRemembered;
        if (!came_.load(std::memory_order_relaxed)) came_.store(true, std::memory_order_relaxed);
    }
    // Whether one came to any of the loops since the last call; for the writer alone.
    static bool quick_guest_came() { return came_.exchange(false, std::memory_order_relaxed); }
    // REQUIRES: called once a turn.
    static std::size_t serve_at_once() {
        if (turns_ == 0) return kAmongThemselves;
        --turns_;
        return kBesideQuickGuests;
    }

  private:
    static constexpr std::size_t kBesideQuickGuests = 4;
    static constexpr std::size_t kAmongThemselves = 64;  // Below a millisecond of work.
    static constexpr std::size_t kTurnsRemembered = 64;  // A few milliseconds of them.

    static inline thread_local std::size_t turns_ = 0;
    static inline std::atomic<bool> came_{false};
};

}  // namespace onsale::runtime
