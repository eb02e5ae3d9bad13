#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "base/time.hpp"
#include "payment/port/hosted_page.hpp"
#include "payment/port/payment_gateway.hpp"

namespace onsale::gateway {

// A webhook that does not come over HTTP, because its sender is in this process.
struct OwnWebhook {
    std::string id;
    payment::WebhookRequest request;
};

// A payment provider of this process: what its loops share. It outlives everything that it makes.
// Thread safety: any thread.
class ProviderService {
  public:
    virtual ~ProviderService() = default;

    // One gateway for each loop. The loop and the time outlive it.
    virtual std::unique_ptr<payment::PaymentGateway> make_gateway(boost::asio::io_context& loop,
                                                                  const TimeSource& time) = 0;
    // The hosted page of a provider whose page this program serves; null for all others.
    virtual std::unique_ptr<payment::HostedPage> make_page(const TimeSource&) { return nullptr; }

    // The webhooks that are due now. Each is returned again later, until it is acknowledged.
    virtual std::vector<OwnWebhook> take_webhooks(Instant) { return {}; }
    virtual void acknowledge(std::string_view) {}
};

}  // namespace onsale::gateway
