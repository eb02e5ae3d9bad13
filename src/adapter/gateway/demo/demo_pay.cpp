#include "adapter/gateway/demo/demo_pay.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "base/base64url.hpp"

namespace onsale::gateway {
namespace {

using namespace std::chrono_literals;
using payment::Money;

constexpr std::size_t kKeyDigits = 24;    // 96 bits, so that nobody can guess another guest's page.
constexpr std::size_t kRefundsMax = 256;  // Per payment; each refund is listed.
constexpr std::size_t kReferenceMax = 64;
constexpr std::size_t kTitleMax = 200;  // In bytes; one or two lines of a page.
constexpr std::size_t kReturnUrlMax = 2'048;
constexpr Duration kFirstWebhook = 200ms;  // Delay after the answer, in most cases.
constexpr Duration kAfterWebhook = 2s;     // Delay of the answer with kWebhookFirst.

// Bodies are lines of text, so a reference must not contain a line break.
bool is_reference(std::string_view text) {
    return !text.empty() && text.size() <= kReferenceMax && std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               c == '-' || c == '_';
    });
}

// The URL is used in a header line and as a redirect target.
bool is_return_url(std::string_view url) {
    if (url.empty()) return true;
    const bool path = url.starts_with('/') && !url.starts_with("//");
    return (path || url.starts_with("https://") || url.starts_with("http://")) &&
           url.size() <= kReturnUrlMax &&
           std::ranges::all_of(url, [](char c) { return c > ' ' && c < 0x7f && c != '\\'; });
}

