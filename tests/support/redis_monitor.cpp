#include "tests/support/redis_monitor.hpp"

#include <stdexcept>
#include <string_view>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace onsale::test {
namespace {

constexpr int kAnswerMs = 5000;
constexpr int kQuietMs = 50;  // A command that was answered before is here by then.

// Adds what has arrived. False if nothing arrives in time.
bool receive(int socket, std::string& text, int within_ms) {
    pollfd waits{.fd = socket, .events = POLLIN, .revents = 0};
    if (::poll(&waits, 1, within_ms) <= 0) return false;
    char buffer[16384];
    const ssize_t size = ::recv(socket, buffer, sizeof buffer, 0);
    if (size > 0) text.append(buffer, static_cast<std::size_t>(size));
    return size > 0;
}

// The character after a backslash as sdscatrepr() of Redis writes it.
char unescaped(char escape) {
    switch (escape) {
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        case 'a':
            return '\a';
        case 'b':
            return '\b';
        default:
            return escape;
    }
}

// The quoted words of a line.
std::vector<std::string> words_of(std::string_view line) {
    constexpr int kHex = 16;
    std::vector<std::string> words;
    bool inside = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') {
            inside = !inside;
            if (inside) words.emplace_back();
        } else if (inside && line[i] == '\\' && line[i + 1] == 'x') {
            words.back() +=
                static_cast<char>(std::stoi(std::string{line.substr(i + 2, 2)}, nullptr, kHex));
            i += 3;
        } else if (inside) {
            words.back() += line[i] == '\\' ? unescaped(line[++i]) : line[i];
        }
    }
    return words;
}

}  // namespace

RedisMonitor::RedisMonitor(std::uint16_t port)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    constexpr std::string_view kStart = "MONITOR\r\n";
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool begun =
        ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        ::send(socket_, kStart.data(), kStart.size(), MSG_NOSIGNAL) > 0;
    if (!begun || !receive(socket_, text_, kAnswerMs) || !text_.starts_with("+OK"))
        throw std::runtime_error{"redis-server does not let us listen"};
}

RedisMonitor::~RedisMonitor() {
    ::close(socket_);
}

std::vector<std::vector<std::string>> RedisMonitor::commands() {
    while (receive(socket_, text_, kQuietMs)) {
    }
    std::vector<std::vector<std::string>> commands;
    std::string_view rest = text_;
    for (std::size_t end; (end = rest.find("\r\n")) != rest.npos; rest.remove_prefix(end + 2)) {
        const std::string_view line = rest.substr(0, end);
        if (line.find(" lua] ") != line.npos) continue;
        auto words = words_of(line);
        if (!words.empty()) commands.push_back(std::move(words));
    }
    return commands;
}

}  // namespace onsale::test
