#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/steady_timer.hpp>

#include "adapter/embedded/engine/writer.hpp"
#include "adapter/embedded/port/sale_ports.hpp"
#include "adapter/gateway/demo/demo_gateway.hpp"
#include "adapter/gateway/demo/demo_pay_service.hpp"
#include "payment/port/payment_provider.hpp"
#include "runtime/loop.hpp"
#include "sale/app/cashier.hpp"
#include "token/key/secret_file.hpp"

namespace onsale::server {

constexpr payment::ProviderId kDemoPay{1};

// What the program knows of its payment providers without calling them: no provider has a gateway
// yet. All processes of a deployment get the same list.
std::vector<payment::Provider> known_providers();

// The origins that the pages of a guest may post forms to, each once.
std::vector<std::string> form_origins(const std::vector<payment::Provider>& providers);

// The payment providers of a server.
class Payments {
  public:
    struct DemoPay {
        std::optional<gateway::DemoScript> answer;  // Nothing: the page asks the guest.
        Duration patience{};                        // For its answers.
    };
    // `folder`: contains Demo Pay's key and payments.
    Payments(const std::filesystem::path& folder, const DemoPay& demo);

    gateway::DemoPayService& demo() { return demo_; }

  private:
    token::SecretFile demo_key_;
    gateway::DemoPayService demo_;
};

// Makes the provider calls that no guest waits for, and delivers Demo Pay's webhooks, on one loop.
// Thread safety: none; use it on its loop, which outlives it. Built while the loop does not run.
class PaymentWorker {
  public:
    PaymentWorker(boost::asio::io_context& loop, Payments& payments, sale::Orders& orders,
                  const TimeSource& time);

    // Facts as the sale store publishes them, each once.
    void see(const sale::Facts& facts) { cashier_.see(facts); }
    // Starts the delivery of webhooks.
    void start() { deliver_webhooks(); }

  private:
    void deliver_webhooks();

    const TimeSource& time_;
    gateway::DemoPayService& demo_;
    gateway::DemoGateway gateway_;
    sale::Cashier cashier_;
    boost::asio::steady_timer webhook_timer_;
};

// A payment worker for the writer's orders, on its own thread.
// Thread safety: start() and stop() on the owner's thread; the rest on its own loop.
class PaymentThread {
  public:
    // REQUIRES: built before the writer starts.
    PaymentThread(Payments& payments, embedded::Writer& writer, const TimeSource& time);
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
