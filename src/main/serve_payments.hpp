#pragma once

#include <filesystem>

#include <boost/asio/steady_timer.hpp>

#include "adapter/embedded/sale_ports.hpp"
#include "adapter/embedded/writer.hpp"
#include "adapter/gateway/demo_gateway.hpp"
#include "adapter/gateway/demo_pay_service.hpp"
#include "runtime/loop.hpp"
#include "sale/app/cashier.hpp"
#include "token/secret_file.hpp"

namespace onsale {

constexpr payment::ProviderId kDemoPay{1};

// The payment providers of a server, and the thread on which those calls are made that no guest
// waits for.
// Thread safety: start() and stop() on the owner's thread; the rest is its own loop's.
class Payments {
  public:
    // `folder`: where Demo Pay keeps its key and its payments.
    Payments(const std::filesystem::path& folder, embedded::Writer& writer, const TimeSource& time);
    ~Payments() { stop(); }

    gateway::DemoPayService& demo() { return demo_; }
    void start();
    void stop();

  private:
    void deliver_webhooks();

    const TimeSource& time_;
    token::SecretFile demo_key_;
    gateway::DemoPayService demo_;
    runtime::Loop loop_{"cashier"};
    gateway::DemoGateway gateway_;
    embedded::WriterPort port_;
    embedded::Orders orders_;
    sale::Cashier cashier_;
    boost::asio::steady_timer webhook_timer_;
    bool running_ = false;
};

}  // namespace onsale
