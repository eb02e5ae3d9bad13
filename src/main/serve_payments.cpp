#include "main/serve_payments.hpp"

#include <algorithm>

namespace onsale {
namespace {

// A webhook is never later than this because of us.
constexpr std::chrono::milliseconds kLookForWebhooks{200};

gateway::DemoPayServiceConfig demo_config(const std::filesystem::path& folder,
                                          const std::string& key) {
    gateway::DemoPayServiceConfig config;
    config.pay.key = key;
    config.folder = folder;
    return config;
}

bool concern_orders(const sale::Facts& facts) {
    return std::ranges::any_of(
        facts, [](const sale::Fact& fact) { return std::holds_alternative<payment::Fact>(fact); });
}

}  // namespace

Payments::Payments(const std::filesystem::path& folder, embedded::Writer& writer,
                   const TimeSource& time)
    : time_(time),
      demo_key_(folder / "demo-pay.key"),
      demo_(demo_config(folder, demo_key_.text())),
      gateway_(loop_.context(), demo_, time),
      port_(
          loop_.context(), writer,
          writer.subscribe(
              loop_.context(),
              [this](const embedded::Publication& publication) { cashier_.see(publication.facts); },
              concern_orders)),
      orders_(port_),
      cashier_(loop_.context(), orders_, {{kDemoPay, &gateway_}}),
      webhook_timer_(loop_.context()) {}

void Payments::start() {
    running_ = true;
    deliver_webhooks();
    loop_.start();
}

void Payments::stop() {
    if (!std::exchange(running_, false)) return;
    loop_.stop();
    loop_.join();
}

// Demo Pay's webhooks come by the same check as any provider's, only not over a socket.
void Payments::deliver_webhooks() {
    const Instant now = time_.wall();
    for (const gateway::DemoWebhook& webhook : demo_.take_webhooks(now)) {
        auto notice = gateway_.verify_webhook(
            {.body = webhook.body, .headers = gateway::to_headers(webhook), .peer_address = ""},
            now);
        if (notice)
            cashier_.hear(std::move(*notice), [this, id = webhook.id] { demo_.acknowledge(id); });
    }
    webhook_timer_.expires_after(kLookForWebhooks);
    webhook_timer_.async_wait([this](const boost::system::error_code& error) {
        if (!error) deliver_webhooks();
    });
}

}  // namespace onsale
