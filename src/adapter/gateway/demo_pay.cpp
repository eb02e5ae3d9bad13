#include "adapter/gateway/demo_pay.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/assert.hpp"
#include "base/base64url.hpp"

namespace onsale::gateway {
namespace {

using namespace std::chrono_literals;
using payment::Money;

constexpr std::size_t kKeyDigits = 24;    // 96 bits: nobody guesses another's page.
constexpr std::size_t kRefundsMax = 256;  // A payment's, each of them listed.
constexpr std::size_t kReferenceMax = 64;
constexpr unsigned kDuplicates = 3;
constexpr Duration kFirstWebhook = 200ms;  // After the answer, in most cases.
constexpr Duration kAfterWebhook = 2s;     // The answer of kWebhookFirst.
// Toss Payments waits 1, 4, 16, ... minutes; so do we, but not for three days.
constexpr std::array<Duration, 5> kWebhookWaits = {1min, 4min, 16min, 64min, 256min};

// Bodies are lines of text, so a name may not break one.
bool is_reference(std::string_view text) {
    return !text.empty() && text.size() <= kReferenceMax && std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               c == '-' || c == '_';
    });
}

DemoDelivery delivery_of(DemoScript script, const DemoPayConfig& config) {
    switch (script) {
        case DemoScript::kSlow:
            return {config.slow, false};
        case DemoScript::kLoseAnswer:
            return {0ms, true};
        case DemoScript::kWebhookFirst:
            return {kAfterWebhook, false};
        case DemoScript::kApprove:
        case DemoScript::kDecline:
        case DemoScript::kDuplicateWebhook:
        case DemoScript::kLateWebhook:
        case DemoScript::kChargeAtPage:
            break;
    }
    return {};
}

}  // namespace

DemoPay::DemoPay(DemoPayConfig config)
    : config_(std::move(config)), names_(config_.key), proof_(config_.key) {}

Result<DemoPayment, DemoError> DemoPay::open(std::string_view reference, const Money& amount,
                                             Instant now) {
    if (const Payment* const known = find(reference)) {
        if (known->shown.amount != amount) return fail(DemoError::kOtherAmount);
        return shown(*known, now);
    }
    if (!is_reference(reference) || amount.amount <= 0) return fail(DemoError::kRefused);
    if (payments_.size() >= config_.payments_max) return fail(DemoError::kFull);
    Payment payment;
    payment.valid_until = now + config_.valid_for;
    payment.shown.reference = reference;
    payment.shown.payment_key =
        "demo-" + hex_encode(as_bytes(names_(reference))).substr(0, kKeyDigits);
    payment.shown.merchant = config_.merchant;
    payment.shown.amount = amount;
    references_[payment.shown.payment_key] = reference;
    return payments_.emplace(reference, std::move(payment)).first->second.shown;
}

Result<DemoPayment, DemoError> DemoPay::press(std::string_view payment_key, DemoScript script,
                                              Instant now) {
    Payment* const payment = find_key(payment_key);
    if (payment == nullptr) return fail(DemoError::kUnknownPayment);
    if (shown(*payment, now).status != DemoStatus::kReady) return fail(DemoError::kNotReady);
    payment->script = script;
    payment->shown.status = DemoStatus::kAuthorised;
    if (script == DemoScript::kChargeAtPage) charge(*payment, now);
    return shown(*payment, now);
}

DemoReply DemoPay::confirm(const DemoConfirm& confirm, Instant now) {
    Payment* const payment = find_key(confirm.payment_key);
    if (payment == nullptr) return {fail(DemoError::kUnknownPayment), {}};
    if (payment->shown.reference != confirm.reference) return {fail(DemoError::kOtherPayment), {}};
    if (payment->shown.amount != confirm.amount) return {fail(DemoError::kOtherAmount), {}};
    const DemoDelivery delivery = delivery_of(payment->script, config_);
    switch (shown(*payment, now).status) {
        case DemoStatus::kReady:
            // Nobody authorised it. It ends here, so that this answer stays true.
            payment->shown.status = DemoStatus::kDeclined;
            break;
        case DemoStatus::kExpired:
        case DemoStatus::kVoided:
            return {fail(DemoError::kNotReady), {}};
        case DemoStatus::kAuthorised:
            if (payment->script == DemoScript::kDecline) {
                payment->shown.status = DemoStatus::kDeclined;
                announce(*payment, now + kFirstWebhook, 1);
            } else {
                charge(*payment, now);
            }
            break;
        case DemoStatus::kDone:
        case DemoStatus::kDeclined:
            break;  // Asked again: the same answer.
    }
    return {shown(*payment, now), delivery};
}

DemoReply DemoPay::cancel(const DemoCancel& cancel, Instant now) {
    Payment* const payment = find_key(cancel.payment_key);
    if (payment == nullptr) return {fail(DemoError::kUnknownPayment), {}};
    const DemoDelivery delivery{0ms, payment->refund_script == DemoRefundScript::kLoseAnswer};
    const auto known =
        std::ranges::find(payment->given_back, cancel.idempotency_key, &Given::idempotency_key);
    if (known != payment->given_back.end()) {
        if (known->amount != cancel.amount.amount) return {fail(DemoError::kKeyReused), {}};
        return {shown(*payment, now), delivery};
    }
    if (payment->shown.status != DemoStatus::kDone) return {fail(DemoError::kNotReady), {}};
    if (payment->refund_script == DemoRefundScript::kRefuse ||
        payment->given_back.size() >= kRefundsMax)
        return {fail(DemoError::kRefused), {}};
    if (payment->shown.balance != cancel.balance_before)
        return {fail(DemoError::kOtherBalance), {}};
    if (cancel.amount.currency != payment->shown.amount.currency || cancel.amount.amount <= 0 ||
        cancel.amount.amount > payment->shown.balance)
        return {fail(DemoError::kOtherAmount), {}};
    payment->shown.balance -= cancel.amount.amount;
    payment->given_back.push_back({cancel.idempotency_key, cancel.amount.amount});
    return {shown(*payment, now), delivery};
}

