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
    // This object, unlike any other and any before it: process, start and loop. Without blanks.
    std::string process;
    std::chrono::milliseconds ttl{10000};
    // While it holds leases a process gives a sign of life so often; without one for `alive` it
    // is taken for dead, and its leases for anybody's.
    std::chrono::milliseconds beat{1000};
    std::chrono::milliseconds alive{3000};
    std::size_t waiting_max = 1024;  // Over all seats of an event.
};

enum class LeaseError : std::uint8_t {
    kHeld,         // By somebody else until the deadline.
    kTooMany,      // Wait already.
    kUnavailable,  // Redis does not answer.
};

// Since the start, over all events.
struct LeaseFigures {
    std::uint64_t taken = 0;
    std::uint64_t waited = 0;  // Of those taken: not at once.
    std::uint64_t lost = 0;
    std::uint64_t timeouts = 0;
};

// Leases for work on seats that spans Redis and the sale store: confirm, refund, repair. Whoever
// finds one held waits for the holder's release, which wakes it at once, or for the holder's
// process to be gone; nobody asks again and again. Of those who wait here for the same seat the
// first goes first.
// Thread safety: none; on its client's loop. Leases may outlive it.
class SeatLeases {
  public:
    // REQUIRES: config.process has no blank and is not empty.
    SeatLeases(const Client& client, LeaseConfig config);
    ~SeatLeases();
    SeatLeases(const SeatLeases&) = delete;
    SeatLeases& operator=(const SeatLeases&) = delete;

    // Suspends until the lease is ours, at most until the deadline. `performance`: the key that
    // the event knows it by.
    boost::asio::awaitable<Result<Lease, LeaseError>> acquire(waiting_room::EventId event,
                                                              std::string performance,
                                                              seat::SeatIndex seat,
                                                              Deadline deadline);
    // Suspends. All or none, one after the other in the order of the seats, so that two who want
    // some of the same never wait for each other.
    boost::asio::awaitable<Result<std::vector<Lease>, LeaseError>> acquire_all(
        waiting_room::EventId event, std::string performance, std::vector<seat::SeatIndex> seats,
        Deadline deadline);

    const LeaseFigures& figures() const { return *figures_; }

  private:
    EventLeases& of(waiting_room::EventId event);

    Caller caller_;
    LeaseConfig config_;
    std::shared_ptr<LeaseFigures> figures_ = std::make_shared<LeaseFigures>();
    std::map<waiting_room::EventId, std::shared_ptr<EventLeases>> events_;
};

}  // namespace onsale::redis
