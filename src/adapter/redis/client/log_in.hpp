#pragma once

#include <memory>
#include <optional>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client_context.hpp"
#include "adapter/redis/client/stream.hpp"
#include "adapter/redis/protocol/call_error.hpp"

namespace onsale::redis {

// Connects, does the TLS handshake, authenticates and names the connection, within the configured
// timeout. None: the stream is ready for commands. After an error the stream is closed.
boost::asio::awaitable<std::optional<CallError>> log_in(std::shared_ptr<ClientContext> context,
                                                        std::shared_ptr<Stream> stream,
                                                        Endpoint node);

}  // namespace onsale::redis
