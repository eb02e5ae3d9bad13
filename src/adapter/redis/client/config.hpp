#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "adapter/redis/protocol/answer_queue.hpp"
#include "adapter/redis/protocol/call_plan.hpp"
#include "adapter/redis/protocol/endpoint.hpp"
#include "base/backoff.hpp"

namespace onsale::redis {

enum class Mode : std::uint8_t { kSingle, kCluster };

struct TlsConfig {
    std::string ca_file;  // Certificate authorities that may sign the servers' certificates.
    std::string certificate_file;  // Our own certificate, if servers require one; else empty.
    std::string key_file;
    // The name that the certificates must contain; empty: the host that we connect to. Clusters
    // name their nodes by address, so one common name is often easier to certify.
    std::string server_name;
};

struct ConnectionConfig {
    std::string user;  // Empty: the server's default user.
    std::string password;
    std::string client_name = "onsale";  // Shown by CLIENT LIST.
    std::optional<TlsConfig> tls;
    // Limit for the connection, the TLS handshake and the login together.
    std::chrono::milliseconds connect_timeout{1000};
    Backoff reconnect{.first = std::chrono::milliseconds{20},
                      .longest = std::chrono::milliseconds{1000}};
    QueueLimits queue;
    // Longest wait for an answer. After that the connection is dead or too slow, and is closed.
    // Must be longer than the longest WAIT.
    std::chrono::milliseconds answer_max{2000};
};

struct Config {
    Mode mode = Mode::kSingle;
    // For a cluster, some of its nodes: the more, the safer. For a single server, its address.
    std::vector<Endpoint> seeds{{"127.0.0.1", 6379}};
    ConnectionConfig connection;
    // Per lane. More than one, so that a slow command does not delay all others.
    std::size_t connections_per_node = 2;
    RetryConfig retry;
    // Maximum number of calls that are running or waiting for a retry. Each needs a coroutine and
    // its bytes.
    std::size_t calls_max = 16384;
    // Minimum time between two requests for the cluster's slot map.
    std::chrono::milliseconds map_interval{100};
    std::chrono::milliseconds map_timeout{500};  // For each node that is asked.
};

}  // namespace onsale::redis
