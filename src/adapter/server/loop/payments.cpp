#include "adapter/server/loop/payments.hpp"

#include <algorithm>

namespace onsale::server {
namespace {

// Polling interval, which is also the maximum delay that this adds to a webhook.
constexpr std::chrono::milliseconds kLookForWebhooks{200};

gateway::DemoPayServiceConfig demo_config(const std::filesystem::path& folder,
                                          const std::string& key, const Payments::DemoPay& demo) {
    gateway::DemoPayServiceConfig config;
    config.pay.key = key;
    if (demo.answer) config.pay.answer = *demo.answer;
    config.folder = folder;
    config.patience = demo.patience;
    return config;
}

bool concern_orders(const sale::Facts& facts) {
    return std::ranges::any_of(
        facts, [](const sale::Fact& fact) { return std::holds_alternative<payment::Fact>(fact); });
}

}  // namespace

// The page of Demo Pay belongs to this server, so forms go to no other origin.
std::vector<payment::Provider> known_providers() {
    return {{.id = kDemoPay, .word = "demo", .demo_only = true}};
}

std::vector<std::string> form_origins(const std::vector<payment::Provider>& providers) {
    std::vector<std::string> origins;
    for (const payment::Provider& provider : providers)
        for (const std::string& origin : provider.posts_to)
            if (std::ranges::find(origins, origin) == origins.end()) origins.push_back(origin);
    return origins;
}

Payments::Payments(const std::filesystem::path& folder, const DemoPay& demo)
    : demo_key_(folder / "demo-pay.key"), demo_(demo_config(folder, demo_key_.text(), demo)) {}

PaymentWorker::PaymentWorker(boost::asio::io_context& loop, Payments& payments,
                             sale::Orders& orders, const TimeSource& time)
    : time_(time),
      demo_(payments.demo()),
      gateway_(loop, demo_, time),
      cashier_(loop, orders, {{kDemoPay, &gateway_}}),
      webhook_timer_(loop) {}

PaymentThread::PaymentThread(Payments& payments, embedded::Writer& writer, const TimeSource& time)
    : port_(
          loop_.context(), writer,
          writer.subscribe(
              loop_.context(),
              [this](const embedded::Publication& publication) { worker_.see(publication.facts); },
              concern_orders)),
      orders_(port_),
      worker_(loop_.context(), payments, orders_, time) {}

void PaymentThread::start() {
    running_ = true;
    worker_.start();
    loop_.start();
}

void PaymentThread::stop() {
    if (!std::exchange(running_, false)) return;
    loop_.stop();
    loop_.join();
}

// Demo Pay's webhooks pass the same check as any provider's, but do not use a socket.
void PaymentWorker::deliver_webhooks() {
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

}  // namespace onsale::server
