#include "sale/app/cashier.hpp"

#include <exception>
#include <utility>

#include <boost/asio/co_spawn.hpp>

#include "sale/app/confirm_payment.hpp"

namespace onsale::sale {

using boost::asio::awaitable;
using payment::Order;

namespace {

// A rejection is also a decision.
bool decided(const OrderOutcome& outcome) {
    return outcome || !outcome.error().must_come_again();
}

}  // namespace

void Cashier::see(const Facts& facts) {
    for (const Fact& fact : facts)
        if (const auto* const of_order = std::get_if<payment::Fact>(&fact)) see(*of_order);
}

void Cashier::see(const payment::Fact& fact) {
    if (const auto* const asked = std::get_if<payment::fact::InquirySent>(&fact.body))
        spawn(ask(fact.order, asked->attempt));
    if (const auto* const back = std::get_if<payment::fact::GuestReturned>(&fact.body))
        spawn(confirm(fact.order, back->attempt));
    if (const auto* const sent = std::get_if<payment::fact::RefundSent>(&fact.body))
        spawn(refund(fact.order, sent->refund));
}

void Cashier::hear(payment::WebhookNotice notice, std::function<void()> heard) {
    spawn(record(std::move(notice), std::move(heard)));
}

void Cashier::spawn(awaitable<void> call) {
    if (in_flight_ >= kCallsMax) return;  // The orders request the call again.
    ++in_flight_;
    // A call that ends with an exception counts as a call without an answer.
    boost::asio::co_spawn(loop_, std::move(call),
                          [this](const std::exception_ptr&) { --in_flight_; });
}

payment::PaymentGateway* Cashier::find_gateway(payment::ProviderId provider) const {
    const auto found = gateways_.find(provider);
    return found == gateways_.end() ? nullptr : found->second;
}

payment::PaymentGateway* Cashier::gateway_of(const Order& order, std::uint8_t attempt) const {
    if (attempt == 0 || attempt > order.attempt()) return nullptr;
    return find_gateway(order.attempts[attempt - 1u].provider);
}

// The confirm is durable before the provider is called, and the provider is called only for a
// confirm that was not sent before.
awaitable<void> Cashier::confirm(payment::OrderId id, std::uint8_t attempt) {
    auto shown = co_await orders_.show(command::ShowOrderById{id});
    if (!shown) co_return;
    Order& order = shown->order;
    if (!order.approval || order.attempt() != attempt) co_return;
    const payment::Attempt& present = order.attempts.back();
    (void)co_await confirm_payment(
        orders_, [this](payment::ProviderId provider) { return find_gateway(provider); },
        {order.code, std::nullopt, attempt, present.payment_key, present.total},
        std::move(*order.approval));
}

awaitable<void> Cashier::ask(payment::OrderId id, std::uint8_t attempt) {
    auto shown = co_await orders_.show(command::ShowOrderById{id});
    if (shown) co_await ask_about(std::move(*shown), attempt);
}

awaitable<void> Cashier::ask_about(OrderCopy copy, std::uint8_t attempt) {
    payment::PaymentGateway* const gateway = gateway_of(copy.order, attempt);
    if (gateway == nullptr || !worth_asking(copy.order, attempt, *gateway)) co_return;
    payment::QueryRequest query{{copy.order.code, attempt},
                                copy.order.attempts[attempt - 1u].payment_key};
    command::RecordPayment told{.order = copy.order.code,
                                .attempt = attempt,
                                .source = payment::ResultSource::kQuery,
                                .result = co_await gateway->query(std::move(query))};
    (void)co_await orders_.record(std::move(told));
}

awaitable<void> Cashier::refund(payment::OrderId id, payment::RefundIndex index) {
    const auto shown = co_await orders_.show(command::ShowOrderById{id});
    if (!shown) co_return;
    const Order& order = shown->order;
    const payment::Refund& refund = order.refunds[index.value];
    if (refund.state != payment::RefundState::kSent) co_return;
    const payment::Charge& charge = order.charges[refund.charge.value];
    payment::PaymentGateway* const gateway = gateway_of(order, charge.attempt);
    if (gateway == nullptr) co_return;
    payment::CancelRequest cancel{.name = {order.code, charge.attempt},
                                  .payment_key = charge.payment_key,
                                  .refund = index,
                                  .amount = refund.quote.amount,
                                  .balance_before = order.balance(refund.charge),
                                  .reason = "refund"};
    command::RecordRefund told{.order = order.code, .refund = index, .of_try = refund.tries};
    told.result = co_await gateway->cancel(std::move(cancel));
    (void)co_await orders_.record_refund(told);
}

// A notice without a result only triggers a query.
awaitable<void> Cashier::record(payment::WebhookNotice notice, std::function<void()> heard) {
    if (notice.result) {
        command::RecordPayment told{.order = notice.name.order,
                                    .attempt = notice.name.attempt,
                                    .source = payment::ResultSource::kWebhook,
                                    .result = std::move(*notice.result)};
        if (decided(co_await orders_.record(std::move(told)))) heard();
        co_return;
    }
    auto shown = co_await orders_.show(command::ShowOrder{notice.name.order, std::nullopt});
    if (decided(shown)) heard();
    if (shown) co_await ask_about(std::move(*shown), notice.name.attempt);
}

}  // namespace onsale::sale
