// The providers on which the PaymentGateway suite runs.
#include "adapter/gateway/demo/demo_gateway.hpp"
#include "adapter/gateway/demo/demo_words.hpp"
#include "tests/contract/gateway_adapter.hpp"

namespace onsale::contract {
namespace {

using namespace std::chrono_literals;

constexpr Instant kStart = instant_from_ms(1'800'000'000'000);

gateway::DemoPayServiceConfig demo_config() {
    gateway::DemoPayServiceConfig config;
    config.pay.merchant = "hall";
    config.pay.key = "a secret of at least thirty-two bytes";
    config.patience = 1ms;  // The timeout for lost answers runs in real time.
    return config;
}

payment::WebhookRequest arrived(const gateway::DemoWebhook& webhook) {
    return {webhook.body, gateway::to_headers(webhook), "127.0.0.1"};
}

gateway::DemoScript script_of(GuestDoes does) {
    switch (does) {
        case GuestDoes::kPays:
        case GuestDoes::kLeaves:
            return gateway::DemoScript::kApprove;
        case GuestDoes::kPaysAndTheAnswerIsLost:
            return gateway::DemoScript::kLoseAnswer;
        case GuestDoes::kIsDeclined:
            return gateway::DemoScript::kDecline;
    }
    return {};
}

class DemoPay : public GatewayAdapter {
  public:
    boost::asio::io_context& loop() override { return loop_; }
    test::ManualTime& time() override { return time_; }
    payment::PaymentGateway& gateway() override { return gateway_; }

    payment::BrowserReturn guest(const payment::PaymentPage& page, GuestDoes does) override {
        const std::string key = page.url.substr(page.url.rfind('/') + 1);
        const auto way = does == GuestDoes::kLeaves
                             ? service_.leave(key, time_.wall())
                             : service_.press(key, script_of(does), time_.wall());
        payment::BrowserReturn returned;
        std::string query = way->substr(way->find('?') + 1);
        while (!query.empty()) {
            const std::string field = query.substr(0, query.find('&'));
            query.erase(0, field.size() + 1);
            const auto equals = field.find('=');
            returned.fields.emplace_back(field.substr(0, equals), field.substr(equals + 1));
        }
        return returned;
    }
    std::vector<payment::WebhookRequest> webhooks() override {
        std::vector<payment::WebhookRequest> all;
        for (const auto& webhook : service_.take_webhooks(time_.wall()))
            all.push_back(arrived(webhook));
        return all;
    }
    payment::WebhookRequest foreign_webhook(bool other_merchant) override {
        const gateway::DemoNotice notice{other_merchant ? "onsale-1-1" : "other-1-1",
                                         "demo-1",
                                         other_merchant ? "another" : "hall",
                                         "done",
                                         {1'000, payment::kWon}};
        return arrived(service_.proof().sign("dwh-x", to_body(notice), time_.wall()));
    }
    std::string name_field() const override { return "reference"; }

  private:
    test::ManualTime time_{kStart};
    boost::asio::io_context loop_{1};
    gateway::DemoPayService service_{demo_config()};
    gateway::DemoGateway gateway_{loop_, service_, time_};
};

}  // namespace

const std::vector<GatewayKind>& gateways() {
    static const std::vector<GatewayKind> kGateways = {
        {"demo_pay", [] { return std::make_unique<DemoPay>(); }},
    };
    return kGateways;
}

}  // namespace onsale::contract
