// Paying. The writer applies the order's rules. The provider is called here, once per attempt.
#include <utility>

#include <boost/json/serialize.hpp>

#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/pay/payment_checkout.hpp"
#include "adapter/http/guest/pay/payment_errors.hpp"
#include "adapter/http/guest/pay/payment_guests.hpp"
#include "adapter/http/guest/pay/payment_json.hpp"
#include "adapter/http/guest/pay/payment_request.hpp"
#include "adapter/http/guest/refuse.hpp"
#include "base/time_text.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using payment::Order;
using sale::OrderOutcome;
namespace command = sale::command;
namespace json = boost::json;

namespace {

constexpr std::string_view kPrivate = "Cache-Control: private, no-store\r\n";

payment::PaymentRequest page_request(const LoopContext& context, const Provider& provider,
                                     const Order& order, std::optional<Language> language) {
    const auto& settings = context.view.find(sale::event_of(order))->settings();
    return {.name = {order.code, order.attempt()},
            .amount = order.attempts.back().total,
            .title = settings.title.empty() ? settings.key : settings.title,
            .return_url = return_url(context, provider, {order.code, order.attempt()}, language),
            // Providers use the wall clock.
            .valid_until = guest_deadline(context, order) + context.clock.wall_step()};
}

// Whether the guest can pay at the provider's page.
bool at_page(const Order& order) {
    return order.state == payment::OrderState::kPaying && !order.confirming;
}

json::object started_json(const LoopContext& context, const sale::OrderCopy& copy,
                          const payment::PaymentPage& page) {
    const payment::Money& total = copy.order.attempts.back().total;
    json::object object{{"order", order_json(context, copy, OrderDepth::kBrief)},
                        {"amount", total.amount},
                        {"currency", total.currency.text()}};
    if (page.url.empty()) return object;
    // A page of another site shows the URL. A path would lead to that site.
    object["payUrl"] = page.url.starts_with('/') ? context.public_url + page.url : page.url;
    object["payBy"] = format_iso_time(guest_deadline(context, copy.order));
    if (page.fields.empty()) return object;
    json::object fields;
    for (const auto& [name, value] : page.fields)
        fields[name] = value;
    object["fields"] = std::move(fields);
    return object;
}

bool settled(const Order& order) {
    return !order.confirming && order.state != payment::OrderState::kUnknown;
}

}  // namespace

std::vector<GuestId> GuestSite::owners_in(const Request& request) {
    auto guests = guests_in(request, *context_.keys, config_.site, context_.clock.wall());
    if (!guests.empty()) asking_ = guests.front();
    return guests;
}

void GuestSite::refuse_order(LaterReply& reply, const sale::PayRefusal& refusal,
                             Language language) {
    refuse(reply, unavailable_as(api_error(refusal)), language);
}

// Answers 202 while the provider's result is missing; the order shows it later.
void GuestSite::send_order(LaterReply& reply, const OrderOutcome& outcome, Language language) {
    if (!outcome) return refuse_order(reply, outcome.error(), language);
    const std::string body =
        json::serialize(order_json(context_, *outcome, OrderDepth::kWithHistory));
    reply.answer(
        {.status = settled(outcome->order) ? 200 : 202, .headers = kPrivate, .body = body});
}

void GuestSite::post_payment(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    auto asked = parse_payment(request);
    if (!asked) return refuse_call(reply, asked.error(), language, {});
    auto found = find_buyer(request, asked->names);
    if (!found) return refuse_call(reply, found.error(), language, asked->names.event);
    if (context_.orders == nullptr) return refuse(reply, ErrorCode::kSaleNotOpen, language);
    asking_ = found->buyer.guest;
    const Provider* const provider = choose_provider(context_, found->at.event, asked->provider);
    if (provider == nullptr) return refuse(reply, ErrorCode::kProviderNotAllowed, language);
    command::RequestPayment pay{.buyer = std::move(found->buyer),
                                .types = std::move(asked->types),
                                .provider = provider->id,
                                .merchant = std::string{provider->gateway->merchant()},
                                .traits = payment::order_traits(provider->gateway->traits()),
                                .call = asked->call};
    run_route(context_.loop, metrics_,
              start_payment(std::move(pay), language, asked->language, reply.later()));
}

