#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/redis/client/client.hpp"
#include "operate/port/server_reports.hpp"

namespace onsale::redis {

// The settings of a Redis server, from CONFIG GET.
struct RedisSettings {
    std::string node;
    // std::nullopt when the server does not reveal them.
    std::optional<std::map<std::string, std::string>> values;
};

// Whether a sale is safe on servers with these settings; docs/operate.md has the reasons. Returns
// the worst finding.
operate::PreflightCheck check_redis_settings(const std::vector<RedisSettings>& servers);

// Checks the current masters with check_redis_settings(). Suspends; runs on the client's loop.
boost::asio::awaitable<operate::PreflightCheck> ask_redis_settings(Client& client);

}  // namespace onsale::redis
