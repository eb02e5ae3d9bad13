// The outputs of Demo Pay: webhooks to send, and records to save.
#include <algorithm>
#include <array>

#include "adapter/gateway/demo/demo_pay.hpp"

namespace onsale::gateway {
namespace {

using namespace std::chrono_literals;

// Maximum number of webhooks per call of take_webhooks().
constexpr std::size_t kWebhooksAtOnce = 256;
constexpr unsigned kDuplicates = 3;
// Toss Payments retries after 1, 4, 16, ... minutes for three days. This does the same with fewer
// retries.
constexpr std::array<Duration, 5> kWebhookWaits = {1min, 4min, 16min, 64min, 256min};

// A payment is announced only once, so its reference also identifies the webhook. The id is the
// same after a restart, so receivers can remember ids.
constexpr std::string_view kIdPrefix = "dwh-";

std::string body_of(const DemoRecord& record) {
    const DemoPayment& payment = record.payment;
    return to_body({payment.reference, payment.payment_key, payment.merchant,
                    std::string{to_text(record.announced->status)}, payment.amount});
}

}  // namespace

void DemoPay::announce(DemoRecord& record, Instant at) {
    record.announced = {record.payment.status, at, 0};
    due_.emplace(at, record.payment.reference);
    changed(record);
}

std::vector<DemoWebhook> DemoPay::take_webhooks(Instant now) {
    std::vector<DemoWebhook> taken;
    while (taken.size() < kWebhooksAtOnce && !due_.empty() && due_.begin()->first <= now) {
        auto entry = due_.extract(due_.begin());
        DemoRecord& record = payments_.at(entry.value().second);
        auto& [status, at, tries] = *record.announced;
        const bool many = tries == 0 && record.script == DemoScript::kDuplicateWebhook;
        const DemoWebhook webhook =
            proof_.sign(std::string{kIdPrefix} + record.payment.reference, body_of(record), now);
        taken.insert(taken.end(), many ? kDuplicates : 1, webhook);
        if (tries >= kWebhookWaits.size()) {
            record.announced.reset();
            changed(record);
            continue;
        }
        // The retry count is not saved: after a restart the webhook is sent once more.
        at = now + kWebhookWaits[tries++];
        entry.value().first = at;
        due_.insert(std::move(entry));
    }
    return taken;
}

void DemoPay::acknowledge(std::string_view webhook_id) {
    if (!webhook_id.starts_with(kIdPrefix)) return;
    const auto found = payments_.find(std::string{webhook_id.substr(kIdPrefix.size())});
    if (found == payments_.end()) return;
    DemoRecord& record = found->second;
    if (!record.announced || record.announced->tries == 0) return;
    due_.erase({record.announced->at, record.payment.reference});
    record.announced.reset();
    changed(record);
}

std::optional<Instant> DemoPay::next_webhook() const {
    return due_.empty() ? std::nullopt : std::optional{due_.begin()->first};
}

std::vector<std::string> DemoPay::unsaved() const {
    std::vector<std::string> all;
    all.reserve(unsaved_.size());
    for (const std::string& reference : unsaved_)
        all.push_back(to_bytes(payments_.at(reference)));
    return all;
}

std::vector<std::string> DemoPay::records() const {
    std::vector<std::string> all;
    all.reserve(payments_.size());
    for (const auto& [reference, record] : payments_)
        all.push_back(to_bytes(record));
    return all;
}

bool DemoPay::load(std::string_view bytes) {
    auto record = read_demo_record(bytes);
    if (!record) return false;
    const std::string reference = record->payment.reference;
    DemoRecord& kept = payments_[reference];
    if (kept.announced) due_.erase({kept.announced->at, reference});
    kept = *std::move(record);
    if (kept.announced) due_.emplace(kept.announced->at, reference);
    references_[kept.payment.payment_key] = reference;
    return true;
}

}  // namespace onsale::gateway
