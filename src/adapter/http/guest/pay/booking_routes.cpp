// A guest's own orders and bookings. Somebody else's order, an unknown name and an invalid name get
// exactly the same answer. A request without any identity is asked for one, whatever the name.
#include <algorithm>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/page/page_address.hpp"
#include "adapter/http/guest/page/plain_page.hpp"
#include "adapter/http/guest/pay/payment_checkout.hpp"
#include "adapter/http/guest/pay/payment_errors.hpp"
#include "adapter/http/guest/pay/payment_json.hpp"
#include "adapter/http/guest/pay/payment_page.hpp"
#include "adapter/http/guest/refuse.hpp"
#include "payment/domain/order_code.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using sale::OrderCopy;
using sale::OrderOutcome;
using sale::PayError;
namespace command = sale::command;
namespace json = boost::json;

namespace {

constexpr std::string_view kPrivate = "Cache-Control: private, no-store\r\n";
constexpr std::string_view kOrders = "/api/orders/";
constexpr std::string_view kBookings = "/api/bookings/";

// Newest first, like each guest's list.
awaitable<sale::OrdersOutcome> bookings_of(sale::Orders& orders, std::vector<GuestId> guests) {
    std::vector<OrderCopy> all;
    for (const GuestId& guest : guests) {
        auto some = co_await orders.list(command::ListBookings{guest});
        if (!some) co_return fail(some.error());
        std::ranges::move(*some, std::back_inserter(all));
    }
    std::ranges::sort(all, std::greater{}, [](const OrderCopy& copy) { return copy.order.id; });
    co_return all;
}

}  // namespace

void GuestSite::get_order_detail(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    auto guests = owners_in(request);
    if (guests.empty()) return refuse(reply, ErrorCode::kVisitorRequired, language);
    const auto order = payment::parse_order_code(request.path.substr(kOrders.size()));
    if (!order || context_.orders == nullptr)
        return refuse(reply, ErrorCode::kOrderNotFound, language);
    run_route(context_.loop, metrics_,
              [](GuestSite& site, std::vector<GuestId> guests, payment::OrderCode order,
                 Language language, LaterReply reply) -> awaitable<void> {
                  const auto outcome = co_await ask_as_owner<OrderOutcome>(
                      std::move(guests), [&](const GuestId& guest) {
                          return site.context_.orders->show(command::ShowOrder{order, guest});
                      });
                  if (!outcome) co_return site.refuse_order(reply, outcome.error(), language);
                  const std::string body = json::serialize(
                      order_json(site.context_, *outcome, OrderDepth::kWithHistory));
                  reply.answer({.headers = kPrivate, .body = body});
              }(*this, std::move(guests), *order, language, reply.later()));
}

void GuestSite::get_booking(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    auto guests = owners_in(request);
    if (guests.empty()) return refuse(reply, ErrorCode::kVisitorRequired, language);
    const auto number = booking::parse_booking_number(request.path.substr(kBookings.size()));
    if (!number || context_.orders == nullptr)
        return refuse(reply, ErrorCode::kBookingNotFound, language);
    run_route(context_.loop, metrics_,
              [](GuestSite& site, std::vector<GuestId> guests, booking::BookingNumber number,
                 Language language, LaterReply reply) -> awaitable<void> {
                  const auto outcome = co_await ask_as_owner<OrderOutcome>(
                      std::move(guests), [&](const GuestId& guest) {
                          return site.context_.orders->show(command::ShowBooking{number, guest});
                      });
                  if (!outcome && outcome.error().error == PayError::kUnknownOrder)
                      co_return site.refuse(reply, ErrorCode::kBookingNotFound, language);
                  if (!outcome) co_return site.refuse_order(reply, outcome.error(), language);
                  const std::string body = json::serialize(
                      order_json(site.context_, *outcome, OrderDepth::kWithHistory));
                  reply.answer({.headers = kPrivate, .body = body});
              }(*this, std::move(guests), *number, language, reply.later()));
}

void GuestSite::get_bookings(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    auto guests = owners_in(request);
    if (guests.empty()) return refuse(reply, ErrorCode::kVisitorRequired, language);
    if (!request.query.empty()) return refuse(reply, ErrorCode::kUnknownQueryKey, language);
    if (context_.orders == nullptr)
        return reply.answer({.headers = kPrivate, .body = R"({"bookings":[]})"});
    run_route(
        context_.loop, metrics_,
        [](GuestSite& site, std::vector<GuestId> guests, Language language,
           LaterReply reply) -> awaitable<void> {
            const auto copies = co_await bookings_of(*site.context_.orders, std::move(guests));
            if (!copies) co_return site.refuse_order(reply, copies.error(), language);
            json::array list;
            for (const OrderCopy& copy : *copies)
                list.push_back(order_json(site.context_, copy, OrderDepth::kBrief));
            const std::string body = json::serialize(json::object{{"bookings", std::move(list)}});
            reply.answer({.headers = kPrivate, .body = body});
        }(*this, std::move(guests), language, reply.later()));
}

void GuestSite::get_order_page(const Request& request, Reply& reply, std::string_view code) {
    const Language language = page_language(request);
    const auto order = payment::parse_order_code(code);
    if (!order || context_.orders == nullptr)
        return refuse_page(reply, ErrorCode::kOrderNotFound, language);
    auto guests = owners_in(request);
    run_route(
        context_.loop, metrics_,
        [](GuestSite& site, std::vector<GuestId> guests, payment::OrderCode order,
           Language language, LaterReply reply) -> awaitable<void> {
            const auto outcome =
                co_await ask_as_owner<OrderOutcome>(std::move(guests), [&](const GuestId& guest) {
                    return site.context_.orders->show(command::ShowOrder{order, guest});
                });
            if (!outcome)
                co_return site.refuse_page(reply, site.unavailable_as(api_error(outcome.error())),
                                           language);
            const OrderPage page{language, *outcome, site.context_};
            std::string headers = std::string{kPageHeaders} + std::string{kPrivate};
            // The refresh is a header, because a page with script ignores the <noscript> element.
            const auto again = page_reload_s(outcome->order);
            if (again) headers += "Refresh: " + std::to_string(*again) + "\r\n";
            const std::string body = order_page(page);
            reply.answer({.content_type = kPageContentType, .headers = headers, .body = body});
        }(*this, std::move(guests), *order, language, reply.later()));
}

}  // namespace onsale::http
