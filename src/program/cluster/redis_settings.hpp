#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/operator/call/admin_backend.hpp"
#include "adapter/redis/client/client.hpp"

namespace onsale::program {

// What a server of Redis is set to, as CONFIG GET tells it.
struct RedisSettings {
    std::string node;
    std::optional<std::map<std::string, std::string>> values;  // None: it does not show them.
};

// Whether a sale may be trusted to servers that are set so; docs/operate.md says why. The worst of
// what is found is said.
http::PreflightCheck check_redis_settings(const std::vector<RedisSettings>& servers);

// The same of the masters that there are now. Suspends; on the client's loop.
boost::asio::awaitable<http::PreflightCheck> ask_redis_settings(redis::Client& client);

}  // namespace onsale::program
