// Pages and files that are the same for everybody.
#include <string>
#include <vector>

#include "adapter/http/api/page/page_answers.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/page/routes.hpp"
#include "adapter/http/guest/plain/plain_page.hpp"
#include "adapter/http/guest/plain/refuse_page.hpp"

namespace onsale::http {

void get_shell(GuestContext& guest, const Request& request, Reply& reply,
               const PageAddress& address) {
    const Language language = page_language(request);
    if (!send_shell(request, reply, guest.context.web, address.page, language,
                    guest.context.form_origins))
        refuse_page(guest, reply, ErrorCode::kNotFound, language);
}

void get_home_page(GuestContext& guest, const Request& request, Reply& reply) {
    const std::string page = home_page(page_language(request), guest.context.view);
    const std::string headers = std::string{kPageHeaders} + std::string{kPrivate};
    reply.answer({.content_type = kPageContentType, .headers = headers, .body = page});
}

void get_asset(GuestContext& guest, const Request& request, Reply& reply) {
    if (!request.query.empty())
        return refuse(guest, reply, ErrorCode::kUnknownQueryKey, language_of(request));
    if (send_asset(request, reply, guest.context.web)) return;
    refuse(guest, reply, ErrorCode::kNotFound, language_of(request));
}

}  // namespace onsale::http
