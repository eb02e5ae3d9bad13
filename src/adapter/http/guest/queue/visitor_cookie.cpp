#include "adapter/http/guest/queue/visitor_cookie.hpp"

#include <chrono>

#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {
namespace {

constexpr std::chrono::hours kVisitorLives{24 * 90};  // Longer than any presale.

}  // namespace

std::optional<token::OpenedVisitorToken> visitor_of(const GuestContext& guest,
                                                    const Request& request) {
    return token::open_visitor_token(
        *guest.context.keys,
        cookie_value(request.header("cookie"), cookie_name(request, "onsale_v")));
}

std::string visitor_cookie(const GuestContext& guest, const Request& request,
                           const token::VisitorToken& visitor) {
    return set_cookie(request, "onsale_v", token::seal(*guest.context.keys, visitor),
                      kVisitorLives);
}

std::string new_visitor_cookie(const GuestContext& guest, const Request& request) {
    return visitor_cookie(guest, request, token::new_visitor(guest.context.clock.wall()));
}

std::string renewed_visitor(const GuestContext& guest, const Request& request) {
    const auto visitor = visitor_of(guest, request);
    return visitor && visitor->older_key ? visitor_cookie(guest, request, visitor->token) : "";
}

}  // namespace onsale::http
