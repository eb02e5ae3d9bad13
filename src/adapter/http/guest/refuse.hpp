#pragma once

#include <string>
#include <string_view>

#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/page/plain_page.hpp"

namespace onsale::http {

// Every refusal of the guest site goes through here. It is counted and never cached.
template <class To>
void GuestSite::refuse(To& reply, ErrorCode code, Language language, std::string_view details) {
    metrics_.rejected(code);
    const ErrorEntry& error = entry(code);
    std::string headers = "Cache-Control: no-store\r\n";
    if (error.status == 503 || error.status == 429) headers += "Retry-After: 1\r\n";
    if (code == ErrorCode::kOverloaded) ++metrics_.shed;
    const std::string body = error_body(code, language, details);
    reply.answer(Answer{.status = error.status, .headers = headers, .body = body, .refused = code});
}

template <class To>
void GuestSite::refuse_call(To& reply, const BadQuery& bad, Language language,
                            std::string_view event) {
    refuse(reply, bad.code, language, details_of(bad, event));
}

template <class To>
void GuestSite::refuse_or_return(To& reply, ErrorCode code, Language language,
                                 const std::string& then_to, std::string_view details) {
    if (then_to.empty()) return refuse(reply, code, language, details);
    metrics_.rejected(code);
    const std::string headers = "Cache-Control: no-store\r\nLocation: " + then_to +
                                "&refused=" + std::string{entry(code).code} + "\r\n";
    reply.answer(Answer{.status = 303, .headers = headers, .refused = code});
}

// The same for a browser that opened a page.
template <class To>
void GuestSite::refuse_page(To& reply, ErrorCode code, Language language) {
    metrics_.rejected(code);
    const std::string headers = std::string{kPageHeaders} + "Cache-Control: no-store\r\n";
    const std::string page = error_page(language, code);
    reply.answer(Answer{.status = entry(code).status,
                        .content_type = kPageContentType,
                        .headers = headers,
                        .body = page,
                        .refused = code});
}

}  // namespace onsale::http
