#include "program/cluster/cluster_link.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "program/cluster/process_name.hpp"
#include "runtime/file/private_file.hpp"
#include "runtime/log.hpp"

namespace onsale::program {
namespace {

std::string password_of(const RedisConfig& redis) {
    if (redis.password_file.empty()) return redis.password;
    runtime::refuse_public_file(redis.password_file);
    std::ifstream file{redis.password_file};
    std::string password;
    if (!std::getline(file, password))
        throw std::runtime_error("redis.password_file: " + redis.password_file +
                                 " cannot be read, or is empty");
    return password;
}

// Logs at most one line per second. A sale may get the same error thousands of times a second.
void log_failed_script(std::string_view script, std::string_view error) {
    using Clock = std::chrono::steady_clock;
    thread_local Clock::time_point next{};
    if (Clock::now() < next) return;
    next = Clock::now() + std::chrono::seconds{1};
    runtime::log(runtime::LogLevel::kError, "a script failed in Redis",
                 {{"script", std::string{script}}, {"error", std::string{error}}});
}

}  // namespace

redis::Config redis_config(const Config& config, const std::string& name) {
    const RedisConfig& asked = config.redis;
    redis::Config redis;
    redis.mode = asked.mode == RedisMode::kCluster ? redis::Mode::kCluster : redis::Mode::kSingle;
    redis.seeds.clear();
    for (const std::string& node : asked.nodes)
        redis.seeds.push_back(*redis::parse_endpoint(node));
    redis.connection.user = asked.user;
    redis.connection.password = password_of(asked);
    redis.connection.client_name = name;
    runtime::refuse_public_file(asked.key_file);
    if (asked.tls)
        redis.connection.tls = redis::TlsConfig{asked.ca_file, asked.certificate_file,
                                                asked.key_file, asked.server_name};
    redis.connections_per_node = asked.connections_per_node;
    return redis;
}

redis::ScriptCallConfig script_call_config(const Config& config) {
    redis::ScriptCallConfig call;
    call.replicas = static_cast<int>(config.redis.replicas);
    call.replicas_min = static_cast<int>(config.redis.replicas_min);
    call.replica_timeout = config.redis.replica_timeout;
    call.failed = log_failed_script;
    return call;
}

server::RedisUse redis_use(const Config& config, const std::string& process) {
    return {.client = redis_config(config, process),
            .calls = script_call_config(config),
            .call_timeout = config.redis.call_timeout,
            .view_age_max = config.redis.view_age_max,
            .restore_wait = config.redis.restore_wait,
            .takes_payments = has_role(config, Role::kPayment)};
}

server::ProcessIdentity process_identity(const Config& config, const std::string& name,
                                         Instant started_at) {
    const bool serves_guests = has_role(config, Role::kQueue) || has_role(config, Role::kBooking) ||
                               has_role(config, Role::kPayment);
    std::vector<std::string> roles;
    for (const Role role : roles_of(config.cluster))
        roles.emplace_back(to_word(role));
    return {.name = name,
            .roles = std::move(roles),
            .address = serves_guests ? config.server.listen : "",
            .admin_address = config.server.admin_listen,
            .version = ONSALE_VERSION,
            .started_at = started_at};
}

bool has_role(const Config& config, Role role) {
    const auto roles = roles_of(config.cluster);
    return std::ranges::find(roles, role) != roles.end();
}

}  // namespace onsale::program
