// Paying. The writer applies the order's rules, and the use cases of sale/app call the provider.
#include <utility>

#include <boost/json/serialize.hpp>

#include "adapter/http/api/context/payment_return.hpp"
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/error/payment_errors.hpp"
#include "adapter/http/guest/context/entry_cookie.hpp"
#include "adapter/http/guest/context/hall_buyer.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/pay/order_answer.hpp"
#include "adapter/http/guest/pay/payment_json.hpp"
#include "adapter/http/guest/pay/payment_request.hpp"
#include "adapter/http/guest/pay/routes.hpp"
#include "adapter/http/guest/pay/with_owner.hpp"
#include "base/time_text.hpp"
#include "sale/app/choose_provider.hpp"
#include "sale/app/confirm_payment.hpp"
#include "sale/app/request_payment.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using payment::Order;
using sale::OrderOutcome;
namespace command = sale::command;
namespace json = boost::json;

namespace {

sale::PageDetails page_details(const LoopContext& context, const Order& order,
                               std::optional<Language> language) {
    const auto& settings = context.view.find(order.event)->settings();
    const Provider& provider = *find_provider(context.providers, order.attempts.back().provider);
    return {.title = settings.title.empty() ? settings.key : settings.title,
            .return_url = return_url(context, provider, {order.code, order.attempt()}, language),
            .valid_until = guest_deadline(context, order) + context.clock.wall_step()};
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

awaitable<void> refuse_payment(GuestContext& guest, const sale::PayRefusal& refusal,
                               command::ShowOpenOrder open, Language language, LaterReply reply) {
    const std::string event = guest.context.view.find(open.event)->settings().key;
    const ErrorCode code = unavailable_as(guest, api_error(refusal));
    const std::string details = code == ErrorCode::kOrderBeingPaid
                                    ? co_await being_paid_details(guest.context, std::move(open))
                                    : details_of({code, {}}, event);
    refuse(guest, reply, code, language, details);
}

awaitable<void> start_payment(GuestContext& guest, ShownPlaces places,
                              command::RequestPayment request, Language language,
                              std::optional<Language> page_language, LaterReply reply) {
    command::ShowOpenOrder open{request.buyer.event, request.buyer.performance,
                                request.buyer.guest};
    // An event that left the view meanwhile has no name and no clock here. The guest gets no page.
    const auto describe = [&](const Order& order) -> std::optional<sale::PageDetails> {
        if (guest.context.view.find(order.event) == nullptr) return std::nullopt;
        return page_details(guest.context, order, page_language);
    };
    const auto requested = co_await sale::request_payment(
        *guest.context.orders, guest.context.providers, std::move(request), describe);
    if (!requested) {
        if (const auto* const refusal = std::get_if<sale::PayRefusal>(&requested.error()))
            co_return co_await refuse_payment(guest, *refusal, std::move(open), language,
                                              std::move(reply));
        const auto error = std::get<payment::GatewayError>(requested.error());
        co_return refuse(guest, reply, api_error(error), language);
    }
    const OrderOutcome known =
        if_known(guest.context, requested->copy, sale::PayError::kOutcomeUnknown);
    if (!known) co_return refuse_order(guest, reply, known.error(), language);
    const std::string body =
        json::serialize(started_json(guest.context, requested->copy, requested->page));
    // The payment may last longer than the deadline that the entry cookie was set with.
    const std::string headers = std::string{kPrivate} + renewed_entry(guest, places, open.event);
    reply.answer({.headers = headers, .body = body});
}

}  // namespace

void post_payment(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    auto asked = parse_payment(request);
    if (!asked) return refuse_call(guest, reply, asked.error(), language, {});
    auto found = find_buyer(guest, request, asked->names);
    if (!found) return refuse_call(guest, reply, found.error(), language, asked->names.event);
    if (guest.context.orders == nullptr)
        return refuse(guest, reply, ErrorCode::kSaleNotOpen, language);
    guest.asking = found->buyer.guest;
    const Provider* const provider = sale::choose_provider(
        guest.context.providers, guest.context.view.find(found->at.event)->settings(),
        guest.context.sale.levers(found->at.event), asked->provider);
    if (provider == nullptr) return refuse(guest, reply, ErrorCode::kProviderNotAllowed, language);
    command::RequestPayment pay{.buyer = std::move(found->buyer),
                                .types = std::move(asked->types),
                                .provider = provider->id,
                                .merchant = {},
                                .traits = {},
                                .call = asked->call};
    run_route(guest.context.loop, guest.metrics,
              start_payment(guest, shown_places(request, *guest.context.keys), std::move(pay),
                            language, asked->language, reply.later()));
}

void post_confirm(GuestContext& guest, const Request& request, Reply& reply) {
    with_owner(guest, request, reply, ErrorCode::kOrderNotFound, parse_confirm,
               [](OwnerCall<ConfirmAsk> call) -> awaitable<void> {
                   const ConfirmAsk& ask = call.asked;
                   const auto outcome =
                       co_await call.as_owner<OrderOutcome>([&](const GuestId& owner) {
                           return sale::confirm_payment(
                               call.orders(), call.guest.context.providers,
                               {ask.order, owner, 0, ask.payment_key, ask.amount, ask.call}, "");
                       });
                   send_order(call.guest, call.reply, outcome, call.language);
               });
}

void post_cancel(GuestContext& guest, const Request& request, Reply& reply) {
    with_owner(guest, request, reply, ErrorCode::kOrderNotFound, parse_cancel,
               [](OwnerCall<CancelAsk> call) -> awaitable<void> {
                   const CancelAsk& ask = call.asked;
                   const auto outcome =
                       co_await call.as_owner<OrderOutcome>([&](const GuestId& owner) {
                           if (!ask.refund)
                               return call.orders().call(command::CancelOrder{
                                   .order = ask.order, .guest = owner, .call = ask.call});
                           return call.orders().call(command::RequestRefund{.order = ask.order,
                                                                            .guest = owner,
                                                                            .seats = ask.seats,
                                                                            .shown = *ask.refund,
                                                                            .call = ask.call});
                       });
                   send_order(call.guest, call.reply, outcome, call.language);
               });
}

void get_refund_preview(GuestContext& guest, const Request& request, Reply& reply) {
    const auto parse = [](const Request& asked) { return parse_refund_preview(asked.query); };
    with_owner(
        guest, request, reply, ErrorCode::kOrderNotFound, parse,
        [](OwnerCall<RefundAsk> call) -> awaitable<void> {
            GuestContext& guest = call.guest;
            const RefundAsk& ask = call.asked;
            const auto owned = co_await call.as_owner<OrderOutcome>([&](const GuestId& owner) {
                return call.orders().call(command::ShowOrder{ask.order, owner});
            });
            if (!owned) co_return refuse_order(guest, call.reply, owned.error(), call.language);
            command::RequestRefund refund{
                .order = ask.order, .guest = owned->order.guest, .seats = ask.seats, .shown = {}};
            const auto quote =
                co_await call.orders().call(command::PreviewRefund{std::move(refund)});
            if (!quote) co_return refuse_order(guest, call.reply, quote.error(), call.language);
            const std::string body =
                json::serialize(refund_json(guest.context, owned->order, *quote));
            call.reply.answer({.headers = kPrivate, .body = body});
        });
}

}  // namespace onsale::http
