#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <boost/asio/steady_timer.hpp>

#include "adapter/embedded/engine/writer.hpp"
#include "adapter/embedded/port/ports.hpp"
#include "adapter/gateway/registration.hpp"
#include "runtime/loop.hpp"
#include "sale/app/cashier.hpp"

namespace onsale::server {

// The origins that the pages of a guest may post forms to, each once.
std::vector<std::string> form_origins(const std::vector<payment::Provider>& providers);

// The payment providers of a server.
// Thread safety: any thread.
class Payments {
  public:
    struct Opened {
        payment::Provider known;  // Without a gateway.
        std::unique_ptr<gateway::ProviderService> service;
    };

    explicit Payments(const gateway::ProviderSettings& settings);

    std::span<const Opened> opened() const { return opened_; }

  private:
    std::vector<Opened> opened_;
};

// The providers of one loop, each with a gateway of its own.
// Thread safety: none; use it on its loop. The loop and the payments outlive it; it outlives the
// calls of its gateways.
class LoopProviders {
  public:
    LoopProviders(boost::asio::io_context& loop, const Payments& payments, const TimeSource& time);

    const std::vector<payment::Provider>& list() const { return list_; }
    // The hosted page of the first provider that has one here; null if none has.
    payment::HostedPage* page() const { return page_.get(); }

  private:
    std::vector<std::unique_ptr<payment::PaymentGateway>> gateways_;
    std::unique_ptr<payment::HostedPage> page_;
    std::vector<payment::Provider> list_;
};

// Makes the provider calls that no guest waits for, and delivers the webhooks of providers in this
// process, on one loop.
// Thread safety: none; use it on its loop, which outlives it. Built while the loop does not run.
class PaymentWorker {
  public:
    PaymentWorker(boost::asio::io_context& loop, const Payments& payments, sale::Orders& orders,
                  const TimeSource& time);

    // Facts as the sale store publishes them, each once.
    void see(const sale::Facts& facts) { cashier_.see(facts); }
    // Starts the delivery of webhooks.
    void start() { deliver_webhooks(); }

  private:
    void deliver_webhooks();
    void deliver_webhooks(const Payments::Opened& provider);

    const TimeSource& time_;
    const Payments& payments_;
    LoopProviders providers_;
    sale::Cashier cashier_;
    boost::asio::steady_timer webhook_timer_;
};

// A payment worker for the writer's orders, on its own thread.
// Thread safety: start() and stop() on the owner's thread; the rest on its own loop.
class PaymentThread {
  public:
    // REQUIRES: built before the writer starts.
    PaymentThread(const Payments& payments, embedded::Writer& writer, const TimeSource& time);
    ~PaymentThread() { stop(); }

    void start();
    void stop();

  private:
    runtime::Loop loop_{"cashier"};
    embedded::WriterPort port_;
    embedded::Orders orders_;
    PaymentWorker worker_;
    bool running_ = false;
};

}  // namespace onsale::server
