#pragma once

#include <memory>

#include <boost/asio/ssl/context.hpp>

#include "adapter/redis/client/config.hpp"

namespace onsale::redis {

// Null: no TLS.
using TlsContext = std::shared_ptr<boost::asio::ssl::context>;

// Throws std::runtime_error naming the key and the file that cannot be used.
TlsContext make_tls(const TlsConfig& config);

}  // namespace onsale::redis
