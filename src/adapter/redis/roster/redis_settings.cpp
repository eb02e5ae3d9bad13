#include "adapter/redis/roster/redis_settings.hpp"

#include <array>
#include <chrono>
#include <string_view>

#include "operate/domain/message_codes.hpp"

namespace onsale::redis {
namespace {

using operate::preflight_message;
using operate::PreflightCheck;

constexpr std::chrono::milliseconds kAnswerMax{1000};

struct Wanted {
    std::string_view name;
    std::string_view value;
};
// If cluster-require-full-coverage is "yes", one lost shard also stops the events that have no key
// there. With any other maxmemory-policy, a full server evicts places and seats.
constexpr std::array kWanted{Wanted{"cluster-require-full-coverage", "no"},
                             Wanted{"maxmemory-policy", "noeviction"}};

std::string value_of(const RedisSettings& server, std::string_view name) {
    const auto found = server.values->find(std::string{name});
    return found == server.values->end() ? "" : found->second;
}

std::optional<PreflightCheck> wrong_setting(const RedisSettings& server, bool is_cluster) {
    for (const auto& [name, value] : kWanted) {
        if (name.starts_with("cluster-") && !is_cluster) continue;
        const std::string found = value_of(server, name);
        if (found.empty() || found == value) continue;
        return PreflightCheck{
            "redis", false,
            preflight_message(
                "redis_setting_wrong",
                {{"node", server.node}, {"setting", name}, {"found", found}, {"wanted", value}})};
    }
    return std::nullopt;
}

std::optional<PreflightCheck> doubtful(const RedisSettings& server) {
    if (!server.values)
        return PreflightCheck{"redis", false,
                              preflight_message("redis_settings_hidden", {{"node", server.node}}),
                              true};
    if (value_of(server, "appendonly") != "no" || !value_of(server, "save").empty())
        return std::nullopt;
    return PreflightCheck{"redis", false,
                          preflight_message("redis_not_saved", {{"node", server.node}}), true};
}

RedisSettings settings_in(const Client::MasterAnswer& one) {
    RedisSettings server{to_text(one.master), std::nullopt};
    if (one.answer->is_error()) return server;
    server.values.emplace();
    const auto& items = one.answer->items;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2)
        server.values->emplace(items[i].text, items[i + 1].text);
    return server;
}

}  // namespace

PreflightCheck check_redis_settings(const std::vector<RedisSettings>& servers) {
    for (const RedisSettings& server : servers) {
        const bool is_cluster = server.values && value_of(server, "cluster-enabled") == "yes";
        if (!server.values) continue;
        if (auto wrong = wrong_setting(server, is_cluster)) return *std::move(wrong);
    }
    for (const RedisSettings& server : servers)
        if (auto doubt = doubtful(server)) return *std::move(doubt);
    return {"redis", true, preflight_message("redis_settings_fine", {{"nodes", servers.size()}})};
}

boost::asio::awaitable<PreflightCheck> ask_redis_settings(Client& client) {
    Command ask{"CONFIG",
                {"GET", "cluster-enabled", "cluster-require-full-coverage", "maxmemory-policy",
                 "appendonly", "save"}};
    const auto answers = co_await client.call_on_each_master(
        std::move(ask), std::chrono::steady_clock::now() + kAnswerMax);
    std::vector<RedisSettings> servers;
    for (const auto& one : answers) {
        if (!one.answer)
            co_return PreflightCheck{"redis", false, preflight_message("storage_redis_gone")};
        servers.push_back(settings_in(one));
    }
    if (servers.empty())
        co_return PreflightCheck{"redis", false, preflight_message("storage_redis_gone")};
    co_return check_redis_settings(servers);
}

}  // namespace onsale::redis
