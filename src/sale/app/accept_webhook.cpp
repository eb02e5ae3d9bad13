#include "sale/app/accept_webhook.hpp"

#include <utility>

#include "sale/app/query_payment.hpp"
#include "sale/app/record_result.hpp"

namespace onsale::sale {

using boost::asio::awaitable;

namespace {

std::optional<PayRefusal> why_again(const OrderOutcome& outcome) {
    if (!must_come_again(outcome)) return std::nullopt;
    return outcome.error();
}

}  // namespace

awaitable<OrderOutcome> accept_webhook(Orders& orders, payment::Providers providers,
                                       payment::WebhookNotice notice, AnswerWebhook answer) {
    if (notice.result) {
        auto recorded = co_await record_result(orders, notice.name, payment::ResultSource::kWebhook,
                                               std::move(*notice.result));
        answer(why_again(recorded));
        co_return recorded;
    }
    auto shown = co_await orders.call(command::ShowOrder{notice.name.order, std::nullopt});
    answer(why_again(shown));
    if (!shown) co_return shown;
    co_return co_await query_payment(orders, providers, std::move(*shown), notice.name.attempt);
}

}  // namespace onsale::sale