awaitable<void> GuestSite::start_payment(command::RequestPayment request, Language language,
                                         std::optional<Language> page_language, LaterReply reply) {
    const std::string event = context_.view.find(request.buyer.event)->settings().key;
    command::ShowOpenOrder open{request.buyer.event, request.buyer.performance,
                                request.buyer.guest};
    const auto ordered = co_await context_.orders->request(std::move(request));
    if (!ordered) {
        const ErrorCode code = unavailable_as(api_error(ordered.error()));
        const std::string details = code == ErrorCode::kOrderBeingPaid
                                        ? co_await being_paid_details(context_, std::move(open))
                                        : details_of({code, {}}, event);
        co_return refuse(reply, code, language, details);
    }
    Result<payment::PaymentPage, payment::GatewayError> page;
    // A late retry may find its order in a later state, or with another provider.
    const Provider* const provider =
        find_provider(context_, ordered->order.attempts.back().provider);
    if (at_page(ordered->order) && provider != nullptr)
        page = co_await provider->gateway->request(
            page_request(context_, *provider, ordered->order, page_language));
    if (!page) co_return refuse(reply, api_error(page.error()), language);
    const std::string body = json::serialize(started_json(context_, *ordered, *page));
    reply.answer({.headers = kPrivate, .body = body});
}

void GuestSite::post_confirm(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    auto guests = owners_in(request);
    if (guests.empty()) return refuse(reply, ErrorCode::kVisitorRequired, language);
    const auto asked = parse_confirm(request);
    if (!asked) return refuse_call(reply, asked.error(), language, {});
    if (!same_origin(request)) return refuse(reply, ErrorCode::kForeignOrigin, language);
    if (context_.orders == nullptr) return refuse(reply, ErrorCode::kOrderNotFound, language);
    run_route(context_.loop, metrics_,
              [](GuestSite& site, std::vector<GuestId> guests, ConfirmAsk ask, Language language,
                 LaterReply reply) -> awaitable<void> {
                  const auto outcome = co_await ask_as_owner<OrderOutcome>(
                      std::move(guests), [&](const GuestId& guest) {
                          return confirm_payment(
                              site.context_,
                              {ask.order, guest, 0, ask.payment_key, ask.amount, ask.call}, "");
                      });
                  site.send_order(reply, outcome, language);
              }(*this, std::move(guests), *asked, language, reply.later()));
}

void GuestSite::post_cancel(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    auto guests = owners_in(request);
    if (guests.empty()) return refuse(reply, ErrorCode::kVisitorRequired, language);
    const auto asked = parse_cancel(request);
    if (!asked) return refuse_call(reply, asked.error(), language, {});
    if (!same_origin(request)) return refuse(reply, ErrorCode::kForeignOrigin, language);
    if (context_.orders == nullptr) return refuse(reply, ErrorCode::kOrderNotFound, language);
    run_route(context_.loop, metrics_,
              [](GuestSite& site, std::vector<GuestId> guests, CancelAsk ask, Language language,
                 LaterReply reply) -> awaitable<void> {
                  sale::Orders& orders = *site.context_.orders;
                  const auto outcome = co_await ask_as_owner<OrderOutcome>(
                      std::move(guests), [&](const GuestId& guest) {
                          if (!ask.refund)
                              return orders.cancel(
                                  {.order = ask.order, .guest = guest, .call = ask.call});
                          return orders.request_refund({.order = ask.order,
                                                        .guest = guest,
                                                        .seats = ask.seats,
                                                        .shown = *ask.refund,
                                                        .call = ask.call});
                      });
                  site.send_order(reply, outcome, language);
              }(*this, std::move(guests), *asked, language, reply.later()));
}

void GuestSite::get_refund_preview(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    auto guests = owners_in(request);
    if (guests.empty()) return refuse(reply, ErrorCode::kVisitorRequired, language);
    const auto asked = parse_refund_preview(request.query);
    if (!asked) return refuse_call(reply, asked.error(), language, {});
    if (context_.orders == nullptr) return refuse(reply, ErrorCode::kOrderNotFound, language);
    run_route(
        context_.loop, metrics_,
        [](GuestSite& site, std::vector<GuestId> guests, RefundAsk ask, Language language,
           LaterReply reply) -> awaitable<void> {
            sale::Orders& orders = *site.context_.orders;
            const auto owned =
                co_await ask_as_owner<OrderOutcome>(std::move(guests), [&](const GuestId& guest) {
                    return orders.show(command::ShowOrder{ask.order, guest});
                });
            if (!owned) co_return site.refuse_order(reply, owned.error(), language);
            command::RequestRefund refund{
                .order = ask.order, .guest = owned->order.guest, .seats = ask.seats, .shown = {}};
            const auto quote = co_await orders.preview({std::move(refund)});
            if (!quote) co_return site.refuse_order(reply, quote.error(), language);
            const std::string body =
                json::serialize(refund_json(site.context_, owned->order, *quote));
            reply.answer({.headers = kPrivate, .body = body});
        }(*this, std::move(guests), *asked, language, reply.later()));
}

}  // namespace onsale::http
