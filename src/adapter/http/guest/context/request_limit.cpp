#include "adapter/http/guest/context/request_limit.hpp"

#include <string>

#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/api/error/api_error.hpp"
#include "adapter/http/guest/context/event_named.hpp"
#include "adapter/http/transport/message/client_address.hpp"
#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {
namespace {

// With TLS, only cookie names count that no other host can set, and a call about one event is
// counted under that event's cookie. Otherwise a cookie planted by a sibling domain could use up
// another guest's limit.
std::string_view queue_cookie_of(const Request& request, std::string_view event) {
    const std::string_view cookies = request.header("cookie");
    if (cookies.empty()) return {};
    const std::string prefix = cookie_name(request, "onsale_q_");
    return event.empty() ? cookie_with_prefix(cookies, prefix)
                         : cookie_value(cookies, prefix + std::string{event});
}

// False if the call names an event and the token is another event's. An event that this process
// does not know yet is left to the route.
bool is_of_event_named(const GuestContext& guest, std::string_view named,
                       const token::QueueToken& token) {
    const auto* const line = guest.context.view.find(waiting_room::EventId{token.event});
    return named.empty() || line == nullptr || line->settings().key == named;
}

// The request's queue token if it is valid and, when the call names an event, of that event.
std::optional<token::QueueToken> shown_token(GuestContext& guest, const Request& request,
                                             std::string_view event) {
    std::string_view text = request.header("x-queue-token");
    if (!request.has_header("x-queue-token")) text = queue_cookie_of(request, event);
    guest.opened_text = text;
    guest.opened = text.empty() ? std::nullopt : token::open_queue_token(*guest.context.keys, text);
    if (!guest.opened || !is_of_event_named(guest, event, guest.opened->token)) return std::nullopt;
    guest.asking = guest.opened->token.guest;
    return guest.opened->token;
}

}  // namespace

// A guest with a valid queue token is limited by its own bucket. All others are limited by address,
// which many people may share.
bool let_in(GuestContext& guest, const Request& request, Reply& reply,
            std::span<const QueryParameter> query) {
    const Duration now = guest.context.clock.now().time_since_epoch();
    const auto shown = shown_token(guest, request, event_named(request, query));
    if (request.local) return true;
    // The key is made of event and number: one bucket per guest.
    const std::uint64_t key =
        shown ? std::uint64_t{shown->event} << 32 | shown->number : limiter_key(request.client);
    RateLimiter& limiter = shown ? guest.limits.per_guest : guest.limits.per_address;
    if (limiter.allow(key, now)) return true;
    guest.metrics.limited(shown ? LimitKind::kGuest : LimitKind::kAddress);
    guest.metrics.rejected(ErrorCode::kTooManyRequests);
    const std::string headers = "Cache-Control: no-store\r\nRetry-After: " +
                                std::to_string(limiter.retry_after_s(key, now)) + "\r\n";
    const std::string body = error_body(ErrorCode::kTooManyRequests, language_of(request));
    reply.answer(
        {.status = 429, .headers = headers, .body = body, .refused = ErrorCode::kTooManyRequests});
    return false;
}

}  // namespace onsale::http
