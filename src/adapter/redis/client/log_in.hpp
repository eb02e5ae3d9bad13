#pragma once

#include <memory>
#include <optional>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client_context.hpp"
#include "adapter/redis/client/stream.hpp"
#include "adapter/redis/protocol/call_error.hpp"

namespace onsale::redis {

// Connects, encrypts, authenticates and gives the connection its name, all within the configured
// time. None: the stream is ready for commands. An error leaves it closed.
boost::asio::awaitable<std::optional<CallError>> log_in(std::shared_ptr<ClientContext> context,
                                                        std::shared_ptr<Stream> stream,
                                                        Endpoint node);

}  // namespace onsale::redis
