#pragma once

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <boost/asio/io_context.hpp>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "adapter/http/transport/message/client_address.hpp"
#include "adapter/http/transport/message/handler.hpp"
#include "adapter/http/transport/socket/listener.hpp"

namespace onsale::http::testing {

constexpr int kTurnsMax = 5'000;  // Each takes at most a millisecond.

// The number of complete answers in the text.
inline int complete_answers(std::string_view text) {
    constexpr std::string_view kLength = "Content-Length: ";
    int count = 0;
    while (true) {
        const std::size_t end = text.find("\r\n\r\n");
        if (end == std::string_view::npos) return count;
        const std::size_t at = text.substr(0, end).find(kLength);
        std::size_t size = end + 4;
        if (at != std::string_view::npos) {
            size += std::stoul(std::string{text.substr(at + kLength.size(), 10)});
        }
        if (text.size() < size) return count;
        text.remove_prefix(size);
        ++count;
    }
}

inline int connected(const sockaddr& address, socklen_t size) {
    const int socket = ::socket(address.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_GE(socket, 0);
    EXPECT_EQ(::connect(socket, &address, size), 0) << std::strerror(errno);
    ::fcntl(socket, F_SETFL, O_NONBLOCK);
    return socket;
}

// A clock that advances only when a test moves it.
struct ManualTime final : TimeSource {
    Instant wall() const override { return instant_from_ms(1'700'000'000'000); }
    Duration steady() const override { return now; }
    Duration now{1'000'000};
};

// Answers by path: /constant immediately, /later keeps the reply, /stream opens an event stream,
// /big answers `big`, anything else echoes "path|body". All except /constant record the request.
struct EchoHandler final : Handler {
    void handle(const Request& request, Reply& reply) override;

    std::string big;
    std::vector<LaterReply> later;
    std::vector<EventStream> streams;
    std::vector<std::string> paths;
    std::string last_client;
    bool last_secure = false;
    bool last_local = false;
};

// A client socket that is driven together with the loop under test.
class Client {
  public:
    Client(boost::asio::io_context& io, int socket) : io_(io), socket_(socket) {}
    ~Client() { close(); }
    Client(Client&& other) noexcept;
    Client(const Client&) = delete;

    void send(std::string_view bytes);
    // Runs the loop until `count` answers (each with its Content-Length) are complete. Returns and
    // clears everything received so far.
    std::string answers(int count = 1);
    // Runs the loop until the text has been received.
    std::string until(std::string_view text);
    // Runs the loop until the server has closed the connection. Returns what was received.
    std::string until_closed();
    void finish_sending();
    void close();
    int socket() const { return socket_; }

  private:
    bool receive();
    std::string take();

    boost::asio::io_context& io_;
    int socket_;
    std::string received_;
    bool closed_ = false;
};

// One listener on a loop that runs in the test's thread.
class Server {
  public:
    explicit Server(TransportConfig config = {});

    Client connect();
    // Runs the loop until `done`, at most a few seconds of real time.
    bool run_until(const std::function<bool()>& done);
    void run_a_while();
    void advance(Duration by);
    std::uint64_t refused_as(Refusal refusal) const {
        return counters.cells("transport_refusals_total")[static_cast<std::size_t>(refusal)];
    }

    ManualTime time;
    EchoHandler handler;
    runtime::Counters counters;
    boost::asio::io_context io{1};
    std::unique_ptr<Listener> listener;

  private:
    TransportConfig config_;
};

inline void EchoHandler::handle(const Request& request, Reply& reply) {
    if (request.path == "/constant") return reply.answer({.body = "{}"});
    paths.emplace_back(request.path);
    last_client = to_string(request.client);
    last_secure = request.secure;
    last_local = request.local;
    if (request.path == "/later") {
        later.push_back(reply.later());
    } else if (request.path == "/at-once") {
        reply.later().answer({.body = "at once"});
    } else if (request.path == "/stream") {
        streams.push_back(reply.stream("Cache-Control: no-store\r\n"));
    } else if (request.path == "/big") {
        reply.answer({.body = big});
    } else {
        const std::string body = std::string{request.path} + "|" + std::string{request.body};
        reply.answer({.content_type = "text/plain", .headers = "X-Test: 1\r\n", .body = body});
    }
}

inline Client::Client(Client&& other) noexcept
    : io_(other.io_), socket_(std::exchange(other.socket_, -1)), received_(other.received_) {}

inline void Client::send(std::string_view bytes) {
    ASSERT_EQ(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
}

inline bool Client::receive() {
    char buffer[65'536];
    const ssize_t got = ::recv(socket_, buffer, sizeof buffer, 0);
    if (got > 0) received_.append(buffer, static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EAGAIN)) closed_ = true;
    return got > 0;
}

inline std::string Client::take() {
    return std::exchange(received_, {});
}

inline std::string Client::answers(int count) {
    for (int i = 0; i < kTurnsMax && complete_answers(received_) < count; ++i) {
        io_.run_for(std::chrono::milliseconds{1});
        receive();
    }
    EXPECT_EQ(complete_answers(received_), count) << received_.substr(0, 2000);
    return take();
}

inline std::string Client::until(std::string_view text) {
    for (int i = 0; i < kTurnsMax && !received_.contains(text) && !closed_; ++i) {
        io_.run_for(std::chrono::milliseconds{1});
        receive();
    }
    EXPECT_TRUE(received_.contains(text)) << received_;
    return take();
}

inline std::string Client::until_closed() {
    for (int i = 0; i < kTurnsMax && !closed_; ++i) {
        io_.run_for(std::chrono::milliseconds{1});
        while (!closed_ && receive()) {
        }
    }
    EXPECT_TRUE(closed_) << received_;
    return take();
}

inline void Client::finish_sending() {
    ::shutdown(socket_, SHUT_WR);
}

inline void Client::close() {
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

inline Server::Server(TransportConfig config) : config_(std::move(config)) {
    listener = std::make_unique<Listener>(io, config_, handler, counters, time);
    listener->start();
}

inline Client Server::connect() {
    if (!config_.unix_path.empty()) {
        sockaddr_un local{};
        local.sun_family = AF_UNIX;
        std::strncpy(local.sun_path, config_.unix_path.c_str(), sizeof local.sun_path - 1);
        return {io, connected(reinterpret_cast<const sockaddr&>(local), sizeof local)};
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(listener->port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return {io, connected(reinterpret_cast<const sockaddr&>(address), sizeof address)};
}

inline bool Server::run_until(const std::function<bool()>& done) {
    for (int i = 0; i < kTurnsMax; ++i) {
        if (done()) return true;
        io.run_for(std::chrono::milliseconds{1});
    }
    return false;
}

inline void Server::run_a_while() {
    for (int i = 0; i < 10; ++i) {
        io.run_for(std::chrono::milliseconds{1});
    }
}

inline void Server::advance(Duration by) {
    // In steps like the sweeps of a real loop.
    for (const Duration end = time.now + by; time.now < end;) {
        time.now = std::min(time.now + DeadlineWheel::kTick, end);
        listener->sweep();
    }
}

inline std::string get(std::string_view path, std::string_view lines = "") {
    return "GET " + std::string{path} + " HTTP/1.1\r\nHost: h\r\n" + std::string{lines} + "\r\n";
}

inline std::string post(std::string_view path, std::string_view body) {
    return "POST " + std::string{path} +
           " HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           std::string{body};
}

inline std::string body_of(std::string_view answer) {
    const std::size_t end = answer.find("\r\n\r\n");
    return end == std::string_view::npos ? "" : std::string{answer.substr(end + 4)};
}

}  // namespace onsale::http::testing
