// A guest's own orders and bookings. Somebody else's order, an unknown name and an invalid name get
// exactly the same answer. A request without any identity is asked for one, whatever the name.
#include <algorithm>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/error/payment_errors.hpp"
#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/api/page/page_answers.hpp"
#include "adapter/http/guest/context/entry_cookie.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/pay/ask_as_owner.hpp"
#include "adapter/http/guest/pay/order_answer.hpp"
#include "adapter/http/guest/pay/payment_json.hpp"
#include "adapter/http/guest/pay/payment_page.hpp"
#include "adapter/http/guest/pay/routes.hpp"
#include "adapter/http/guest/pay/with_owner.hpp"
#include "adapter/http/guest/plain/refuse_page.hpp"
#include "payment/domain/order_code.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using sale::OrderCopy;
using sale::OrderOutcome;
using sale::PayError;
namespace command = sale::command;
namespace json = boost::json;

namespace {

constexpr std::string_view kOrders = "/api/orders/";
constexpr std::string_view kBookings = "/api/bookings/";

// Newest first, like each guest's list.
awaitable<sale::OrdersOutcome> bookings_of(sale::Orders& orders, std::vector<GuestId> guests) {
    std::vector<OrderCopy> all;
    for (const GuestId& guest : guests) {
        auto some = co_await orders.call(command::ListBookings{guest});
        if (!some) co_return fail(some.error());
        std::ranges::move(*some, std::back_inserter(all));
    }
    std::ranges::sort(all, std::greater{}, [](const OrderCopy& copy) { return copy.order.id; });
    co_return all;
}

// A guest who pays looks at the order, not at the queue, and must still be able to pay again.
std::string headers_of(const GuestContext& guest, const ShownPlaces& places,
                       const payment::Order& order) {
    return std::string{kPrivate} + renewed_entry(guest, places, order.event);
}

}  // namespace

void get_order_detail(GuestContext& guest, const Request& request, Reply& reply) {
    struct Asked {
        payment::OrderCode order;
        ShownPlaces places;
    };
    const auto parse = [&](const Request& asked) -> Result<Asked, BadQuery> {
        const auto order = payment::parse_order_code(asked.path.substr(kOrders.size()));
        if (!order) return fail(BadQuery{ErrorCode::kOrderNotFound});
        return Asked{*order, shown_places(asked, *guest.context.keys)};
    };
    with_owner(
        guest, request, reply, ErrorCode::kOrderNotFound, parse,
        [](OwnerCall<Asked> call) -> awaitable<void> {
            GuestContext& guest = call.guest;
            const auto outcome = if_known(
                guest.context, co_await call.as_owner<OrderOutcome>([&](const GuestId& owner) {
                    return call.orders().call(command::ShowOrder{call.asked.order, owner});
                }));
            if (!outcome) co_return refuse_order(guest, call.reply, outcome.error(), call.language);
            const std::string body =
                json::serialize(order_json(guest.context, *outcome, OrderDepth::kWithHistory));
            const std::string headers = headers_of(guest, call.asked.places, outcome->order);
            call.reply.answer({.headers = headers, .body = body});
        });
}

void get_booking(GuestContext& guest, const Request& request, Reply& reply) {
    using booking::BookingNumber;
    const auto parse = [](const Request& asked) -> Result<BookingNumber, BadQuery> {
        const auto number = booking::parse_booking_number(asked.path.substr(kBookings.size()));
        if (!number) return fail(BadQuery{ErrorCode::kBookingNotFound});
        return *number;
    };
    with_owner(
        guest, request, reply, ErrorCode::kBookingNotFound, parse,
        [](OwnerCall<BookingNumber> call) -> awaitable<void> {
            GuestContext& guest = call.guest;
            const auto outcome = if_known(
                guest.context, co_await call.as_owner<OrderOutcome>([&](const GuestId& owner) {
                    return call.orders().call(command::ShowBooking{call.asked, owner});
                }));
            if (!outcome && outcome.error().error == PayError::kUnknownOrder)
                co_return refuse(guest, call.reply, ErrorCode::kBookingNotFound, call.language);
            if (!outcome) co_return refuse_order(guest, call.reply, outcome.error(), call.language);
            const std::string body =
                json::serialize(order_json(guest.context, *outcome, OrderDepth::kWithHistory));
            call.reply.answer({.headers = kPrivate, .body = body});
        });
}

void get_bookings(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    auto guests = owners_in(guest, request);
    if (guests.empty()) return refuse(guest, reply, ErrorCode::kVisitorRequired, language);
    if (!request.query.empty()) return refuse(guest, reply, ErrorCode::kUnknownQueryKey, language);
    if (guest.context.orders == nullptr)
        return reply.answer({.headers = kPrivate, .body = R"({"bookings":[]})"});
    run_route(
        guest.context.loop, guest.metrics,
        [](GuestContext& guest, std::vector<GuestId> guests, Language language,
           LaterReply reply) -> awaitable<void> {
            const auto copies = co_await bookings_of(*guest.context.orders, std::move(guests));
            if (!copies) co_return refuse_order(guest, reply, copies.error(), language);
            json::array list;
            for (const OrderCopy& copy : *copies) {
                const OrderOutcome outcome = if_known(guest.context, copy);
                if (!outcome) co_return refuse_order(guest, reply, outcome.error(), language);
                list.push_back(order_json(guest.context, copy, OrderDepth::kBrief));
            }
            const std::string body = json::serialize(json::object{{"bookings", std::move(list)}});
            reply.answer({.headers = kPrivate, .body = body});
        }(guest, std::move(guests), language, reply.later()));
}

void get_order_page(GuestContext& guest, const Request& request, Reply& reply,
                    std::string_view code) {
    const Language language = page_language(request);
    const auto order = payment::parse_order_code(code);
    if (!order || guest.context.orders == nullptr)
        return refuse_page(guest, reply, ErrorCode::kOrderNotFound, language);
    auto guests = owners_in(guest, request);
    run_route(
        guest.context.loop, guest.metrics,
        [](GuestContext& guest, std::vector<GuestId> guests, ShownPlaces places,
           payment::OrderCode order, Language language, LaterReply reply) -> awaitable<void> {
            const auto outcome = if_known(
                guest.context,
                co_await ask_as_owner<OrderOutcome>(std::move(guests), [&](const GuestId& owner) {
                    return guest.context.orders->call(command::ShowOrder{order, owner});
                }));
            if (!outcome)
                co_return refuse_page(guest, reply,
                                      unavailable_as(guest, api_error(outcome.error())), language);
            const OrderPage page{language, *outcome, guest.context};
            std::string headers =
                std::string{kPageHeaders} + headers_of(guest, places, outcome->order);
            // The refresh is a header, because a page with script ignores the <noscript> element.
            const auto again = page_reload_s(outcome->order);
            if (again) headers += "Refresh: " + std::to_string(*again) + "\r\n";
            const std::string body = order_page(page);
            reply.answer({.content_type = kPageContentType, .headers = headers, .body = body});
        }(guest, std::move(guests), shown_places(request, *guest.context.keys), *order, language,
                                                                          reply.later()));
}

}  // namespace onsale::http
