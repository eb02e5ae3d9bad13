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
#include "adapter/http/transport/socket/transport_counters.hpp"
#include "base/time.hpp"

namespace onsale::http {

// Accepts connections on one loop and serves them. Every loop has a listener of its own on the same
// port (SO_REUSEPORT); a loop may have several listeners.
// REQUIRES: context, handler, counters and time outlive it. It may die before its io_context.
// Thread safety: the loop's thread, once the loop runs.
class Listener final : private Poller::Watcher {
  public:
    // Binds; throws std::system_error or std::invalid_argument naming the address.
    Listener(boost::asio::io_context& context, const TransportConfig& config, Handler& handler,
             TransportCounters& counters, const TimeSource& time);
    ~Listener() override;
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    // Before it clients are refused, so that a proxy asks another process.
    void start();
    // From now on every answer ends its connection; clients are still accepted.
    void close_after_answers();
    // New clients find the port closed; the open connections go on.
    void stop_accepting();
    // Stops accepting, answers what is in flight with Connection: close, closes the idle, ends
    // event streams, and calls `on_done` when all are gone, at the latest after drain_deadline.
    // REQUIRES: not called from inside a handler.
    void drain(std::move_only_function<void()> on_done);

    // New connections use this from now on; those that are open keep what they began with.
    // REQUIRES: the listener speaks TLS, and so does `tls`.
    void replace_tls(std::shared_ptr<const TlsContext> tls);

    // Looks at the deadlines; runs by itself twice a second. Tests call it with a clock of theirs.
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
    TransportCounters& counters_;
    const TimeSource& time_;
    Poller poller_;
    DeadlineWheel wheel_;
    ConnectionTable connections_;
    ConnectionContext context_;
    boost::asio::steady_timer sweep_timer_;
    std::move_only_function<void()> on_drained_;
    Duration drain_until_ = DeadlineWheel::kNever;
    int socket_;
    // Given up when descriptors run out, so that waiting clients can be taken and sent away.
    int spare_descriptor_;
    std::uint16_t port_;
    bool started_ = false;
    bool accepting_ = false;
    std::shared_ptr<const bool> alive_ = std::make_shared<const bool>(true);
};

}  // namespace onsale::http
