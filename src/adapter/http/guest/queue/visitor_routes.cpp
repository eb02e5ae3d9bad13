#include "adapter/http/api/context/guest_identity.hpp"
#include "adapter/http/api/error/json_body.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/queue/routes.hpp"
#include "adapter/http/guest/queue/visitor_cookie.hpp"

namespace onsale::http {

// Pages are the same for everybody and set no cookie, so they request one here. An existing
// visitor's cookie is renewed for the full lifetime.
void post_visitor(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto body = json_body(request, {});
    if (!body) return refuse_call(guest, reply, body.error(), language, {});
    if (!same_origin(request)) return refuse(guest, reply, ErrorCode::kForeignOrigin, language);
    const auto known = visitor_of(guest, request);
    const std::string headers =
        std::string{kPrivate} +
        (known ? visitor_cookie(guest, request, known->token) : new_visitor_cookie(guest, request));
    reply.answer(
        {.headers = headers, .body = known ? R"({"visitor":"known"})" : R"({"visitor":"new"})"});
}

}  // namespace onsale::http
