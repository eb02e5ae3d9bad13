#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/http/transport/message/handler.hpp"
#include "adapter/http/transport/socket/connection_table.hpp"
#include "adapter/http/transport/socket/deadline_wheel.hpp"
#include "adapter/http/transport/socket/poller.hpp"
#include "adapter/http/transport/socket/transport_config.hpp"
#include "base/time.hpp"
#include "runtime/counters.hpp"

namespace onsale::http {

// Accepts connections on one loop and serves them. Every loop has its own listener on the same port
// (SO_REUSEPORT). A loop may have several listeners.
// REQUIRES: context, handler, counters and time outlive it. It may be destroyed before its
// io_context.
// Thread safety: the loop's thread, after the loop has started.
class Listener final : private Poller::Watcher {
  public:
    // Binds. Throws std::system_error or std::invalid_argument naming the address.
    Listener(boost::asio::io_context& context, const TransportConfig& config, Handler& handler,
             runtime::Counters& counters, const TimeSource& time);
    ~Listener() override;
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    // Until start(), connections are refused, so that a proxy tries another process.
    void start();
    // From now on every answer closes its connection. New connections are still accepted.
    void close_after_answers();
    // Closes the port for new connections. Open connections continue.
    void stop_accepting();
    // Stops accepting, answers requests in flight with Connection: close, closes idle connections
    // and event streams. Calls `on_done` when all are closed, at the latest after drain_deadline.
    // REQUIRES: not called from inside a handler.
    void drain(std::move_only_function<void()> on_done);

    // New connections use this context. Open connections keep theirs.
    // REQUIRES: the listener uses TLS, and `tls` is not null.
    void replace_tls(std::shared_ptr<const TlsContext> tls);

    // Checks the deadlines. Runs automatically twice a second. Tests call it with their own clock.
    void sweep();

    std::uint16_t port() const { return port_; }

  private:
    void on_events(std::uint32_t events) override;
    bool accept_one();
    void accept_the_last();
    void welcome(int socket, const Origin& origin);
    void turn_away(int socket, Refusal refusal, const Origin& origin);
    void survive_exhaustion();
    void set_accepting(bool accepting);
    void schedule_sweep();
    void begin_round();
    void end_round();

    TransportConfig config_;
    boost::asio::io_context& io_;
    runtime::Counters& counters_;
    const TimeSource& time_;
    Poller poller_;
    DeadlineWheel wheel_;
    ConnectionTable connections_;
    ConnectionContext context_;
    boost::asio::steady_timer sweep_timer_;
    std::move_only_function<void()> on_drained_;
    Duration drain_until_ = DeadlineWheel::kNever;
    int socket_;
    // Closed when file descriptors run out, so that waiting clients can be accepted and refused.
    int spare_descriptor_;
    std::uint16_t port_;
    bool started_ = false;
    bool accepting_ = false;
    std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

}  // namespace onsale::http
