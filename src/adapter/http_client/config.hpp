#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>

#include "base/time.hpp"

namespace onsale::http_client {

struct Config {
    std::size_t calls_max = 64;         // A call beyond it is refused at once.
    std::filesystem::path ca_file{};    // Trusted certificates (PEM); empty: those of the system.
    Duration connect_deadline{10'000};  // Resolution, connection and TLS handshake together.
    // Below the time after which servers close idle connections; ours do after 75 seconds.
    std::chrono::seconds idle_max{30};
};

}  // namespace onsale::http_client
