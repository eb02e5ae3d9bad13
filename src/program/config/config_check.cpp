#include "program/config/config_check.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "adapter/http/api/limit/cors.hpp"
#include "adapter/http/api/limit/rate_limiter.hpp"
#include "base/text/control_text.hpp"
#include "program/config/config_keys.hpp"

namespace onsale::program {
namespace {

using Problems = std::vector<std::string>;

// Converts "claimWithin" of the API to "claim_within" of the file.
std::string snake_case(std::string_view camel_case) {
    std::string name;
    for (const char c : camel_case) {
        const auto letter = static_cast<unsigned char>(c);
        if (std::isupper(letter) != 0) name += '_';
        name += static_cast<char>(std::tolower(letter));
    }
    return name;
}

// Converts the API's field names in the message to the keys of the file.
std::string in_snake_case(std::string_view message) {
    std::string text;
    bool inside_word = false;
    for (const char c : message) {
        const bool letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
        text += inside_word && letter ? snake_case({&c, 1}) : std::string{c};
        inside_word = letter;
    }
    return text;
}

// Texts go to logs, to Redis and to buyers. None of them has a use for a control character.
void check_texts(const Config& config, Problems& problems) {
    for (const ConfigKey& key : config_keys())
        for (const std::string& text : key.get(config))
            if (has_control_characters(text))
                problems.push_back(fmt::format(
                    "{}: must not contain control characters, such as line breaks", key.path()));
}

void check_server(const ServerConfig& server, Problems& problems) {
    if (server.tls_certificate.empty() != server.tls_key.empty())
        problems.push_back(fmt::format(
            "server.{0}: is missing; server.tls_certificate and server.tls_key go together",
            server.tls_key.empty() ? "tls_key" : "tls_certificate"));
    if (!server.public_url.empty() && !http::is_web_origin(server.public_url))
        problems.emplace_back(
            "server.public_url: must be an origin like \"https://tickets.example\", without a "
            "path");
    if (server.listen == server.admin_listen && !server.listen.ends_with(":0"))
        problems.emplace_back("server.admin_listen: must differ from server.listen");
}

// Must stay below the 75 seconds after which a refund, and by default an order, stops waiting for
// an answer.
void check_payment(const PaymentConfig& payment, Problems& problems) {
    if (payment.call_timeout > std::chrono::seconds{60})
        problems.emplace_back("payment.call_timeout: must not be longer than 60s");
}

void check_limits(const LimitsConfig& limits, Problems& problems) {
    if (limits.connections_per_address > limits.connections_max)
        problems.emplace_back(
            "limits.connections_per_address: must not be above limits.connections_max");
    if (limits.header_deadline > limits.idle_timeout)
        problems.emplace_back(
            "limits.header_deadline: must not be longer than limits.idle_timeout");
    constexpr auto kRefillSecondsMax =
        std::chrono::floor<std::chrono::seconds>(http::RateLimiter::kRefillMax).count();
    const auto burst = [&](std::uint32_t rate, std::uint32_t burst, std::string_view names) {
        if (burst < rate)
            problems.push_back(fmt::format(
                "limits.{}_burst: must not be below the calls of one second ({})", names, rate));
        if (burst > rate * kRefillSecondsMax)
            problems.push_back(fmt::format(
                "limits.{}_burst: must not take more than a week at {} a second", names, rate));
    };
    burst(limits.guest_per_second, limits.guest_burst, "guest");
    burst(limits.address_per_second, limits.address_burst, "address");
    burst(limits.joins_per_address_per_second, limits.joins_burst, "joins");
    constexpr std::uint32_t kMinutesPerWeek = 7 * 24 * 60;
    if (limits.codes_burst / limits.codes_per_address_per_minute >= kMinutesPerWeek)
        problems.push_back(
            fmt::format("limits.codes_burst: must not take more than a week at {} a minute",
                        limits.codes_per_address_per_minute));
}

void check_identity(const IdentityConfig& identity, Problems& problems) {
    const bool site = !identity.site_jwt_secret_file.empty() || !identity.site_jwks_file.empty();
    if (site && identity.site_issuer.empty())
        problems.emplace_back(
            "identity.site_issuer: is missing; site tokens are checked against it");
    if (site && identity.site_audience.empty())
        problems.emplace_back(
            "identity.site_audience: is missing; site tokens are checked against it");
    if (!identity.site_jwt_secret_file.empty() && !identity.site_jwks_file.empty())
        problems.emplace_back(
            "identity.site_jwks_file: cannot be used together with "
            "identity.site_jwt_secret_file; choose one");
    if (identity.site_subject_claim.empty())
        problems.emplace_back("identity.site_subject_claim: must not be empty; \"sub\" is usual");
}

void check_edge(const EdgeConfig& edge, Problems& problems) {
    const auto token = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; };
    if (!std::ranges::all_of(edge.verified_header, token))
        problems.emplace_back(
            "edge.verified_header: must be the name of a header, like \"X-Onsale-Verified\"");
    if (edge.verified_header.empty() && !edge.verified_secret_file.empty())
        problems.emplace_back(
            "edge.verified_header: is missing; edge.verified_secret_file is for that header");
}

void check_line(const waiting_room::LineRules& line, Problems& problems) {
    if (const auto problem = waiting_room::check(line))
        problems.push_back(fmt::format("line.{}: {}", snake_case(problem->field),
                                       in_snake_case(problem->message)));
}

void check_redis_tls(const RedisConfig& redis, Problems& problems) {
    if (redis.tls && redis.ca_file.empty())
        problems.emplace_back(
            "redis.ca_file: is missing; redis.tls needs it to check the servers' certificates");
    if (redis.certificate_file.empty() != redis.key_file.empty())
        problems.push_back(fmt::format(
            "redis.{}: is missing; redis.certificate_file and redis.key_file go together",
            redis.key_file.empty() ? "key_file" : "certificate_file"));
    const bool named = !redis.ca_file.empty() || !redis.certificate_file.empty();
    if (named && !redis.tls)
        problems.emplace_back(
            "redis.tls: must be true if redis.ca_file or redis.certificate_file is set");
}

void check_redis(const RedisConfig& redis, Problems& problems) {
    if (redis.mode != RedisMode::kOff && redis.nodes.empty())
        problems.emplace_back("redis.nodes: is missing; like redis.nodes = [\"10.0.0.1:6379\"]");
    if (redis.mode == RedisMode::kSingle && redis.nodes.size() > 1)
        problems.emplace_back(
            "redis.nodes: must be one with redis.mode = \"single\"; several are a \"cluster\"");
    if (redis.replicas_min > redis.replicas)
        problems.emplace_back("redis.replicas_min: must not be above redis.replicas");
    if (redis.replicas > 0 && redis.replica_timeout >= redis.call_timeout)
        problems.emplace_back("redis.replica_timeout: must be shorter than redis.call_timeout");
    if (!redis.password.empty() && !redis.password_file.empty())
        problems.emplace_back(
            "redis.password_file: cannot be used together with the environment variable "
            "ONSALE_REDIS_PASSWORD; choose one");
    check_redis_tls(redis, problems);
}

void check_postgres_tls(const PostgresConfig& postgres, Problems& problems) {
    if (postgres.tls && postgres.ca_file.empty())
        problems.emplace_back(
            "postgres.ca_file: is missing; postgres.tls needs it to check the servers' "
            "certificates");
    if (postgres.certificate_file.empty() != postgres.key_file.empty())
        problems.push_back(fmt::format(
            "postgres.{}: is missing; postgres.certificate_file and postgres.key_file go together",
            postgres.key_file.empty() ? "key_file" : "certificate_file"));
    const bool named = !postgres.ca_file.empty() || !postgres.certificate_file.empty();
    if (named && !postgres.tls)
        problems.emplace_back(
            "postgres.tls: must be true if postgres.ca_file or postgres.certificate_file is set");
}

// A status asks each host in turn.
constexpr std::size_t kPostgresHostsMax = 9;

void check_postgres(const PostgresConfig& postgres, Problems& problems) {
    if (postgres.hosts.size() > kPostgresHostsMax)
        problems.push_back(
            fmt::format("postgres.hosts: must not be more than {}", kPostgresHostsMax));
    if (postgres.database.empty())
        problems.emplace_back("postgres.database: must not be empty; \"onsale\" is usual");
    if (postgres.user.empty())
        problems.emplace_back("postgres.user: must not be empty; \"onsale\" is usual");
    check_postgres_tls(postgres, problems);
}

void check_cluster(const Config& config, Problems& problems) {
    if (!config.cluster.name.empty() && !is_process_name(config.cluster.name))
        problems.emplace_back(
            "cluster.name: must be 1 to 100 letters, digits and the signs - _ . + @ :, without "
            "spaces, like \"queue-1\"");
    if (config.redis.mode != RedisMode::kOff) return;
    if (!config.cluster.roles.empty())
        problems.emplace_back(
            "cluster.roles: processes with roles need Redis; set redis.mode, or leave the roles "
            "empty");
    if (!config.cluster.keys.empty())
        problems.emplace_back(
            "cluster.keys: without redis.mode the keys are in engine.data; leave it empty");
}

}  // namespace

bool is_process_name(std::string_view name) {
    constexpr std::size_t kNameMax = 100;
    const auto allowed = [](unsigned char c) {
        return std::isalnum(c) != 0 || std::string_view{"-_.+@:"}.contains(static_cast<char>(c));
    };
    return !name.empty() && name.size() <= kNameMax && std::ranges::all_of(name, allowed);
}

std::vector<std::string> config_problems(const Config& config) {
    Problems problems;
    check_texts(config, problems);
    check_server(config.server, problems);
    check_limits(config.limits, problems);
    check_payment(config.payment, problems);
    check_identity(config.identity, problems);
    check_edge(config.edge, problems);
    check_line(config.line, problems);
    check_redis(config.redis, problems);
    check_postgres(config.postgres, problems);
    check_cluster(config, problems);
    if (config.engine.data.empty())
        problems.emplace_back("engine.data: must not be empty; \"data\" is usual");
    return problems;
}

}  // namespace onsale::program
