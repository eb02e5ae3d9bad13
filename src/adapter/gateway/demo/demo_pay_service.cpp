#include "adapter/gateway/demo/demo_pay_service.hpp"

#include <stdexcept>

namespace onsale::gateway {
namespace {

constexpr std::string_view kFile = "demo-pay.log";
// The file is rewritten when less than half of it is current and it is larger than this.
constexpr std::uint64_t kTinyFile = 64 * 1'024;
constexpr std::uint64_t kGrownTimes = 2;

// Also for a button that was pressed twice or too late: the URL contains the actual state.
Result<std::string, DemoError> way_back(const DemoPay& pay, std::string_view payment_key,
                                        Instant now) {
    const auto payment = pay.query_key(payment_key, now);
    if (!payment) return fail(DemoError::kUnknownPayment);
    return way_back(*payment);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> return_fields(const DemoPayment& payment) {
    const bool good =
        payment.status == DemoStatus::kAuthorised || payment.status == DemoStatus::kDone;
    return {{"reference", payment.reference},
            {"paymentKey", payment.payment_key},
            {"amount", std::to_string(payment.amount.amount)},
            {"currency", std::string{payment.amount.currency.text()}},
            {"status", good ? "authorised" : "failed"}};
}

// Every value consists of letters, digits and dashes, so no escaping is needed.
std::string way_back(const DemoPayment& payment) {
    std::string url = payment.return_url;
    for (const auto& [name, value] : return_fields(payment)) {
        url += url.contains('?') ? '&' : '?';
        url += name + "=" + value;
    }
    return url;
}

DemoPayService::DemoPayService(DemoPayServiceConfig config)
    : patience_(config.patience), pay_(std::move(config.pay)) {
    if (config.folder.empty()) return;
    log_ = std::make_unique<DemoLog>(config.folder / kFile,
                                     [this](std::string_view record) { return pay_.load(record); });
    tidy();
}

// Compacts the file at startup, when no call waits. A payment has one record per change.
void DemoPayService::tidy() {
    if (log_->size() <= kTinyFile) return;
    const std::vector<std::string> records = pay_.records();
    std::uint64_t needed = 0;
    for (const std::string& record : records)
        needed += record.size();
    // On a disk error the long file is kept.
    if (log_->size() > kGrownTimes * needed) static_cast<void>(log_->rewrite(records));
}

// A disk error does not stop the demo: memory is correct, and the next change retries.
void DemoPayService::save() {
    if (!log_) return pay_.saved();
    const std::vector<std::string> records = pay_.unsaved();
    if (records.empty() || log_->append(records)) pay_.saved();
}

template <class Call>
auto DemoPayService::change(Call call) {
    const std::lock_guard lock{mutex_};
    auto answer = call(pay_);
    save();
    return answer;
}

Result<DemoPayment, DemoError> DemoPayService::open(const DemoRequest& request, Instant now) {
    return change([&](DemoPay& pay) { return pay.open(request, now); });
}

DemoReply DemoPayService::confirm(const DemoConfirm& confirm, Instant now) {
    return change([&](DemoPay& pay) { return pay.confirm(confirm, now); });
}

DemoReply DemoPayService::cancel(const DemoCancel& cancel, Instant now) {
    return change([&](DemoPay& pay) { return pay.cancel(cancel, now); });
}

DemoReply DemoPayService::net_cancel(std::string_view reference) {
    return change([&](DemoPay& pay) { return pay.net_cancel(reference); });
}

std::optional<DemoPayment> DemoPayService::query(std::string_view reference, Instant now) const {
    const std::lock_guard lock{mutex_};
    return pay_.query(reference, now);
}

std::optional<DemoPayment> DemoPayService::query_key(std::string_view payment_key,
                                                     Instant now) const {
    const std::lock_guard lock{mutex_};
    return pay_.query_key(payment_key, now);
}

Result<std::string, DemoError> DemoPayService::press(std::string_view payment_key,
                                                     DemoScript script, Instant now) {
    return change([&](DemoPay& pay) {
        static_cast<void>(pay.press(payment_key, script, now));
        return way_back(pay, payment_key, now);
    });
}

Result<std::string, DemoError> DemoPayService::leave(std::string_view payment_key, Instant now) {
    return change([&](DemoPay& pay) {
        static_cast<void>(pay.leave(payment_key, now));
        return way_back(pay, payment_key, now);
    });
}

Result<DemoPayment, DemoError> DemoPayService::script_refunds(std::string_view payment_key,
                                                              DemoRefundScript script) {
    return change([&](DemoPay& pay) { return pay.script_refunds(payment_key, script); });
}

std::vector<DemoWebhook> DemoPayService::take_webhooks(Instant now) {
    return change([&](DemoPay& pay) { return pay.take_webhooks(now); });
}

void DemoPayService::acknowledge(std::string_view webhook_id) {
    const std::lock_guard lock{mutex_};
    pay_.acknowledge(webhook_id);
    save();
}

std::uint64_t DemoPayService::charges(std::string_view reference) const {
    const std::lock_guard lock{mutex_};
    return pay_.charges(reference);
}

}  // namespace onsale::gateway