// Cuts to at most `max` bytes, and never within a character.
std::string cut(std::string_view text, std::size_t max) {
    if (text.size() <= max) return std::string{text};
    while (max > 0 && (static_cast<unsigned char>(text[max]) & 0xC0U) == 0x80U)
        --max;
    return std::string{text.substr(0, max)};
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

Result<DemoPayment, DemoError> DemoPay::open(const DemoRequest& request, Instant now) {
    if (!is_return_url(request.return_url)) return fail(DemoError::kRefused);
    if (const auto known = payments_.find(request.reference); known != payments_.end()) {
        DemoRecord& record = known->second;
        if (record.payment.amount != request.amount) return fail(DemoError::kOtherAmount);
        if (record.payment.status == DemoStatus::kReady &&
            record.payment.return_url != request.return_url) {
            record.payment.return_url = request.return_url;
            changed(record);
        }
        return shown(record, now);
    }
    if (!is_reference(request.reference) || request.amount.amount <= 0)
        return fail(DemoError::kRefused);
    if (payments_.size() >= config_.payments_max) return fail(DemoError::kFull);
    const DemoRecord& record =
        payments_.emplace(request.reference, make(request, now)).first->second;
    references_[record.payment.payment_key] = request.reference;
    changed(record);
    if (config_.answer) return press(record.payment.payment_key, *config_.answer, now);
    return shown(record, now);
}

Result<DemoPayment, DemoError> DemoPay::press(std::string_view payment_key, DemoScript script,
                                              Instant now) {
    DemoRecord* const record = find_key(payment_key);
    if (record == nullptr) return fail(DemoError::kUnknownPayment);
    if (shown(*record, now).status != DemoStatus::kReady) return fail(DemoError::kNotReady);
    record->script = script;
    record->payment.status = DemoStatus::kAuthorised;
    if (script == DemoScript::kChargeAtPage) charge(*record, now);
    // Final immediately: the page itself reports the failure, so no confirm will follow.
    if (script == DemoScript::kDecline) end(*record, DemoStatus::kDeclined, now);
    changed(*record);
    return shown(*record, now);
}

Result<DemoPayment, DemoError> DemoPay::leave(std::string_view payment_key, Instant now) {
    DemoRecord* const record = find_key(payment_key);
    if (record == nullptr) return fail(DemoError::kUnknownPayment);
    if (shown(*record, now).status != DemoStatus::kReady) return fail(DemoError::kNotReady);
    end(*record, DemoStatus::kLeft, now);
    return shown(*record, now);
}

DemoReply DemoPay::confirm(const DemoConfirm& confirm, Instant now) {
    DemoRecord* const record = find_key(confirm.payment_key);
    if (record == nullptr) return {fail(DemoError::kUnknownPayment), {}};
    if (record->payment.reference != confirm.reference) return {fail(DemoError::kOtherPayment), {}};
    if (record->payment.amount != confirm.amount) return {fail(DemoError::kOtherAmount), {}};
    switch (shown(*record, now).status) {
        case DemoStatus::kReady:
            // The guest has not authorised it. It ends here, so that this answer stays correct.
            record->payment.status = DemoStatus::kDeclined;
            changed(*record);
            break;
        case DemoStatus::kExpired:
        case DemoStatus::kVoided:
            return {fail(DemoError::kNotReady), {}};
        case DemoStatus::kAuthorised:
            charge(*record, now);
            break;
        case DemoStatus::kDone:
        case DemoStatus::kDeclined:
        case DemoStatus::kLeft:
            break;  // A repeated call gets the same answer.
    }
    return {shown(*record, now), delivery_of(record->script, config_)};
}

DemoReply DemoPay::cancel(const DemoCancel& cancel, Instant now) {
    DemoRecord* const record = find_key(cancel.payment_key);
    if (record == nullptr) return {fail(DemoError::kUnknownPayment), {}};
    if (record->refund_script == DemoRefundScript::kUnreachable)
        return {fail(DemoError::kUnreachable), {}};
    DemoPayment& payment = record->payment;
    const DemoDelivery delivery{0ms, record->refund_script == DemoRefundScript::kLoseAnswer};
    const auto known = std::ranges::find(record->given_back, cancel.idempotency_key,
                                         &DemoRecord::Given::idempotency_key);
    if (known != record->given_back.end()) {
        if (known->amount != cancel.amount.amount) return {fail(DemoError::kKeyReused), {}};
        return {shown(*record, now), delivery};
    }
    if (payment.status != DemoStatus::kDone) return {fail(DemoError::kNotReady), {}};
    if (record->refund_script == DemoRefundScript::kRefuse ||
        record->given_back.size() >= kRefundsMax)
        return {fail(DemoError::kRefused), {}};
    if (payment.balance != cancel.balance_before) return {fail(DemoError::kOtherBalance), {}};
    if (cancel.amount.currency != payment.amount.currency || cancel.amount.amount <= 0 ||
        cancel.amount.amount > payment.balance)
        return {fail(DemoError::kOtherAmount), {}};
    payment.balance -= cancel.amount.amount;
    record->given_back.push_back({cancel.idempotency_key, cancel.amount.amount});
    changed(*record);
    return {shown(*record, now), delivery};
}

DemoReply DemoPay::net_cancel(std::string_view reference) {
    const auto found = payments_.find(std::string{reference});
    if (found == payments_.end()) return {fail(DemoError::kUnknownPayment), {}};
    DemoRecord& record = found->second;
    // A partly refunded payment was already relied on, so it needs an ordinary refund.
    if (!record.given_back.empty()) return {fail(DemoError::kRefused), {}};
    record.payment.status = DemoStatus::kVoided;
    record.payment.balance = 0;
    changed(record);
    return {record.payment, {}};
}

std::optional<DemoPayment> DemoPay::query(std::string_view reference, Instant now) const {
    const DemoRecord* const record = find(reference);
    return record == nullptr ? std::nullopt : std::optional{shown(*record, now)};
}

std::optional<DemoPayment> DemoPay::query_key(std::string_view payment_key, Instant now) const {
    const auto found = references_.find(std::string{payment_key});
    return found == references_.end() ? std::nullopt : query(found->second, now);
}

Result<DemoPayment, DemoError> DemoPay::script_refunds(std::string_view payment_key,
                                                       DemoRefundScript script) {
    DemoRecord* const record = find_key(payment_key);
    if (record == nullptr) return fail(DemoError::kUnknownPayment);
    record->refund_script = script;
    changed(*record);
    return record->payment;
}

std::uint64_t DemoPay::charges(std::string_view reference) const {
    const DemoRecord* const record = find(reference);
    return record == nullptr ? 0 : record->charges;
}

DemoRecord* DemoPay::find_key(std::string_view payment_key) {
    const auto found = references_.find(std::string{payment_key});
    return found == references_.end() ? nullptr : &payments_.at(found->second);
}

const DemoRecord* DemoPay::find(std::string_view reference) const {
    const auto found = payments_.find(std::string{reference});
    return found == payments_.end() ? nullptr : &found->second;
}

// A payment that was not finished in time counts as expired; no timer is needed.
DemoPayment DemoPay::shown(const DemoRecord& record, Instant now) {
    DemoPayment shown = record.payment;
    const bool unfinished =
        shown.status == DemoStatus::kReady || shown.status == DemoStatus::kAuthorised;
    if (unfinished && now >= shown.valid_until) shown.status = DemoStatus::kExpired;
    return shown;
}

DemoRecord DemoPay::make(const DemoRequest& request, Instant now) const {
    const Instant latest = now + config_.valid_for;
    DemoRecord record;
    record.payment.reference = request.reference;
    record.payment.payment_key =
        "demo-" + hex_encode(as_bytes(names_(request.reference))).substr(0, kKeyDigits);
    record.payment.merchant = config_.merchant;
    record.payment.amount = request.amount;
    record.payment.title = cut(request.title, kTitleMax);
    record.payment.return_url = request.return_url;
    record.payment.valid_until = std::min(request.valid_until.value_or(latest), latest);
    return record;
}

void DemoPay::charge(DemoRecord& record, Instant now) {
    ONSALE_ASSERT(record.charges == 0);
    ++record.charges;
    record.payment.status = DemoStatus::kDone;
    record.payment.balance = record.payment.amount.amount;
    const bool late = record.script == DemoScript::kLateWebhook;
    announce(record, now + (late ? config_.late : kFirstWebhook));
}

void DemoPay::end(DemoRecord& record, DemoStatus status, Instant now) {
    record.payment.status = status;
    announce(record, now + kFirstWebhook);
}

}  // namespace onsale::gateway
