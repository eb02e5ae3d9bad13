#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "base/words.hpp"
#include "runtime/log.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::program {

// The configuration of `onsale serve`. config/embedded.toml explains each key. The defaults here
// are the defaults there (config_keys.cpp has the table for both).

struct ServerConfig {
    std::string listen = "127.0.0.1:8080";
    std::string admin_listen = "127.0.0.1:8081";
    std::string public_url;                    // "https://tickets.example"; empty: unknown.
    std::string seller_name;                   // Empty: not shown.
    std::string seller_contact;                // How buyers can contact the seller.
    std::uint32_t loops = 0;                   // 0: one per core.
    std::vector<std::string> allowed_hosts;    // Empty: any.
    std::vector<std::string> allowed_origins;  // Sites whose pages may call the API; empty: none.
    std::vector<std::string> trusted_proxies;  // Addresses or CIDR blocks.
    std::string tls_certificate;               // PEM file; empty: no TLS.
    std::string tls_key;
    std::string metrics_key_file;  // Empty: only the owner's key can read /metrics.
    Duration drain_delay{0};
    Duration drain_timeout = std::chrono::seconds{10};
};

struct LimitsConfig {
    std::uint32_t head_max = 8 * 1024;
    std::uint32_t body_max = 64 * 1024;
    std::uint32_t connections_max = 100'000;
    std::uint32_t connections_per_address = 1'000;
    Duration header_deadline = std::chrono::seconds{10};
    std::uint32_t min_body_rate = 500;
    Duration idle_timeout = std::chrono::seconds{75};
    Duration write_stall_timeout = std::chrono::seconds{30};
    std::uint32_t guest_per_second = 2;
    std::uint32_t guest_burst = 10;
    std::uint32_t address_per_second = 100;
    std::uint32_t address_burst = 400;
    std::uint32_t joins_per_address_per_second = 20;
    std::uint32_t joins_burst = 200;
    std::uint32_t codes_per_guest_per_minute = 10;
    std::uint32_t codes_per_address_per_minute = 60;
    std::uint32_t codes_burst = 300;
    std::uint32_t stream_max = 10'000;
    std::uint32_t queue_depth_max = 65'536;
};

struct IdentityConfig {
    std::string site_jwt_secret_file;
    std::string site_jwks_file;
    std::string site_issuer;
    std::string site_audience;
    std::string site_subject_claim = "sub";
    std::string complete_key_file;
};

// A proxy in front that has already checked entry tokens.
struct EdgeConfig {
    std::string verified_header;       // Empty: none.
    std::string verified_secret_file;  // Empty: the header is ignored.
};

struct EngineConfig {
    std::string data = "data";
    std::uint32_t batch_max = 4'096;
    Duration snapshot_every = std::chrono::seconds{60};
    std::uint32_t snapshot_facts = 1'000'000;
    std::uint32_t wal_limit = 64 * 1024 * 1024;
    Duration clock_shift{};  // Shifts the wall clock, for rehearsals.
};

enum class RedisMode : std::uint8_t { kOff, kSingle, kCluster };

constexpr auto words_of(RedisMode) {
    return std::to_array<std::string_view>({"off", "single", "cluster"});
}

struct RedisConfig {
    RedisMode mode = RedisMode::kOff;
    std::vector<std::string> nodes;  // "host:port"; for a cluster, any of its nodes.
    std::string user;                // Empty: the server's default user.
    std::string password_file;
    std::string password;  // Only from the environment (ONSALE_REDIS_PASSWORD), never from a file.
    bool tls = false;
    std::string ca_file;
    std::string certificate_file;
    std::string key_file;
    std::string server_name;  // Name that certificates must have; empty: the host connected to.
    std::uint32_t connections_per_node = 2;
    Duration call_timeout = std::chrono::seconds{1};
    std::uint32_t replicas = 0;      // Number of replicas that must confirm a join.
    std::uint32_t replicas_min = 0;  // Minimum number of replicas accepted after the timeout.
    Duration replica_timeout{100};
    Duration view_age_max = std::chrono::seconds{2};
    // How long admission waits after all places were lost.
    Duration restore_wait = std::chrono::seconds{10};
};

// Where the store of a sale on many machines is. Only `onsale store` uses it so far.
struct PostgresConfig {
    std::vector<std::string> hosts;  // "host:port": the primary and its standbys; empty: none.
    std::string database = "onsale";
    std::string user = "onsale";
    std::string password_file;  // Empty: no password. It is in no other place.
    bool tls = false;
    std::string ca_file;
    std::string certificate_file;
    std::string key_file;
    std::uint32_t connections_max = 8;
    bool synchronous = true;  // Whether a commit must be on a standby, too.
};

enum class Role : std::uint8_t { kQueue, kBooking, kPayment, kScheduler };

constexpr auto words_of(Role) {
    return std::to_array<std::string_view>({"queue", "booking", "payment", "scheduler"});
}

struct ClusterConfig {
    std::vector<Role> roles;  // Empty: all four.
    std::string keys;         // Folder of the key files; empty: the data folder.
    std::string name;  // Name of this process; empty: made from its role, its id and its host.
};

struct PaymentConfig {
    Duration call_timeout = std::chrono::seconds{30};
};

enum class BotMode : std::uint8_t { kOff, kObserve, kEnforce };

constexpr auto words_of(BotMode) {
    return std::to_array<std::string_view>({"off", "observe", "enforce"});
}

struct BotsConfig {
    BotMode mode = BotMode::kObserve;
    std::vector<std::string> blocked_agents = {"curl/", "python-requests", "Scrapy",
                                               "HeadlessChrome"};
    bool agent_required = true;
};

struct LogConfig {
    runtime::LogLevel level = runtime::LogLevel::kInfo;
    std::uint32_t refusals_per_second = 5;
    Duration slow_request = std::chrono::seconds{1};
};

struct Config {
    ServerConfig server;
    LimitsConfig limits;
    IdentityConfig identity;
    EdgeConfig edge;
    EngineConfig engine;
    waiting_room::LineRules line;  // Rules of new events. An existing event has its own copy.
    RedisConfig redis;
    PostgresConfig postgres;
    ClusterConfig cluster;
    PaymentConfig payment;
    // Changed fields of the payment providers, by path: "demo_pay.answer". Each provider registers
    // its own fields with their defaults.
    std::map<std::string, std::string> providers;
    BotsConfig bots;
    LogConfig log;
};

}  // namespace onsale::program
