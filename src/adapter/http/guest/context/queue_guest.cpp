#include "adapter/http/guest/context/queue_guest.hpp"

#include <algorithm>
#include <string>

#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {

using waiting_room::EventId;
using waiting_room::LineView;

namespace {

constexpr std::string_view kQueueCookie = "onsale_q_";

}  // namespace

std::string_view queue_token_of(const Request& request, std::string_view event) {
    if (request.has_header("x-queue-token")) return request.header("x-queue-token");
    return cookie_value(request.header("cookie"),
                        cookie_name(request, std::string{kQueueCookie} + std::string{event}));
}

std::vector<token::QueueToken> queue_cookies_in(const Request& request, const token::Keys& keys) {
    const std::string prefix = cookie_name(request, kQueueCookie);
    std::vector<token::QueueToken> tokens;
    std::string_view header = request.header("cookie");
    while (!header.empty()) {
        const std::size_t end = std::min(header.find(';'), header.size());
        const auto text = cookie_with_prefix(header.substr(0, end), prefix);
        if (!text.empty())
            if (const auto opened = token::open_queue_token(keys, text))
                tokens.push_back(opened->token);
        header.remove_prefix(std::min(end + 1, header.size()));
    }
    return tokens;
}

Result<QueueGuest, BadQuery> find_queue_guest(const GuestContext& guest, const Request& request,
                                              std::string_view event) {
    if (event.empty()) return fail(BadQuery{ErrorCode::kBadField, "eventId"});
    const std::string_view text = queue_token_of(request, event);
    if (text.empty()) return fail(BadQuery{ErrorCode::kQueueTokenRequired});
    const auto opened = text == guest.opened_text
                            ? guest.opened
                            : token::open_queue_token(*guest.context.keys, text);
    if (!opened) return fail(BadQuery{ErrorCode::kQueueTokenInvalid});
    const LineView* const line = guest.context.view.find(EventId{opened->token.event});
    if (line == nullptr || line->settings().key != event)
        return fail(BadQuery{ErrorCode::kQueueTokenInvalid});
    const bool moved =
        !line->belongs(waiting_room::Number{opened->token.number}, opened->token.guest);
    return QueueGuest{opened->token, line, opened->older_key, moved};
}

QueueGuest queue_guest_of(const GuestContext& guest, const token::QueueToken& token) {
    QueueGuest who{token, guest.context.view.find(EventId{token.event})};
    who.moved = !who.line->belongs(who.number(), token.guest);
    return who;
}

Result<QueueGuest, BadQuery> find_holder(const GuestContext& guest, const Request& request,
                                         std::string_view event) {
    auto who = find_queue_guest(guest, request, event);
    if (who && who->moved) return fail(BadQuery{ErrorCode::kPlaceMoved});
    return who;
}

}  // namespace onsale::http
