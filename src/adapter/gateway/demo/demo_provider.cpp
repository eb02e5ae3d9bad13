#include "adapter/gateway/demo/demo_provider.hpp"

#include "adapter/gateway/demo/demo_gateway.hpp"
#include "adapter/gateway/demo/demo_hosted_page.hpp"
#include "adapter/gateway/demo/demo_pay_service.hpp"
#include "token/key/secret_file.hpp"

namespace onsale::gateway {
namespace {

// The settings are those of the registration below.
DemoPayServiceConfig demo_config(const std::string& key, const Registration& demo,
                                 const ProviderSettings& settings) {
    DemoPayServiceConfig config;
    config.pay.key = key;
    // "ask" is no script: the page asks the guest.
    config.pay.answer =
        parse_demo_script(provider_value(settings.fields, demo.section, demo.fields.front()));
    config.folder = settings.folder;
    config.patience = settings.call_timeout;
    return config;
}

class DemoProvider : public ProviderService {
  public:
    DemoProvider(const Registration& demo, const ProviderSettings& settings)
        : key_(settings.folder / "demo-pay.key"),
          service_(demo_config(key_.text(), demo, settings)) {}

    std::unique_ptr<payment::PaymentGateway> make_gateway(boost::asio::io_context& loop,
                                                          const TimeSource& time) override {
        return std::make_unique<DemoGateway>(loop, service_, time);
    }
    std::unique_ptr<payment::HostedPage> make_page(const TimeSource& time) override {
        return std::make_unique<DemoHostedPage>(service_, time);
    }
    std::vector<OwnWebhook> take_webhooks(Instant now) override {
        std::vector<OwnWebhook> due;
        for (const DemoWebhook& webhook : service_.take_webhooks(now))
            due.push_back({webhook.id, {webhook.body, to_headers(webhook), ""}});
        return due;
    }
    void acknowledge(std::string_view id) override { service_.acknowledge(id); }

  private:
    token::SecretFile key_;
    DemoPayService service_;
};

}  // namespace

Registration demo_registration() {
    return {.id = {1},
            .word = "demo",
            .name = {"Demo Pay (no real money)", "Demo Pay(실제 결제 아님)"},
            .section = "demo_pay",
            .demo_only = true,
            .fields = {{"answer",
                        {"ask", "approve", "decline"},
                        "Outcome of payments; approve and decline are for load tests."}},
            .open = [](const Registration& demo,
                       const ProviderSettings& settings) -> std::unique_ptr<ProviderService> {
                return std::make_unique<DemoProvider>(demo, settings);
            }};
}

}  // namespace onsale::gateway
