#include "tests/simulation/sale/bank.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "adapter/gateway/demo/demo_words.hpp"
#include "tests/simulation/require.hpp"

namespace onsale::sim {

using namespace std::chrono_literals;
using gateway::DemoReply;
using payment::PaymentResult;
using payment::ResultSource;
namespace result = payment::result;
namespace fact = payment::fact;

namespace {

gateway::DemoPayConfig config() {
    gateway::DemoPayConfig config;
    config.merchant = "hall";
    config.key = "a secret of at least thirty-two bytes";
    // Longer than the maximum paying time, so that payments can come too late.
    config.valid_for = 20min;
    return config;
}

}  // namespace

Bank::Bank() : demo_(config()) {}

std::string Bank::reference(payment::OrderCode order, std::uint8_t attempt) {
    return fmt::format("order-{}-{}", order.value, attempt);
}

std::string Bank::refund_key(payment::OrderCode order, payment::RefundIndex refund) {
    return fmt::format("order-{}-refund-{}", order.value, refund.value);
}

void Bank::open(const payment::Order& order, Instant now) {
    const std::string name = reference(order.code, order.attempt());
    if (demo_.open(name, order.attempts.back().total, now))
        payments_[name] = {order.code, order.attempt()};
}

std::optional<gateway::DemoPayment> Bank::page(payment::OrderCode order, std::size_t attempt,
                                               Instant now) const {
    return demo_.query(reference(order, static_cast<std::uint8_t>(attempt)), now);
}

void Bank::call_for(const payment::Fact& fact, const payment::OrderBook& book) {
    const payment::Order* const order = book.find(fact.order);
    if (order == nullptr) return;
    if (const auto* const sent = std::get_if<fact::ConfirmSent>(&fact.body))
        calls_.push_back(ConfirmCall{{order->code, sent->attempt},
                                     {sent->payment_key, reference(order->code, sent->attempt),
                                      order->attempts[sent->attempt - 1u].total}});
    // The cashier of the process performs this call. It is lost if the process dies.
    if (const auto* const back = std::get_if<fact::GuestReturned>(&fact.body))
        incoming_.push_back({{},
                             sale::command::ConfirmPayment{
                                 order->code, std::nullopt, back->attempt, back->payment_key,
                                 order->attempts[back->attempt - 1u].total},
                             {}});
    if (const auto* const asked = std::get_if<fact::InquirySent>(&fact.body))
        calls_.push_back(QueryCall{{order->code, asked->attempt}});
    if (const auto* const sent = std::get_if<fact::RefundSent>(&fact.body)) {
        const payment::Refund& refund = order->refunds[sent->refund.value];
        const payment::Charge& charge = order->charges[refund.charge.value];
        calls_.push_back(
            RefundCall{order->code,
                       sent->refund,
                       refund.tries,
                       {charge.payment_key, refund.quote.amount, order->balance(refund.charge),
                        refund_key(order->code, sent->refund)}});
    }
}

void Bank::carry_call(test::Chance& chance, bool bad_network, Instant now) {
    const auto place = calls_.begin() + static_cast<std::ptrdiff_t>(chance.below(calls_.size()));
    const Call call = std::move(*place);
    calls_.erase(place);
    const std::size_t luck = bad_network ? chance.below(12) : 12;
    const Trouble trouble = luck < 4 ? static_cast<Trouble>(luck + 1) : Trouble::kNone;
    std::visit([&](const auto& one) { travel(one, trouble, now); }, call);
}

void Bank::answer(const Payment& payment, ResultSource source, PaymentResult result, Instant at) {
    incoming_.push_back(
        {at,
         sale::command::RecordPayment{payment.order, payment.attempt, source, std::move(result)},
         {}});
}

void Bank::travel(const ConfirmCall& call, Trouble trouble, Instant now) {
    if (trouble == Trouble::kNotSent)
        return answer(call.payment, ResultSource::kAnswer, result::Unavailable{}, now);
    if (trouble == Trouble::kLostOnTheWay) return;
    const DemoReply reply = demo_.confirm(call.confirm, now);
    if (trouble == Trouble::kAnswerLost || reply.delivery.lost) return;
    answer(call.payment, ResultSource::kAnswer,
           trouble == Trouble::kTimedOut ? result::OutcomeUnknown{} : to_result(reply),
           now + reply.delivery.after);
}

void Bank::travel(const QueryCall& call, Trouble trouble, Instant now) {
    if (trouble == Trouble::kLostOnTheWay || trouble == Trouble::kAnswerLost) return;
    const std::string name = reference(call.payment.order, call.payment.attempt);
    answer(call.payment, ResultSource::kQuery,
           trouble == Trouble::kNone ? gateway::to_result(demo_.query(name, now))
                                     : result::Unavailable{},
           now);
}

void Bank::travel(const RefundCall& call, Trouble trouble, Instant now) {
    const auto answered = [&](payment::RefundResult result) {
        incoming_.push_back(
            {now, sale::command::RecordRefund{call.order, call.refund, call.of_try, result}, {}});
    };
    if (trouble == Trouble::kNotSent) return answered(payment::RefundResult::kUnavailable);
    if (trouble == Trouble::kLostOnTheWay) return;
    const DemoReply reply = demo_.cancel(call.cancel, now);
    if (reply.result) given_back_[call.cancel.idempotency_key] = call.cancel.amount.amount;
    if (trouble == Trouble::kAnswerLost || reply.delivery.lost) return;
    answered(trouble == Trouble::kTimedOut ? payment::RefundResult::kOutcomeUnknown
                                           : to_refund_result(reply));
}

std::optional<Incoming> Bank::incoming_of(const gateway::DemoWebhook& webhook, Instant now) const {
    const auto notice = demo_.proof().check(webhook, now);
    require(notice.has_value(), "a webhook without proof");
    const Payment& payment = payments_.at(notice->reference);
    PaymentResult told = result::Declined{payment::DeclineReason::kCard};
    if (notice->status == to_text(gateway::DemoStatus::kDone))
        told = result::Approved{notice->payment_key, notice->merchant, notice->amount};
    return Incoming{now,
                    sale::command::RecordPayment{payment.order, payment.attempt,
                                                 ResultSource::kWebhook, std::move(told)},
                    webhook.id};
}

void Bank::fetch_webhooks(bool lose, Instant now) {
    for (const gateway::DemoWebhook& webhook : demo_.take_webhooks(now))
        if (auto incoming = incoming_of(webhook, now); !lose)
            incoming_.push_back(std::move(*incoming));
}

bool Bank::has_incoming(Instant now) const {
    return std::ranges::any_of(incoming_, [&](const Incoming& one) { return one.at <= now; });
}

std::optional<Instant> Bank::next_incoming() const {
    const auto first = std::ranges::min_element(incoming_, {}, &Incoming::at);
    return first == incoming_.end() ? std::nullopt : std::optional{first->at};
}

Incoming Bank::take_incoming(test::Chance& chance, bool keep_a_copy, Instant now) {
    for (;;) {
        const std::size_t index = chance.below(incoming_.size());
        if (incoming_[index].at > now) continue;
        Incoming taken = incoming_[index];
        if (!keep_a_copy) incoming_.erase(incoming_.begin() + static_cast<std::ptrdiff_t>(index));
        return taken;
    }
}

void Bank::process_died(test::Chance& chance, Instant now) {
    while (!calls_.empty()) {
        const Call call = std::move(calls_.back());
        calls_.pop_back();
        if (chance.one_in(2))
            std::visit([&](const auto& one) { travel(one, Trouble::kAnswerLost, now); }, call);
    }
    std::erase_if(incoming_, [](const Incoming& one) { return one.webhook.empty(); });
}

std::int64_t Bank::given_back(const std::string& key) const {
    const auto found = given_back_.find(key);
    return found == given_back_.end() ? 0 : found->second;
}

}  // namespace onsale::sim
