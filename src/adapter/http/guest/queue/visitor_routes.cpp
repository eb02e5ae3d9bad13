// The identity of a browser before it has a place: a cookie, nothing is stored.
#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/refuse.hpp"
#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {

std::optional<token::OpenedVisitorToken> GuestSite::visitor_of(const Request& request) const {
    return token::open_visitor_token(
        *context_.keys, cookie_value(request.header("cookie"), cookie_name(request, "onsale_v")));
}

std::string GuestSite::visitor_cookie(const Request& request,
                                      const token::VisitorToken& visitor) const {
    return set_cookie(request, "onsale_v", token::seal(*context_.keys, visitor), kVisitorLives);
}

std::string GuestSite::new_visitor_cookie(const Request& request) const {
    return visitor_cookie(request, token::new_visitor(context_.clock.wall()));
}

// Signs a visitor cookie of the older key again, so that it survives a second key rotation.
std::string GuestSite::renewed_visitor(const Request& request) const {
    const auto visitor = visitor_of(request);
    return visitor && visitor->older_key ? visitor_cookie(request, visitor->token) : "";
}

// Pages are the same for everybody and set no cookie, so they request one here. An existing
// visitor's cookie is renewed for the full lifetime.
void GuestSite::post_visitor(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto body = json_body(request, {});
    if (!body) return refuse_call(reply, body.error(), language, {});
    if (!same_origin(request)) return refuse(reply, ErrorCode::kForeignOrigin, language);
    const auto known = visitor_of(request);
    const std::string headers =
        "Cache-Control: private, no-store\r\n" +
        (known ? visitor_cookie(request, known->token) : new_visitor_cookie(request));
    reply.answer(
        {.headers = headers, .body = known ? R"({"visitor":"known"})" : R"({"visitor":"new"})"});
}

}  // namespace onsale::http
