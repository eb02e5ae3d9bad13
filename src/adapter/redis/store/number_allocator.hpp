#pragma once

#include <optional>

#include <boost/asio/awaitable.hpp>

#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

struct NumberBlock {
    waiting_room::Number first;
    waiting_room::Number last;
};

// Allocates numbers from the sale store. Suspends until it is durable that these numbers are never
// allocated again. None if no numbers are available now. The numbers are spent even if the caller
// does not use them.
class NumberAllocator {
  public:
    virtual ~NumberAllocator() = default;
    virtual boost::asio::awaitable<std::optional<NumberBlock>> take(waiting_room::EventId event,
                                                                    std::uint32_t count) = 0;
};

}  // namespace onsale::redis
