#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

// True if the key has the event's hash tag.
bool is_key_of(std::string_view key, waiting_room::EventId event);

// Deletes every key of an archived event from Redis. The line is deleted last: while it exists,
// other keys may be left. Suspends until this is done. Returns false if it is incomplete and must
// be retried.
boost::asio::awaitable<bool> remove_event(Client& client, waiting_room::EventId event,
                                          std::chrono::milliseconds timeout);

}  // namespace onsale::redis
