#include "adapter/http/transport/socket/listening_socket.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace onsale::http {
namespace {

struct Endpoint {
    sockaddr_storage address{};
    socklen_t size = 0;
};

Endpoint tcp_endpoint(const TransportConfig& config) {
    Endpoint endpoint;
    sockaddr_in v4{};
    sockaddr_in6 v6{};
    if (inet_pton(AF_INET, config.address.c_str(), &v4.sin_addr) == 1) {
        v4.sin_family = AF_INET;
        v4.sin_port = htons(config.port);
        std::memcpy(&endpoint.address, &v4, endpoint.size = sizeof v4);
    } else if (inet_pton(AF_INET6, config.address.c_str(), &v6.sin6_addr) == 1) {
        v6.sin6_family = AF_INET6;
        v6.sin6_port = htons(config.port);
        std::memcpy(&endpoint.address, &v6, endpoint.size = sizeof v6);
    } else {
        throw std::invalid_argument("listen: '" + config.address +
                                    "' is no address; write e.g. \"0.0.0.0\" or \"::\"");
    }
    return endpoint;
}

Endpoint unix_endpoint(const std::string& path) {
    Endpoint endpoint;
    sockaddr_un address{};
    if (path.size() >= sizeof address.sun_path) {
        throw std::invalid_argument("unix socket: the path '" + path +
                                    "' is longer than 107 bytes; choose a shorter data folder");
    }
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    std::memcpy(&endpoint.address, &address, endpoint.size = sizeof address);
    return endpoint;
}

void switch_on(int socket, int level, int option) {
    const int on = 1;
    ::setsockopt(socket, level, option, &on, sizeof on);
}

enum class Sharing : std::uint8_t { kNone, kSamePort };

void prepare_tcp(int socket, Sharing sharing) {
    switch_on(socket, SOL_SOCKET, SO_REUSEADDR);
    switch_on(socket, IPPROTO_TCP, TCP_NODELAY);  // Accepted sockets inherit it.
    // One listening socket per loop; the kernel distributes the clients over them.
    if (sharing == Sharing::kSamePort) switch_on(socket, SOL_SOCKET, SO_REUSEPORT);
}

void prepare_unix(int socket, const std::string& path) {
    ::fchmod(socket, S_IRUSR | S_IWUSR);  // Before bind, so that the file never has a wider mode.
    // Left by a killed process. The data folder is locked, so no live process uses it.
    ::unlink(path.c_str());
}

[[noreturn]] void refuse(const TransportConfig& config) {
    const std::error_code reason{errno, std::system_category()};
    const std::string where = config.unix_path.empty()
                                  ? config.address + ":" + std::to_string(config.port)
                                  : config.unix_path;
    throw std::system_error(reason, "cannot listen on " + where);
}

int open_socket(const TransportConfig& config, Sharing sharing) {
    const bool local = !config.unix_path.empty();
    const Endpoint endpoint = local ? unix_endpoint(config.unix_path) : tcp_endpoint(config);
    const int socket =
        ::socket(endpoint.address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (socket >= 0) local ? prepare_unix(socket, config.unix_path) : prepare_tcp(socket, sharing);
    const auto* address = reinterpret_cast<const sockaddr*>(&endpoint.address);
    if (socket < 0) refuse(config);
    if (::bind(socket, address, endpoint.size) == 0) return socket;
    const int reason = errno;
    ::close(socket);
    errno = reason;
    refuse(config);
}

}  // namespace

int open_bound_socket(const TransportConfig& config) {
    return open_socket(config, Sharing::kSamePort);
}

void begin_listening(const TransportConfig& config, int socket) {
    if (::listen(socket, config.backlog) != 0) refuse(config);
}

void require_free_address(const TransportConfig& config) {
    // It must not listen: a client that connects at that moment would be reset.
    if (config.unix_path.empty()) ::close(open_socket(config, Sharing::kNone));
}

std::uint16_t bound_port(int socket) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    if (address.ss_family == AF_INET)
        return ntohs(reinterpret_cast<sockaddr_in*>(&address)->sin_port);
    if (address.ss_family != AF_INET6) return 0;
    return ntohs(reinterpret_cast<sockaddr_in6*>(&address)->sin6_port);
}

}  // namespace onsale::http
