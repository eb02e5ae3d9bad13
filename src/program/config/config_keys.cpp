#include "program/config/config_keys.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "adapter/gateway/registration.hpp"
#include "adapter/http/api/limit/cors.hpp"
#include "adapter/http/transport/message/client_address.hpp"
#include "program/config/config_forms.hpp"
#include "program/config/config_key_of.hpp"

namespace onsale::program {
namespace {

using waiting_room::LineRules;

// A higher number is a typing error on any known machine.
constexpr std::uint32_t kLoopsMax = 256;

// The host as browsers send it in Host, without the port. "https://tickets.example" would never
// match.
bool is_host(const std::string& text) {
    const bool bracketed = text.starts_with('[') && text.ends_with(']');
    const std::string_view inner =
        bracketed ? std::string_view{text}.substr(1, text.size() - 2) : std::string_view{text};
    return !inner.empty() && std::ranges::all_of(inner, [bracketed](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '.' || c == '_' || (bracketed && c == ':');
    });
}

bool is_proxy(const std::string& text) {
    try {
        const http::TrustedProxies parsed{std::span{&text, 1}};
        return true;
    } catch (const std::invalid_argument&) {
        return false;
    }
}

NumberForm bytes(std::uint32_t low, std::uint32_t high) {
    return {fmt::format("bytes, {} to {}", low, high), std::to_string(low), low, high};
}

constexpr Duration kSecond = std::chrono::seconds{1};

void add_server(std::vector<ConfigKey>& keys) {
    using S = ServerConfig;
    const KeysOf<S> key{"server", &Config::server};
    const ListForm proxies{"addresses or CIDR blocks", R"(["10.0.0.0/8"])", is_proxy};
    const ListForm hosts{"host names, without scheme and port", R"(["tickets.example"])", is_host};
    const ListForm origins{"origins, as a browser sends them", R"(["https://shop.example"])",
                           [](const std::string& text) { return http::is_web_origin(text); }};
    keys.insert(
        keys.end(),
        {key("listen", &S::listen, ListenForm{}, "Address and port of the guests' server."),
         key("admin_listen", &S::admin_listen, ListenForm{},
             "Address and port of the operator API; keep it off the public network."),
         key("public_url", &S::public_url,
             TextForm{"origin or empty", "\"https://tickets.example\""},
             "Public address of this server; payment providers send guests back to it."),
         key("seller_name", &S::seller_name, TextForm{"text", "\"Example Tickets Ltd.\""},
             "Name of the seller, shown to buyers before they pay; empty shows nothing."),
         key("seller_contact", &S::seller_contact, TextForm{"text", "\"02-000-0000\""},
             "Contact of the seller, shown to buyers."),
         key("loops", &S::loops, count(0, kLoopsMax),
             "Threads that serve guests; 0 is one per core."),
         key("allowed_hosts", &S::allowed_hosts, hosts,
             "Host names that this server answers for; empty allows any."),
         key("allowed_origins", &S::allowed_origins, origins,
             "Sites whose pages may call the guest API from a browser (CORS)."),
         key("trusted_proxies", &S::trusted_proxies, proxies,
             "Proxies whose X-Forwarded-For, -Proto and X-Request-Id are trusted."),
         key("tls_certificate", &S::tls_certificate, file(),
             "Certificate chain (PEM); empty serves plain HTTP. Both are reread when changed."),
         key("tls_key", &S::tls_key, file(),
             "Private key (PEM) of tls_certificate; refused if all users may read it."),
         key("metrics_key_file", &S::metrics_key_file, file(),
             "Key for /metrics only, created if missing; empty: the owner's key."),
         key("drain_delay", &S::drain_delay, at_least({}),
             "Time between /readyz saying \"stopping\" and the end of service, for proxies."),
         key("drain_timeout", &S::drain_timeout, at_least({}),
             "Maximum time that a stop waits for requests in flight.")});
}

void add_limits(std::vector<ConfigKey>& keys) {
    using L = LimitsConfig;
    const KeysOf<L> key{"limits", &Config::limits};
    keys.insert(
        keys.end(),
        {key("head_max", &L::head_max, bytes(1024, 65'536),
             "Maximum size of a request line with its headers."),
         key("body_max", &L::body_max, bytes(1024, 16 * 1024 * 1024),
             "Maximum size of a request body."),
         key("connections_max", &L::connections_max, count(1, 10'000'000),
             "Maximum number of open connections, all loops; more are answered 503."),
         key("connections_per_address", &L::connections_per_address, count(1, 10'000'000),
             "Maximum number of connections from one address (IPv6: one /64)."),
         key("header_deadline", &L::header_deadline, at_least(kSecond),
             "Maximum time for a client to send the head of a request."),
         key("min_body_rate", &L::min_body_rate, count(1, kMany),
             "Minimum rate of a request body in bytes per second."),
         key("idle_timeout", &L::idle_timeout, at_least(kSecond),
             "Maximum time between two requests of a connection."),
         key("write_stall_timeout", &L::write_stall_timeout, at_least(kSecond),
             "Maximum time in which a client reads no byte of its answer."),
         key("guest_per_second", &L::guest_per_second, count(1, kMany),
             "Calls a second of one guest with a valid token."),
         key("guest_burst", &L::guest_burst, count(1, kMany),
             "Maximum burst of calls of one guest."),
         key("address_per_second", &L::address_per_second, count(1, kMany),
             "Calls a second without a token from one address."),
         key("address_burst", &L::address_burst, count(1, kMany),
             "Maximum burst of calls without a token from one address."),
         key("joins_per_address_per_second", &L::joins_per_address_per_second, count(1, kMany),
             "New places a second from one address."),
         key("joins_burst", &L::joins_burst, count(1, kMany),
             "Maximum burst of new places from one address."),
         key("codes_per_guest_per_minute", &L::codes_per_guest_per_minute, count(1, kMany),
             "Access codes a minute of one guest in one event; the burst is twice that."),
         key("codes_per_address_per_minute", &L::codes_per_address_per_minute, count(1, kMany),
             "Access codes a minute from one address in one event, right or wrong."),
         key("codes_burst", &L::codes_burst, count(1, kMany),
             "Maximum burst of access codes from one address in one event."),
         key("stream_max", &L::stream_max, count(0, 10'000'000),
             "Maximum number of open event streams, all loops."),
         key("queue_depth_max", &L::queue_depth_max, count(1, 10'000'000),
             "Maximum number of commands waiting for the writer; more are answered 503.")});
}

void add_identity(std::vector<ConfigKey>& keys) {
    using I = IdentityConfig;
    const KeysOf<I> key{"identity", &Config::identity};
    const TextForm text{.unit = "text or empty"};
    keys.insert(
        keys.end(),
        {key("site_jwt_secret_file", &I::site_jwt_secret_file, file(),
             "Secret with which the embedding site signs its JWTs (HS256)."),
         key("site_jwks_file", &I::site_jwks_file, file(),
             "Public keys of that site (JWKS, RS256 or ES256); read again when the file changes."),
         key("site_issuer", &I::site_issuer, text, "Required `iss` of the site's JWTs."),
         key("site_audience", &I::site_audience, text, "Required `aud` of the site's JWTs."),
         key("site_subject_claim", &I::site_subject_claim, TextForm{},
             "Claim of the JWT that identifies the guest."),
         key("complete_key_file", &I::complete_key_file, file(),
             "Key of the protected site for /api/queue/complete; empty makes one at first "
             "start.")});
}

void add_edge(std::vector<ConfigKey>& keys) {
    const KeysOf<EdgeConfig> key{"edge", &Config::edge};
    keys.insert(keys.end(),
                {key("verified_header", &EdgeConfig::verified_header,
                     TextForm{"header name or empty", "\"X-Onsale-Verified\""},
                     "Header of a proxy that has checked the signature of an entry token."),
                 key("verified_secret_file", &EdgeConfig::verified_secret_file, file(),
                     "Secret of that header, created if missing; empty: the header is ignored.")});
}

void add_engine(std::vector<ConfigKey>& keys) {
    using E = EngineConfig;
    const KeysOf<E> key{"engine", &Config::engine};
    keys.insert(keys.end(),
                {key("data", &E::data, TextForm{"folder", "\"/var/lib/onsale\""},
                     "Folder of the journal, the keys and the admin socket."),
                 key("batch_max", &E::batch_max, count(1, 1'000'000),
                     "Maximum number of commands in one durable commit."),
                 key("snapshot_every", &E::snapshot_every, at_least(kSecond),
                     "Interval of snapshots, which limit the time of a restart."),
                 key("snapshot_facts", &E::snapshot_facts, count(1'000, kMany),
                     "Number of facts after which a snapshot is taken in any case."),
                 key("wal_limit", &E::wal_limit, bytes(1024 * 1024, 2'000'000'000),
                     "Size of the write-ahead log that forces a checkpoint."),
                 key("clock_shift", &E::clock_shift, at_least({}),
                     "Moves the wall clock forward, to rehearse a sale before its day.")});
}

void add_line(std::vector<ConfigKey>& keys) {
    using L = LineRules;
    const KeysOf<L> key{"line", &Config::line};
    keys.insert(
        keys.end(),
        {key("max_active", &L::max_active, count(0, 1'000'000),
             "Maximum number of guests inside at the same time."),
         key("admit_per_second", &L::admit_per_second, count(1, 1'000'000),
             "Maximum number of guests admitted per second."),
         key("admission_ttl", &L::admission_ttl, at_least(kSecond), "Duration of an admission."),
         key("claim_within", &L::claim_within, at_least({}),
             "Maximum time until an admitted guest shows up; 0s: no limit."),
         key("active_away_after", &L::active_away_after, at_least(kSecond),
             "Silence that ends a claimed admission."),
         key("extension", &L::extension, at_least({}),
             "Time that \"More time\" adds to an admission and its holds; at most 10m, 0s is off."),
         key("extensions", &L::extensions, count(0, 10),
             "Number of times that one admission may be extended; 0 is off."),
         key("away_after", &L::away_after, at_least(kSecond),
             "Silence after which a waiting guest is skipped but keeps the place."),
         key("forget_after", &L::forget_after, at_least(kSecond),
             "Silence after which the place is gone; at most 12h."),
         key("line_max", &L::line_max, count(1, 100'000'000),
             "Maximum number of places in one line."),
         key("stream_front", &L::stream_front, count(0, 100'000'000),
             "Maximum position that gets an event stream; 0 is off."),
         key("proof_of_work_bits", &L::proof_of_work_bits, count(0, 30),
             "Difficulty of the proof of work at enter, in leading zero bits; 0 is off."),
         key("poll_steps", &L::poll_steps, PollStepsForm{},
             "Poll interval by position; `rest` is for all higher positions."),
         key("poll_admitted", &L::poll_admitted, at_least(Duration{100}),
             "Poll interval of admitted guests.")});
}

// A field of a payment provider: one of several words, or any text.
ConfigKey provider_key(std::string_view section, const gateway::ProviderField& field) {
    const std::string path = fmt::format("{}.{}", section, field.name);
    const auto set = [path, &field](Config& config, const Items& items) {
        const bool allowed = field.values.empty() ||
                             std::ranges::find(field.values, items.front()) != field.values.end();
        if (allowed) config.providers[path] = items.front();
        return allowed;
    };
    const auto get = [section, &field](const Config& config) {
        return Items{gateway::provider_value(config.providers, section, field)};
    };
    const std::string unit = field.values.empty()
                                 ? "text or empty"
                                 : fmt::format("one of {}", fmt::join(field.values, ", "));
    const std::string_view example = field.values.empty() ? "example" : field.values.front();
    return {section, field.name, field.comment, Shape::kText, unit, fmt::format("\"{}\"", example),
            set,     get};
}

void add_payment(std::vector<ConfigKey>& keys) {
    const KeysOf<PaymentConfig> payment{"payment", &Config::payment};
    keys.push_back(payment("call_timeout", &PaymentConfig::call_timeout, at_least(kSecond),
                           "Maximum duration of a call to a payment provider; at most 60s."));
    for (const gateway::Registration& provider : gateway::registrations())
        for (const gateway::ProviderField& field : provider.fields)
            keys.push_back(provider_key(provider.section, field));
}

void add_bots_and_log(std::vector<ConfigKey>& keys) {
    const KeysOf<BotsConfig> bots{"bots", &Config::bots};
    const KeysOf<LogConfig> log{"log", &Config::log};
    const ListForm agents{"list", R"(["Scrapy"])"};
    keys.insert(keys.end(),
                {bots("mode", &BotsConfig::mode, WordForm<BotMode>{},
                      "Effect of the rules below; observe only counts."),
                 bots("blocked_agents", &BotsConfig::blocked_agents, agents,
                      "Parts of a User-Agent by which a program is recognised."),
                 bots("agent_required", &BotsConfig::agent_required, SwitchForm{},
                      "A call without User-Agent counts as a program."),
                 log("level", &LogConfig::level, WordForm<runtime::LogLevel>{},
                     "Minimum level of the lines that are written."),
                 log("refusals_per_second", &LogConfig::refusals_per_second, count(0, 10'000),
                     "Maximum number of lines about refused requests a second, per code and loop."),
                 log("slow_request", &LogConfig::slow_request, at_least(Duration{1}),
                     "Minimum duration of an answer that is logged as slow.")});
}

std::vector<ConfigKey> make_keys() {
    std::vector<ConfigKey> keys;
    add_server(keys);
    add_limits(keys);
    add_identity(keys);
    add_edge(keys);
    add_engine(keys);
    add_line(keys);
    add_redis_keys(keys);
    add_postgres_keys(keys);
    add_cluster_keys(keys);
    add_payment(keys);
    add_bots_and_log(keys);
    return keys;
}

// Levenshtein distance, computed one row at a time.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row[b.size()];
}

}  // namespace

std::string ConfigKey::path() const {
    return fmt::format("{}.{}", section, name);
}

std::string ConfigKey::variable() const {
    std::string variable = fmt::format("ONSALE_{}_{}", section, name);
    std::ranges::transform(variable, variable.begin(), [](char c) {
        return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    });
    return variable;
}

std::span<const ConfigKey> config_keys() {
    static const std::vector<ConfigKey> keys = make_keys();
    return keys;
}

std::string nearest_key(std::string_view path) {
    const auto name_of = [](std::string_view full) { return full.substr(full.find('.') + 1); };
    std::string nearest;
    // A more distant suggestion would only confuse.
    std::size_t best = 4;
    for (const ConfigKey& key : config_keys()) {
        const std::string candidate = key.path();
        // The right name in the wrong section is the best suggestion.
        const std::size_t far = name_of(path) == key.name ? 1 : distance(path, candidate);
        if (far < best) {
            best = far;
            nearest = candidate;
        }
    }
    return nearest;
}

}  // namespace onsale::program
