#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapter/gateway/demo/demo_log.hpp"
#include "adapter/gateway/demo/demo_pay.hpp"

namespace onsale::gateway {

struct DemoPayServiceConfig {
    DemoPayConfig pay;
    // Folder of demo-pay.log; empty: payments are kept in memory only.
    std::filesystem::path folder;
    // How long a merchant's call waits for an answer before its outcome is unknown.
    Duration patience = std::chrono::seconds{30};
};

// What the page returns: `reference`, `paymentKey`, `amount`, `currency` and `status` ("authorised"
// or "failed").
std::vector<std::pair<std::string, std::string>> return_fields(const DemoPayment& payment);
// The return URL with these fields.
std::string way_back(const DemoPayment& payment);

// Demo Pay for the whole process: one core whose payments are kept in a file. The calls are those
// of DemoPay. A change is in the file before it is answered.
// Thread safety: any thread.
class DemoPayService {
  public:
    // Throws std::runtime_error when the file is not one of ours or damaged (demo_log.hpp).
    explicit DemoPayService(DemoPayServiceConfig config);

    Result<DemoPayment, DemoError> open(const DemoRequest& request, Instant now);
    DemoReply confirm(const DemoConfirm& confirm, Instant now);
    DemoReply cancel(const DemoCancel& cancel, Instant now);
    DemoReply net_cancel(std::string_view reference);
    std::optional<DemoPayment> query(std::string_view reference, Instant now) const;

    // The hosted page: its data, and its buttons. press() and leave() return the URL to redirect
    // to. Only the first press counts; a later one returns the same URL.
    std::optional<DemoPayment> query_key(std::string_view payment_key, Instant now) const;
    Result<std::string, DemoError> press(std::string_view payment_key, DemoScript script,
                                         Instant now);
    Result<std::string, DemoError> leave(std::string_view payment_key, Instant now);
    Result<DemoPayment, DemoError> script_refunds(std::string_view payment_key,
                                                  DemoRefundScript script);

    std::vector<DemoWebhook> take_webhooks(Instant now);
    void acknowledge(std::string_view webhook_id);
    std::uint64_t charges(std::string_view reference) const;
    const WebhookProof& proof() const { return pay_.proof(); }
    const std::string& merchant() const { return pay_.config().merchant; }
    Duration patience() const { return patience_; }
    bool has_page() const { return !pay_.config().answer; }

  private:
    template <class Call>
    auto change(Call call);
    void save();
    void tidy();

    const Duration patience_;
    mutable std::mutex mutex_;
    DemoPay pay_;  // Its config and proof never change, so they need no lock.
    std::unique_ptr<DemoLog> log_;
};

}  // namespace onsale::gateway
