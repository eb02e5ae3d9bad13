#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/lease/lease.hpp"
#include "base/result.hpp"
#include "seat/domain/plan.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

struct LeaseConfig {
    // Unique id of this object, never reused: process, start and loop. Contains no blanks.
    std::string process;
    std::chrono::milliseconds ttl{10000};
    // Interval between signs of life of a process that holds leases. After `alive` without one the
    // process counts as dead, and others may take its leases.
    std::chrono::milliseconds beat{1000};
    std::chrono::milliseconds alive{3000};
    std::size_t waiting_max = 1024;  // Maximum number of waiters over all seats of an event.
};

enum class LeaseError : std::uint8_t {
    kHeld,         // Another owner held it until the deadline.
    kTooMany,      // Too many callers wait already.
    kUnavailable,  // Redis does not answer.
};

// Leases for work on seats that spans Redis and the sale store: confirm, refund, repair. A caller
// that finds a lease held waits until the holder releases it, which wakes the caller at once, or
// until the holder's process counts as dead. It does not poll. Callers that wait here for the same
// seat are served in order.
// Thread safety: none; used only on its client's loop. Leases may outlive it.
class SeatLeases {
  public:
    // REQUIRES: config.process has no blank and is not empty.
    SeatLeases(const Client& client, LeaseConfig config);
    ~SeatLeases();
    SeatLeases(const SeatLeases&) = delete;
    SeatLeases& operator=(const SeatLeases&) = delete;

    // Suspends until the lease is granted, at most until the deadline. `performance` is the key of
    // the performance within the event.
    boost::asio::awaitable<Result<Lease, LeaseError>> acquire(waiting_room::EventId event,
                                                              std::string performance,
                                                              seat::SeatIndex seat,
                                                              Deadline deadline);
    // Suspends. Takes all leases or none, one after the other in the order of the seats, so that
    // two callers with overlapping seats cannot deadlock.
    boost::asio::awaitable<Result<std::vector<Lease>, LeaseError>> acquire_all(
        waiting_room::EventId event, std::string performance, std::vector<seat::SeatIndex> seats,
        Deadline deadline);

  private:
    EventLeases& of(waiting_room::EventId event);

    Caller caller_;
    LeaseConfig config_;
    std::map<waiting_room::EventId, std::shared_ptr<EventLeases>> events_;
};

}  // namespace onsale::redis
