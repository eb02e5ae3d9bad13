// Calls from providers: the guest's returning browser, and webhooks. Neither has our cookies. The
// browser presents our state, the webhook the provider's proof.
#include <utility>

#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/page/page_address.hpp"
#include "adapter/http/guest/page/plain_page.hpp"
#include "adapter/http/guest/pay/payment_checkout.hpp"
#include "adapter/http/guest/pay/payment_errors.hpp"
#include "adapter/http/guest/pay/payment_fields.hpp"
#include "adapter/http/guest/refuse.hpp"
#include "adapter/http/transport/message/client_address.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "payment/domain/order_code.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using payment::ActorKind;
using payment::ResultSource;

namespace {

constexpr std::string_view kNotKept = "Cache-Control: no-store\r\n";
constexpr std::string_view kReturn = "/api/payment/return/";
constexpr std::string_view kWebhook = "/api/payment/webhook/";
constexpr std::string_view kState = "state";
// Maximum number of concurrent provider queries per loop that webhooks without a result cause.
constexpr unsigned kQuestionsMax = 16;

std::string order_path(Language language, payment::OrderCode order) {
    const std::string code = to_text(order);
    return PageAddress{language, WebPage::kPayment, code}.path_in(language);
}

// The value of our own field, which the provider returns unchanged.
std::string_view state_in(const FormFields& fields) {
    for (const auto& [name, value] : fields)
        if (name == kState) return value;
    return {};
}

// True only if the order could not decide, so that the provider sends its message again. How the
// order decided does not concern the provider.
bool must_come_again(const sale::OrderOutcome& recorded) {
    return !recorded && recorded.error().must_come_again();
}

}  // namespace

void GuestSite::refuse_browser(const Request& request, Reply& reply, ErrorCode code) {
    const bool page = request.header("accept").find("text/html") != std::string_view::npos;
    if (page) return refuse_page(reply, code, language_of(request));
    refuse(reply, code, language_of(request));
}

void GuestSite::payment_return(const Request& request, Reply& reply) {
    const Provider* const provider = find_provider(context_, request.path.substr(kReturn.size()));
    if (provider == nullptr || context_.orders == nullptr)
        return refuse_browser(request, reply, ErrorCode::kProviderNotFound);
    // Our state is in the URL, also for a POST.
    const auto in_address = form_fields(request.query);
    const auto in_body = form_fields(request.method == Method::kPost ? request.body : "");
    const auto state = in_address
                           ? token::open_payment_return(*context_.keys, state_in(*in_address))
                           : std::nullopt;
    if (!state || !in_body) return refuse_browser(request, reply, ErrorCode::kPaymentReturnInvalid);
    const Language language = language_in(*state).value_or(language_of(request));
    payment::BrowserReturn brought{*in_address};
    brought.fields.insert(brought.fields.end(), in_body->begin(), in_body->end());
    std::erase_if(brought.fields, [](const auto& field) { return field.first == kState; });
    const payment::AttemptName expected{{state->order}, state->attempt};
    const auto returned = provider->gateway->parse_return(brought);
    if (!returned || returned->name != expected) {
        // The state identifies the order, but the rest of the request is not trusted. The order's
        // page shows the state.
        metrics_.rejected(ErrorCode::kPaymentMismatch);
        const std::string headers =
            std::string{kNotKept} + "Location: " + order_path(language, expected.order) + "\r\n";
        return reply.answer({.status = 303, .headers = headers});
    }
    run_route(context_.loop, metrics_, come_back(*returned, language, reply.later()));
}

// The returned data is durable before the answer. Afterwards the cashier asks the provider, however
// long that takes. The order's page shows the result.
awaitable<void> GuestSite::come_back(payment::ReturnedPayment returned, Language language,
                                     LaterReply reply) {
    const auto [order, attempt] = returned.name;
    sale::OrderOutcome outcome = fail(sale::PayRefusal{});
    if (returned.gave_up)
        outcome = co_await context_.orders->record(
            {order, attempt, ResultSource::kBrowser,
             payment::result::Declined{payment::DeclineReason::kGuestLeft},
             payment::Actor{ActorKind::kGuest}});
    else
        outcome =
            co_await context_.orders->keep_return({order, attempt, std::move(returned.payment_key),
                                                   returned.amount, std::move(returned.approval)});
    if (!outcome) metrics_.rejected(unavailable_as(api_error(outcome.error())));
    const std::string headers =
        std::string{kNotKept} + "Location: " + order_path(language, order) + "\r\n";
    reply.answer({.status = 303, .headers = headers});
}

// Message ids are not stored: recording the same result twice changes nothing. Senders are limited
// by the rate per address and by the size of a body.
void GuestSite::post_webhook(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const Provider* const provider = find_provider(context_, request.path.substr(kWebhook.size()));
    if (provider == nullptr || context_.orders == nullptr)
        return refuse(reply, ErrorCode::kProviderNotFound, language);
    payment::WebhookRequest webhook{std::string{request.body}, {}, to_string(request.client)};
    for (const auto& [name, value] : request.headers)
        webhook.headers.emplace_back(name, value);
    auto notice = provider->gateway->verify_webhook(webhook, context_.clock.wall());
    // The same answer to every invalid proof, so that a sender does not learn which part was wrong.
    if (!notice) return refuse(reply, ErrorCode::kWebhookRefused, language);
    run_route(context_.loop, metrics_,
              take_notice(std::move(*notice), *provider->gateway, reply.later()));
}

awaitable<void> GuestSite::take_notice(payment::WebhookNotice notice,
                                       payment::PaymentGateway& gateway, LaterReply reply) {
    const auto [order, attempt] = notice.name;
    if (notice.result) {
        const auto recorded = co_await context_.orders->record(
            {order, attempt, ResultSource::kWebhook, std::move(*notice.result),
             payment::Actor{ActorKind::kProvider}});
        if (must_come_again(recorded))
            co_return refuse_order(reply, recorded.error(), Language::kEnglish);
        co_return reply.answer(
            {.content_type = "text/plain", .headers = kNotKept, .body = notice.reply});
    }
    if (questions_ >= kQuestionsMax)
        co_return refuse(reply, ErrorCode::kOverloaded, Language::kEnglish);
    // Providers wait only a few seconds, so it answers first. If the outcome is unknown, the order
    // asks again by itself.
    reply.answer({.content_type = "text/plain", .headers = kNotKept, .body = notice.reply});
    ++questions_;
    const auto asked = co_await ask_about(context_, gateway, notice.name);
    --questions_;
    // If the outcome is unknown, the order's own inquiry continues.
    if (!asked) metrics_.rejected(api_error(asked.error()));
}

}  // namespace onsale::http
