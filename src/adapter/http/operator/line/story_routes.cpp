// The service desk's route: the story of one guest in words, found by a code that the guest can
// read out.
#include <charconv>
#include <cstring>
#include <utility>

#include <boost/json/array.hpp>

#include "adapter/http/api/context/guest_code.hpp"
#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/message_json.hpp"
#include "adapter/http/operator/line/guest_story_text.hpp"
#include "base/base64url.hpp"
#include "base/time_text.hpp"
#include "payment/domain/order_code.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using boost::asio::awaitable;
using sale::StoryAsk;
using AskFound = Result<StoryAsk, AdminRefusal>;

constexpr std::string_view kStoryCodes =
    "must be a guest's code (G-...), an order (O-...), a booking (B-...), a number of the line or "
    "a "
    "guest's id";

StoryAsk by_guest(waiting_room::EventId event, const GuestId& guest) {
    return {.event = event, .is_guest = [guest](const GuestId& one) { return one == guest; }};
}

std::optional<waiting_room::Number> number_in(std::string_view text) {
    waiting_room::Number number;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number.value);
    if (read.ec != std::errc{} || read.ptr != end || number.value == 0) return std::nullopt;
    return number;
}

std::optional<GuestId> guest_in(std::string_view text) {
    GuestId guest;
    const auto bytes = hex_decode(text);
    if (!bytes || bytes->size() != guest.bytes.size()) return std::nullopt;
    std::memcpy(guest.bytes.data(), bytes->data(), bytes->size());
    return guest;
}

// The writer finds orders and bookings. The code may belong to another event.
awaitable<std::optional<AskFound>> by_order(AdminCall& call, waiting_room::EventId event,
                                            std::string code) {
    sale::OrderOutcome found = fail(sale::PayRefusal{sale::PayError::kUnknownOrder});
    if (const auto order = payment::parse_order_code(code)) {
        sale::command::ShowOrder show{*order, std::nullopt};
        found = co_await call.context.orders->call(std::move(show));
    } else if (const auto booking = booking::parse_booking_number(code)) {
        sale::command::ShowBooking show{*booking, std::nullopt};
        found = co_await call.context.orders->call(std::move(show));
    } else {
        co_return std::nullopt;
    }
    if (!found || found->order.event != event)
        co_return AskFound{fail(AdminRefusal{ErrorCode::kOrderNotFound, {{"order", code}}})};
    co_return AskFound{by_guest(event, found->order.guest)};
}

awaitable<AskFound> find_asked(AdminCall& call, waiting_room::EventId event) {
    const std::string code{call.query.get("code")};
    if (auto ordered = co_await by_order(call, event, code)) co_return std::move(*ordered);
    if (const auto bits = parse_guest_code(code))
        co_return StoryAsk{.event = event, .is_guest = [bits = *bits](const GuestId& one) {
                               return code_bits(one) == bits;
                           }};
    if (const auto guest = guest_in(code)) co_return by_guest(event, *guest);
    if (const auto number = number_in(code))
        co_return StoryAsk{.event = event, .is_guest = {}, .number = *number};
    if (code.empty()) co_return fail(bad_field("code", kStoryCodes));
    co_return fail(
        AdminRefusal{ErrorCode::kGuestNotFound, {{"field", "code"}, {"message", kStoryCodes}}});
}

AdminRefusal refusal_of(const operate::StoryFailure& failure) {
    switch (failure.error) {
        case operate::StoryError::kNotKept:
            return {ErrorCode::kStoryNotAvailable};
        case operate::StoryError::kBusy:
            return {ErrorCode::kOverloaded};
        case operate::StoryError::kUnreadable:
            return {ErrorCode::kStorageUnavailable, {{"message", failure.message}}};
    }
    return {ErrorCode::kInternal};
}

}  // namespace

AdminWork show_story(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    const waiting_room::EventId id = event->id;
    auto ask = co_await find_asked(call, id);
    if (!ask) co_return fail(ask.error());
    const auto told = co_await call.server.story(std::move(*ask));
    if (!told) co_return fail(refusal_of(told.error()));
    json::array lines;
    for (const StoryLine& line : story_lines(call.context, id, told->facts))
        lines.push_back({{"at", format_iso_time(line.at)},
                         {"text", format_english(line.message)},
                         {"code", line.message.code()},
                         {"values", to_json(line.message.values)}});
    co_return json_answer({{"whole", told->whole}, {"story", std::move(lines)}});
}

}  // namespace onsale::http
