#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

// Whether the key has the event's hash tag.
bool is_key_of(std::string_view key, waiting_room::EventId event);

// Takes every key of an archived event out of Redis, its line last: while that is there, something
// may be left. Suspends until it is done; false: not all of it, try again.
boost::asio::awaitable<bool> remove_event(Client& client, waiting_room::EventId event,
                                          std::chrono::milliseconds timeout);

}  // namespace onsale::redis
