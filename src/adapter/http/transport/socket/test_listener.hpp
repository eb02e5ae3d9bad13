#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "adapter/http/transport/message/handler.hpp"
#include "adapter/http/transport/socket/listener.hpp"

namespace onsale::http::testing {

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

std::string get(std::string_view path, std::string_view lines = "");
std::string post(std::string_view path, std::string_view body);
std::string body_of(std::string_view answer);

}  // namespace onsale::http::testing
