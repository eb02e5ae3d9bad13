#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "adapter/redis/protocol/answer_queue.hpp"
#include "adapter/redis/protocol/backoff.hpp"
#include "adapter/redis/protocol/call_plan.hpp"
#include "adapter/redis/protocol/endpoint.hpp"

namespace onsale::redis {

enum class Mode : std::uint8_t { kSingle, kCluster };

struct TlsConfig {
    std::string ca_file;           // Who may have signed the servers' certificates.
    std::string certificate_file;  // Our own, where servers ask for one; empty: none.
    std::string key_file;
    // The name that the certificates must carry; empty: the host that we connect to. Clusters name
    // their nodes by address, so one name for all of them is often easier to certify.
    std::string server_name;
};

struct ConnectionConfig {
    std::string user;  // Empty: the server's default user.
    std::string password;
    std::string client_name = "onsale";  // What CLIENT LIST shows.
    std::optional<TlsConfig> tls;
    // For the connection, the TLS handshake and the login together.
    std::chrono::milliseconds connect_timeout{1000};
    Backoff reconnect{.first = std::chrono::milliseconds{20},
                      .longest = std::chrono::milliseconds{1000}};
    QueueLimits queue;
    // A connection on which a command has waited for its answer this long is dead or hopelessly
    // behind, and is given up. Longer than the longest WAIT.
    std::chrono::milliseconds answer_max{2000};
};

struct Config {
    Mode mode = Mode::kSingle;
    // Of a cluster any nodes, the more the safer; of a single server its address.
    std::vector<Endpoint> seeds{{"127.0.0.1", 6379}};
    ConnectionConfig connection;
    // In each lane: more than one, so that a slow command does not keep everybody else waiting.
    std::size_t connections_per_node = 2;
    RetryConfig retry;
    // Calls that are on their way or waiting to be sent again; each is a coroutine and its bytes.
    std::size_t calls_max = 16384;
    // The map of a cluster is asked for at most this often.
    std::chrono::milliseconds map_interval{100};
    std::chrono::milliseconds map_timeout{500};  // For each node that is asked.
};

}  // namespace onsale::redis
