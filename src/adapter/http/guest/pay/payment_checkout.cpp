#include "adapter/http/guest/pay/payment_checkout.hpp"

#include <algorithm>
#include <utility>

#include "sale/app/cashier.hpp"
#include "sale/app/confirm_payment.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using payment::PaymentGateway;
using payment::PaymentResult;
using payment::ResultSource;
using sale::OrderOutcome;

namespace {

awaitable<OrderOutcome> show(LoopContext& context, payment::OrderCode order) {
    co_return co_await context.orders->show(sale::command::ShowOrder{order, std::nullopt});
}

}  // namespace

awaitable<OrderOutcome> confirm_payment(LoopContext& context, sale::command::ConfirmPayment confirm,
                                        std::string approval) {
    const auto gateway_of = [&context](payment::ProviderId id) -> PaymentGateway* {
        return find_gateway(context.providers, id);
    };
    return sale::confirm_payment(*context.orders, gateway_of, std::move(confirm),
                                 std::move(approval));
}

awaitable<OrderOutcome> ask_about(LoopContext& context, PaymentGateway& gateway,
                                  payment::AttemptName name) {
    auto now = co_await show(context, name.order);
    if (!now || name.attempt == 0 || name.attempt > now->order.attempt()) co_return now;
    const auto& charges = now->order.charges;
    if (std::ranges::find(charges, name.attempt, &payment::Charge::attempt) != charges.end() ||
        !sale::worth_asking(now->order, name.attempt, gateway))
        co_return now;
    const std::string key = now->order.attempts[name.attempt - 1U].payment_key;
    const PaymentResult said = co_await gateway.query({name, key});
    co_return co_await context.orders->record({name.order, name.attempt, ResultSource::kQuery, said,
                                               payment::Actor{payment::ActorKind::kProvider}});
}

}  // namespace onsale::http
