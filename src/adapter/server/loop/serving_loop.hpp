#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/transport/socket/listener.hpp"
#include "adapter/server/loop/loop_ports.hpp"
#include "adapter/server/loop/payments.hpp"
#include "runtime/loop.hpp"

namespace onsale::server {

// Shared by all loops of one server; outlives them.
struct LoopDeps {
    // Creates the ports of a loop.
    using Connect = std::function<std::unique_ptr<LoopPorts>(boost::asio::io_context&, LoopUse,
                                                             http::LoopViews&)>;
    Connect connect;
    const TimeSource& time;
    std::shared_ptr<const token::Keys> keys;
    http::GuestLimits& limits;
    const Payments* payments = nullptr;  // Null when this process takes no payments.
    http::RequestLog::Limits log{};
};

// One loop with its views, its ports, its routes and its counters.
// Thread safety: built and destroyed while the loop does not run; otherwise its own thread.
class ServingLoop : private NewsReader {
  public:
    ServingLoop(const std::string& name, LoopUse use, const LoopDeps& deps,
                http::GuestSiteConfig site,
                std::function<void(http::StreamHub::Key)> announce_stream);

    // Until the views are ready, clients are refused, so that a proxy tries another process. With
    // `at_once` they are served immediately.
    void listen(const http::TransportConfig& transport, http::Handler& handler,
                bool at_once = false);
    // Keeps the sale's figures from now on, for the operator. REQUIRES: before start().
    void watch_sale(const sale::State& state);
    void start();
    // Tells load balancers to use other processes: /readyz says "stopping", and every answer closes
    // its connection. Clients are still served.
    void announce_stop();
    // Stops accepting and finishes requests in flight; `on_done` runs on the loop.
    void drain(std::function<void()> on_done);
    void stop();

    // New connections of TLS listeners use this context. REQUIRES: called on the loop.
    void replace_tls(const std::shared_ptr<const http::TlsContext>& tls);

    // Runs `work` on the loop.
    void post(std::function<void(ServingLoop&)> work);

    http::LoopContext& context() { return context_; }
    LoopPorts& ports() { return *ports_; }
    http::GuestSite& site() { return site_; }
    http::LoopMetrics& metrics() { return metrics_; }
    boost::asio::io_context& io() { return loop_.context(); }
    std::uint16_t port() const { return listeners_.front()->port(); }

  private:
    void hear(const sale::Facts& facts, Instant now) override;
    void hear_sale(const sale::Facts& facts, Instant now) override;
    void be_degraded(operate::Degraded degraded) override { context_.degraded = degraded; }
    void know_payment(bool answers) override { context_.payment_answers = answers; }
    void be_current(Instant at) override { context_.last_news = at; }
    void offer_payments(const Payments& payments);

    runtime::Loop loop_;
    const LoopUse use_;
    const TimeSource& time_;
    http::LoopViews views_;
    std::unique_ptr<LoopPorts> ports_;
    std::optional<LoopProviders> providers_;
    http::LoopContext context_;
    http::LoopMetrics metrics_;
    http::GuestSite site_;
    std::vector<std::unique_ptr<http::Handler>> handlers_;
    std::vector<std::unique_ptr<http::Listener>> listeners_;
    std::vector<http::Listener*> waiting_listeners_;
    std::size_t draining_ = 0;
    bool watches_sale_ = false;
};

}  // namespace onsale::server
