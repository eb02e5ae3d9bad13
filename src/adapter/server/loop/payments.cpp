#include "adapter/server/loop/payments.hpp"

#include <algorithm>
#include <utility>

namespace onsale::server {
namespace {

// Polling interval, which is also the maximum delay that this adds to a webhook.
constexpr std::chrono::milliseconds kLookForWebhooks{200};

bool concern_orders(const sale::Facts& facts) {
    return std::ranges::any_of(
        facts, [](const sale::Fact& fact) { return std::holds_alternative<payment::Fact>(fact); });
}

}  // namespace

std::vector<std::string> form_origins(const std::vector<payment::Provider>& providers) {
    std::vector<std::string> origins;
    for (const payment::Provider& provider : providers)
        for (const std::string& origin : provider.posts_to)
            if (std::ranges::find(origins, origin) == origins.end()) origins.push_back(origin);
    return origins;
}

Payments::Payments(const gateway::ProviderSettings& settings) {
    const auto known = gateway::known_providers();
    for (const gateway::Registration& one : gateway::registrations())
        if (auto service = one.open(one, settings))
            opened_.push_back({*find_provider(known, one.id), std::move(service)});
}

LoopProviders::LoopProviders(boost::asio::io_context& loop, const Payments& payments,
                             const TimeSource& time) {
    for (const auto& [known, service] : payments.opened()) {
        list_.push_back(known);
        list_.back().gateway = gateways_.emplace_back(service->make_gateway(loop, time)).get();
        if (page_ == nullptr) page_ = service->make_page(time);
    }
}

PaymentWorker::PaymentWorker(boost::asio::io_context& loop, const Payments& payments,
                             sale::Orders& orders, const TimeSource& time)
    : time_(time),
      payments_(payments),
      providers_(loop, payments, time),
      cashier_(loop, orders, providers_.list()),
      webhook_timer_(loop) {}

PaymentThread::PaymentThread(const Payments& payments, embedded::Writer& writer,
                             const TimeSource& time)
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

// These webhooks pass the same check as those that come over HTTP.
void PaymentWorker::deliver_webhooks(const Payments::Opened& provider) {
    const Instant now = time_.wall();
    const auto* const gateway = find_gateway(providers_.list(), provider.known.id);
    for (const gateway::OwnWebhook& webhook : provider.service->take_webhooks(now)) {
        auto notice = gateway->verify_webhook(webhook.request, now);
        if (!notice) continue;
        cashier_.hear(std::move(*notice),
                      [&sender = *provider.service, id = webhook.id] { sender.acknowledge(id); });
    }
}

void PaymentWorker::deliver_webhooks() {
    for (const Payments::Opened& provider : payments_.opened())
        deliver_webhooks(provider);
    webhook_timer_.expires_after(kLookForWebhooks);
    webhook_timer_.async_wait([this](const boost::system::error_code& error) {
        if (!error) deliver_webhooks();
    });
}

}  // namespace onsale::server
