#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "adapter/redis/protocol/deadline.hpp"

namespace onsale::redis {

class EventLeases;

// The state of a lease that was taken.
struct HeldLease {
    std::string name;  // Name of its key, and of the channel that wakes waiters.
    std::string task;
    std::string fence;
    Deadline good_until{};  // On our own clock, counted from before the last request to Redis.
    bool lost = false;
};

// The right to work on a seat across Redis and the sale store. The lease is renewed during the
// lifetime of this object and released in the background at its end. No decision depends on it: it
// only keeps two processes from doing the same work, and a process that was paused may have lost
// it. Check is_held() before a step that another process might be doing by then, and let the store
// decide.
// Thread safety: none; used only on its client's loop.
class Lease {
  public:
    Lease() = default;  // Not held.
    Lease(std::shared_ptr<EventLeases> owner, std::shared_ptr<HeldLease> held)
        : owner_(std::move(owner)), held_(std::move(held)) {}
    ~Lease() { release(); }
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&& other) noexcept;

    // False as soon as Redis reports the loss or has not renewed the lease in time.
    bool is_held() const;
    // Greater than the fence of every earlier lease on the event's seats.
    std::uint64_t fence() const;
    // Releases before the end of the lifetime. A second call has no effect.
    void release();

  private:
    std::shared_ptr<EventLeases> owner_;
    std::shared_ptr<HeldLease> held_;  // Null: released.
};

}  // namespace onsale::redis
