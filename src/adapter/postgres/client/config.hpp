#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/backoff.hpp"
#include "base/words.hpp"

namespace onsale::postgres {

// Which of the hosts a client works on.
enum class Role : std::uint8_t {
    kPrimary,  // The one that accepts writes.
    kStandby,  // One that follows the primary; it only reads.
    kAny,
};

constexpr auto words_of(Role) {
    return std::to_array<std::string_view>({"primary", "standby", "any"});
}

struct Host {
    std::string name = "127.0.0.1";  // A name, an address, or the folder of a unix socket.
    std::uint16_t port = 5432;

    friend bool operator==(const Host&, const Host&) = default;
};

// Without it nothing is encrypted. With it, the server must prove that it is the host that was
// named (sslmode verify-full).
struct TlsConfig {
    std::filesystem::path ca_file;             // Signs the servers' certificates.
    std::filesystem::path certificate_file{};  // Our own, if servers require one; else empty.
    std::filesystem::path key_file{};
};

struct Config {
    std::vector<Host> hosts{Host{}};  // The primary and its standbys, in any order.
    Role role = Role::kPrimary;
    std::string database = "onsale";
    std::string user = "onsale";
    std::filesystem::path password_file{};    // Read for each connection; empty: no password.
    std::string application_name = "onsale";  // Shown by pg_stat_activity.
    std::optional<TlsConfig> tls{};

    std::size_t connections_max = 8;
    // Calls that wait for a connection; further ones are refused at once.
    std::size_t waiting_max = 1024;
    // For one address: connection, TLS handshake and login together. The name before it has as
    // much.
    std::chrono::milliseconds connect_timeout{1000};
    Backoff reconnect{.first = std::chrono::milliseconds{20},
                      .longest = std::chrono::milliseconds{1000}};

    // Limits in the server. A lock is waited for shorter than any deadline, because a deadline
    // leaves the outcome unknown and the server's refusal does not.
    std::chrono::milliseconds lock_timeout{1000};
    // Ends transactions whose process is gone or stuck, so that others get their locks.
    std::chrono::milliseconds idle_in_transaction_max{10'000};
    // How often a running statement looks whether its client is still there.
    std::chrono::milliseconds client_check_interval{2000};
    // Further settings of each session, as "name=value".
    std::vector<std::string> session_settings{};
};

}  // namespace onsale::postgres
