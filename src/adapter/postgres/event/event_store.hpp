#pragma once

#include <chrono>
#include <functional>

#include "adapter/postgres/event/event_replica.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "sale/domain/rule/moment.hpp"

namespace onsale::postgres {

// The objects that all ports of this folder share on one loop. They must outlive every call.
struct EventStore {
    Client& client;
    EventReplica& replica;
    const TimeSource& time;  // The cluster's clock.
    std::function<Sha256Digest()> entropy;
    sale::ZoneOffsets zones;
    std::chrono::milliseconds timeout{5'000};  // For one transaction.

    Deadline deadline() const { return std::chrono::steady_clock::now() + timeout; }
};

}  // namespace onsale::postgres