DemoReply DemoPay::net_cancel(std::string_view reference) {
    const auto found = payments_.find(std::string{reference});
    if (found == payments_.end()) return {fail(DemoError::kUnknownPayment), {}};
    Payment& payment = found->second;
    // What was partly given back was relied on: that needs an ordinary refund.
    if (!payment.given_back.empty()) return {fail(DemoError::kRefused), {}};
    payment.shown.status = DemoStatus::kVoided;
    payment.shown.balance = 0;
    return {payment.shown, {}};
}

std::optional<DemoPayment> DemoPay::query(std::string_view reference, Instant now) const {
    const Payment* const payment = find(reference);
    return payment == nullptr ? std::nullopt : std::optional{shown(*payment, now)};
}

std::optional<DemoPayment> DemoPay::query_key(std::string_view payment_key, Instant now) const {
    const auto found = references_.find(std::string{payment_key});
    return found == references_.end() ? std::nullopt : query(found->second, now);
}

Result<DemoPayment, DemoError> DemoPay::script_refunds(std::string_view payment_key,
                                                       DemoRefundScript script) {
    Payment* const payment = find_key(payment_key);
    if (payment == nullptr) return fail(DemoError::kUnknownPayment);
    payment->refund_script = script;
    return payment->shown;
}

std::vector<DemoWebhook> DemoPay::take_webhooks(Instant now) {
    std::vector<DemoWebhook> due;
    while (!webhooks_.empty() && webhooks_.begin()->first <= now) {
        Queued queued = std::move(webhooks_.extract(webhooks_.begin()).mapped());
        due.push_back(proof_.sign(queued.id, queued.body, now));
        if (queued.tries >= kWebhookWaits.size()) continue;
        const Instant again = now + kWebhookWaits[queued.tries++];
        webhooks_.emplace(again, std::move(queued));
    }
    return due;
}

void DemoPay::acknowledge(std::string_view webhook_id) {
    // A copy that was never sent is not known to have arrived.
    std::erase_if(webhooks_, [&](const auto& entry) {
        return entry.second.id == webhook_id && entry.second.tries > 0;
    });
}

std::optional<Instant> DemoPay::next_webhook() const {
    return webhooks_.empty() ? std::nullopt : std::optional{webhooks_.begin()->first};
}

std::uint64_t DemoPay::charges(std::string_view reference) const {
    const Payment* const payment = find(reference);
    return payment == nullptr ? 0 : payment->charges;
}

DemoPay::Payment* DemoPay::find_key(std::string_view payment_key) {
    const auto found = references_.find(std::string{payment_key});
    return found == references_.end() ? nullptr : &payments_.at(found->second);
}

const DemoPay::Payment* DemoPay::find(std::string_view reference) const {
    const auto found = payments_.find(std::string{reference});
    return found == payments_.end() ? nullptr : &found->second;
}

// What nobody finished in time is over, without anything having to happen at that moment.
DemoPayment DemoPay::shown(const Payment& payment, Instant now) {
    DemoPayment shown = payment.shown;
    const bool unfinished =
        shown.status == DemoStatus::kReady || shown.status == DemoStatus::kAuthorised;
    if (unfinished && now >= payment.valid_until) shown.status = DemoStatus::kExpired;
    return shown;
}

void DemoPay::charge(Payment& payment, Instant now) {
    ONSALE_ASSERT(payment.charges == 0);
    ++payment.charges;
    payment.shown.status = DemoStatus::kDone;
    payment.shown.balance = payment.shown.amount.amount;
    const bool late = payment.script == DemoScript::kLateWebhook;
    const bool many = payment.script == DemoScript::kDuplicateWebhook;
    announce(payment, now + (late ? config_.late : kFirstWebhook), many ? kDuplicates : 1);
}

void DemoPay::announce(const Payment& payment, Instant at, unsigned copies) {
    const DemoPayment& shown = payment.shown;
    const std::string body = to_body({shown.reference, shown.payment_key, shown.merchant,
                                      std::string{to_text(shown.status)}, shown.amount});
    const std::string id = "dwh-" + std::to_string(++webhooks_made_);
    for (unsigned copy = 0; copy < copies; ++copy)
        webhooks_.emplace(at, Queued{id, body, 0});
}

std::string_view to_text(DemoStatus status) {
    switch (status) {
        case DemoStatus::kReady:
            return "ready";
        case DemoStatus::kAuthorised:
            return "authorised";
        case DemoStatus::kDone:
            return "done";
        case DemoStatus::kDeclined:
            return "declined";
        case DemoStatus::kExpired:
            return "expired";
        case DemoStatus::kVoided:
            return "voided";
    }
    return {};
}

}  // namespace onsale::gateway
