#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "adapter/redis/protocol/deadline.hpp"

namespace onsale::redis {

class EventLeases;

// What is known of a lease that was taken.
struct HeldLease {
    std::string name;  // Of its key, and of the channel that wakes whoever waits for it.
    std::string task;
    std::string fence;
    Deadline good_until{};  // By our own clock, from before Redis was asked last.
    bool lost = false;
};

// The right to work on a seat across Redis and the sale store. It is renewed while this object
// lives and given back at its end, in the background. Nothing is decided by it: it keeps two from
// doing the same work, and a paused process may find that it has lost it. Ask is_held() before a
// step that another might be doing by then, and let the store decide.
// Thread safety: none; on its client's loop.
class Lease {
  public:
    Lease() = default;  // Of nothing: not held.
    Lease(std::shared_ptr<EventLeases> owner, std::shared_ptr<HeldLease> held)
        : owner_(std::move(owner)), held_(std::move(held)) {}
    ~Lease() { release(); }
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&& other) noexcept;

    // False as soon as Redis says so, or has not renewed it in time.
    bool is_held() const;
    // Above that of every earlier lease of the event's seats.
    std::uint64_t fence() const;
    // Before the end of its life; twice is once.
    void release();

  private:
    std::shared_ptr<EventLeases> owner_;
    std::shared_ptr<HeldLease> held_;  // Null: given back.
};

}  // namespace onsale::redis
