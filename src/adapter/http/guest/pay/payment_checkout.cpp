#include "adapter/http/guest/pay/payment_checkout.hpp"

#include <algorithm>
#include <utility>

#include "adapter/http/api/context/allowed_providers.hpp"
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

const Provider* find_provider(const LoopContext& context, std::string_view word) {
    const auto found = std::ranges::find(context.providers, word, &Provider::word);
    return found == context.providers.end() ? nullptr : &*found;
}

const Provider* find_provider(const LoopContext& context, payment::ProviderId id) {
    const auto found = std::ranges::find(context.providers, id, &Provider::id);
    return found == context.providers.end() ? nullptr : &*found;
}

const Provider* choose_provider(const LoopContext& context, waiting_room::EventId event,
                                std::string_view word) {
    const auto& settings = context.view.find(event)->settings();
    const auto& stopped = context.sale.levers(event).providers_stopped;
    const Provider* chosen = nullptr;
    for (const Provider& provider : context.providers) {
        if (!may_pay_with(provider, settings)) continue;
        if (provider.word == word) return &provider;
        // If all are stopped, the first is returned and the order's rules refuse it.
        const bool goes = std::ranges::find(stopped, provider.id) == stopped.end();
        if (word.empty() && goes) return &provider;
        if (word.empty() && chosen == nullptr) chosen = &provider;
    }
    return chosen;
}

// Uses the configured public URL, never the Host header. Without one it is a path, which is enough
// for Demo Pay because its page is ours.
std::string return_url(const LoopContext& context, const Provider& provider,
                       payment::AttemptName attempt, std::optional<Language> language) {
    const auto number = static_cast<std::uint8_t>(language ? std::to_underlying(*language) + 1 : 0);
    return context.public_url + "/api/payment/return/" + provider.word + "?state=" +
           token::seal(*context.keys,
                       token::PaymentReturn{attempt.order.value, attempt.attempt, number});
}

std::optional<Language> language_in(const token::PaymentReturn& state) {
    if (state.language == std::to_underlying(Language::kEnglish) + 1) return Language::kEnglish;
    if (state.language == std::to_underlying(Language::kKorean) + 1) return Language::kKorean;
    return std::nullopt;
}

awaitable<OrderOutcome> confirm_payment(LoopContext& context, sale::command::ConfirmPayment confirm,
                                        std::string approval) {
    const auto gateway_of = [&context](payment::ProviderId id) -> PaymentGateway* {
        const Provider* const provider = find_provider(context, id);
        return provider == nullptr ? nullptr : provider->gateway;
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
