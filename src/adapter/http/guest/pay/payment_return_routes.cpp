// Calls from providers: the guest's returning browser, and webhooks. Neither has our cookies. The
// browser presents our state, the webhook the provider's proof.
#include <utility>

#include "adapter/http/api/context/payment_return.hpp"
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/error/payment_errors.hpp"
#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/api/page/page_answers.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/pay/order_answer.hpp"
#include "adapter/http/guest/pay/pay_state.hpp"
#include "adapter/http/guest/pay/payment_fields.hpp"
#include "adapter/http/guest/pay/payment_page.hpp"
#include "adapter/http/guest/pay/routes.hpp"
#include "adapter/http/guest/plain/refuse_page.hpp"
#include "adapter/http/transport/message/client_address.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "payment/domain/order_code.hpp"
#include "sale/app/accept_return.hpp"
#include "sale/app/accept_webhook.hpp"

namespace onsale::http {

using boost::asio::awaitable;

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

bool wants_page(const Request& request) {
    return request.header("accept").find("text/html") != std::string_view::npos;
}

// Answers with a page to a client that asks for one, otherwise with the error body.
void refuse_browser(GuestContext& guest, const Request& request, Reply& reply, ErrorCode code) {
    if (wants_page(request)) return refuse_page(guest, reply, code, language_of(request));
    refuse(guest, reply, code, language_of(request));
}

// The parts of a return's request that are needed after an await.
struct ReturnRequest {
    Method method{};
    bool wants_page = false;
    Language language{};
};

// The return was not stored, and only the browser has its data. A GET is repeated automatically. An
// automatic reload would turn a POST into a GET without its body, so the page asks the guest to
// reload it.
void ask_to_return_again(GuestContext& guest, LaterReply& reply, const ReturnRequest& request,
                         ErrorCode code) {
    if (!request.wants_page) return refuse(guest, reply, code, request.language);
    guest.metrics.rejected(code);
    std::string headers = std::string{kPageHeaders} + std::string{kNotKept} + "Retry-After: 2\r\n";
    if (request.method == Method::kGet) headers += "Refresh: 3\r\n";
    const std::string body = return_again_page(request.language);
    reply.answer({.status = 503,
                  .content_type = kPageContentType,
                  .headers = headers,
                  .body = body,
                  .refused = code});
}

// The returned data is durable before the answer. Afterwards the cashier asks the provider, however
// long that takes. The order's page shows the result.
awaitable<void> come_back(GuestContext& guest, payment::ReturnedPayment returned,
                          ReturnRequest request, LaterReply reply) {
    const payment::OrderCode order = returned.name.order;
    const auto outcome = co_await sale::accept_return(*guest.context.orders, std::move(returned));
    if (sale::must_come_again(outcome))
        co_return ask_to_return_again(guest, reply, request,
                                      unavailable_as(guest, api_error(outcome.error())));
    if (!outcome) guest.metrics.rejected(api_error(outcome.error()));
    const std::string headers =
        std::string{kNotKept} + "Location: " + order_path(request.language, order) + "\r\n";
    reply.answer({.status = 303, .headers = headers});
}

awaitable<void> take_notice(GuestContext& guest, payment::WebhookNotice notice, LaterReply reply) {
    const bool asks = !notice.result;
    if (asks && guest.pay.questions >= kQuestionsMax)
        co_return refuse(guest, reply, ErrorCode::kOverloaded, Language::kEnglish);
    bool taken = false;
    const auto answer = [&, text = notice.reply](const auto& again) {
        if (again) return refuse_order(guest, reply, *again, Language::kEnglish);
        taken = true;
        reply.answer({.content_type = "text/plain", .headers = kNotKept, .body = text});
    };
    guest.pay.questions += asks ? 1 : 0;
    const auto outcome = co_await sale::accept_webhook(
        *guest.context.orders, guest.context.providers, std::move(notice), answer);
    guest.pay.questions -= asks ? 1 : 0;
    // A query that failed after the answer.
    if (asks && taken && !outcome) guest.metrics.rejected(api_error(outcome.error()));
}

}  // namespace

void payment_return(GuestContext& guest, const Request& request, Reply& reply) {
    const Provider* const provider =
        find_provider(guest.context.providers, request.path.substr(kReturn.size()));
    if (provider == nullptr || guest.context.orders == nullptr)
        return refuse_browser(guest, request, reply, ErrorCode::kProviderNotFound);
    // Our state is in the URL, also for a POST.
    const auto in_address = form_fields(request.query);
    const auto in_body = form_fields(request.method == Method::kPost ? request.body : "");
    const auto state = in_address
                           ? token::open_payment_return(*guest.context.keys, state_in(*in_address))
                           : std::nullopt;
    if (!state || !in_body)
        return refuse_browser(guest, request, reply, ErrorCode::kPaymentReturnInvalid);
    const Language language = language_in(*state).value_or(language_of(request));
    payment::BrowserReturn brought{*in_address};
    brought.fields.insert(brought.fields.end(), in_body->begin(), in_body->end());
    std::erase_if(brought.fields, [](const auto& field) { return field.first == kState; });
    const payment::AttemptName expected{{state->order}, state->attempt};
    const auto returned = provider->gateway->parse_return(brought);
    if (!returned || returned->name != expected) {
        // The state identifies the order, but the rest of the request is not trusted. The order's
        // page shows the state.
        guest.metrics.rejected(ErrorCode::kPaymentMismatch);
        const std::string headers =
            std::string{kNotKept} + "Location: " + order_path(language, expected.order) + "\r\n";
        return reply.answer({.status = 303, .headers = headers});
    }
    run_route(guest.context.loop, guest.metrics,
              come_back(guest, *returned, {request.method, wants_page(request), language},
                        reply.later()));
}

// Message ids are not stored: recording the same result twice changes nothing. Senders are limited
// by the rate per address and by the size of a body.
void post_webhook(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const Provider* const provider =
        find_provider(guest.context.providers, request.path.substr(kWebhook.size()));
    if (provider == nullptr || guest.context.orders == nullptr)
        return refuse(guest, reply, ErrorCode::kProviderNotFound, language);
    payment::WebhookRequest webhook{std::string{request.body}, {}, to_string(request.client)};
    for (const auto& [name, value] : request.headers)
        webhook.headers.emplace_back(name, value);
    auto notice = provider->gateway->verify_webhook(webhook, guest.context.clock.wall());
    // Every invalid proof gets the same answer, so that a sender does not learn which part was
    // wrong.
    if (!notice) return refuse(guest, reply, ErrorCode::kWebhookRefused, language);
    run_route(guest.context.loop, guest.metrics,
              take_notice(guest, std::move(*notice), reply.later()));
}

}  // namespace onsale::http
