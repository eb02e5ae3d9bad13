#pragma once

#include <cstdint>

#include "adapter/http/transport/socket/transport_config.hpp"

namespace onsale::http {

// Opens and binds a non-blocking socket. Connections are refused until begin_listening(). Both
// throw std::system_error naming the address.
int open_bound_socket(const TransportConfig& config);
void begin_listening(const TransportConfig& config, int socket);

// Throws std::system_error when another process listens on the address. SO_REUSEPORT would let a
// second server of the same user share the port without an error. Call this once before creating
// the first listener.
void require_free_address(const TransportConfig& config);

// The port that a TCP socket is bound to; zero for a unix socket.
std::uint16_t bound_port(int socket);

}  // namespace onsale::http
