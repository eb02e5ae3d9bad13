#include "program/serve/serve_transport.hpp"

#include <algorithm>
#include <cctype>

#include "program/config/listen_address.hpp"
#include "token/key/random.hpp"

namespace onsale::program {
namespace {

// Lists and codes may have hundreds of thousands of entries.
constexpr std::size_t kAdminBodyMax = std::size_t{8} << 20;
constexpr std::size_t kAdminConnectionsMax = 256;

// Request ids contain the loop's number. They start at a random value, so that ids of two runs do
// not collide in a log.
constexpr std::uint64_t kIdsPerLoop = std::uint64_t{1} << 48;

std::uint64_t first_id(std::uint64_t loop) {
    std::uint64_t start = 0;
    token::random_bytes({reinterpret_cast<unsigned char*>(&start), sizeof start});
    return loop * kIdsPerLoop + start % (kIdsPerLoop / 2);
}

http::TransportConfig common(const Config& config) {
    http::TransportConfig transport;
    transport.trusted_proxies = http::TrustedProxies{config.server.trusted_proxies};
    transport.head.head_max = config.limits.head_max;
    transport.body_max = config.limits.body_max;
    transport.head_deadline = config.limits.header_deadline;
    transport.body_bytes_per_second_min = config.limits.min_body_rate;
    transport.idle_timeout = config.limits.idle_timeout;
    transport.write_stall_timeout = config.limits.write_stall_timeout;
    transport.drain_deadline = config.server.drain_timeout;
    transport.refusal_lines_per_second = config.log.refusals_per_second;
    return transport;
}

http::BotMode bot_mode(BotMode mode) {
    switch (mode) {
        case BotMode::kOff:
            return http::BotMode::kOff;
        case BotMode::kObserve:
            return http::BotMode::kObserve;
        case BotMode::kEnforce:
            return http::BotMode::kEnforce;
    }
    return http::BotMode::kObserve;
}

std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace

http::TransportConfig guest_transport(const Config& config, std::size_t loop) {
    http::TransportConfig transport = common(config);
    const ListenAddress listen = *parse_listen_address(config.server.listen);
    transport.address = listen.host;
    transport.port = listen.port;
    transport.connections_max = config.limits.connections_max;
    transport.connections_per_address_max = config.limits.connections_per_address;
    transport.request_id_base = first_id(loop);
    return transport;
}

http::TransportConfig admin_transport(const Config& config) {
    http::TransportConfig transport = common(config);
    const ListenAddress listen = *parse_listen_address(config.server.admin_listen);
    transport.address = listen.host;
    transport.port = listen.port;
    transport.body_max = kAdminBodyMax;
    transport.connections_max = kAdminConnectionsMax;
    transport.connections_per_address_max = kAdminConnectionsMax;
    transport.request_id_base = first_id(1000);
    return transport;
}

http::TransportConfig local_transport(const Config& config) {
    http::TransportConfig transport = admin_transport(config);
    transport.unix_path = config.engine.data + "/admin.sock";
    transport.request_id_base = first_id(1001);
    return transport;
}

http::GuestRates guest_rates(const Config& config) {
    const LimitsConfig& limits = config.limits;
    const Duration second = std::chrono::seconds{1};
    const Duration minute = std::chrono::minutes{1};
    return {
        .guest = {limits.guest_per_second, second, limits.guest_burst},
        .address = {limits.address_per_second, second, limits.address_burst},
        .joins = {limits.joins_per_address_per_second, second, limits.joins_burst},
        .codes = {limits.codes_per_guest_per_minute, minute, 2 * limits.codes_per_guest_per_minute},
        .codes_of_address = {limits.codes_per_address_per_minute, minute, limits.codes_burst}};
}

token::SiteTokenRules site_token_rules(const IdentityConfig& config) {
    token::SiteTokenRules rules;
    rules.issuer = config.site_issuer;
    rules.audience = config.site_audience;
    rules.subject_claim = config.site_subject_claim;
    return rules;
}

http::GuestSiteConfig guest_site_config(const Config& config) {
    http::GuestSiteConfig site;
    for (const std::string& host : config.server.allowed_hosts)
        site.allowed_hosts.push_back(lower_case(host));
    site.verified_header = lower_case(config.edge.verified_header);
    site.bots.mode = bot_mode(config.bots.mode);
    site.bots.agent_required = config.bots.agent_required;
    site.bots.blocked_agents = config.bots.blocked_agents;
    return site;
}

}  // namespace onsale::program
