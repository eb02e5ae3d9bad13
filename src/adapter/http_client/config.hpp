#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>

#include "base/time.hpp"

namespace onsale::http_client {

struct Config {
    std::size_t calls_max = 64;         // Further calls are rejected immediately.
    std::filesystem::path ca_file{};    // Trusted certificates (PEM); empty: those of the system.
    Duration connect_deadline{10'000};  // Resolution, connection and TLS handshake together.
    // Must be below the server's keep-alive timeout (75 s for Onsale).
    std::chrono::seconds idle_max{30};
};

}  // namespace onsale::http_client
