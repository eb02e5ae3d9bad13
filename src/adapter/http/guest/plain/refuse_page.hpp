#pragma once

#include <string>

#include "adapter/http/api/page/page_answers.hpp"
#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/guest/plain/plain_page.hpp"

namespace onsale::http {

// Refuses a browser that opened a page. It is counted and never cached.
template <class To>
void refuse_page(GuestContext& guest, To& reply, ErrorCode code, Language language) {
    guest.metrics.rejected(code);
    const std::string headers = std::string{kPageHeaders} + "Cache-Control: no-store\r\n";
    const std::string page = error_page(language, code);
    reply.answer(Answer{.status = entry(code).status,
                        .content_type = kPageContentType,
                        .headers = headers,
                        .body = page,
                        .refused = code});
}

}  // namespace onsale::http
