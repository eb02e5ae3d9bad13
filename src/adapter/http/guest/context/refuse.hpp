#pragma once

#include <string>
#include <string_view>

#include "adapter/http/api/error/api_error.hpp"
#include "adapter/http/api/error/bad_query.hpp"
#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// Every refusal of the guest site goes through here. It is counted and never cached.
template <class To>
void refuse(GuestContext& guest, To& reply, ErrorCode code, Language language,
            std::string_view details = "{}") {
    guest.metrics.rejected(code);
    const ErrorEntry& error = entry(code);
    std::string headers = "Cache-Control: no-store\r\n";
    if (error.status == 503 || error.status == 429) headers += "Retry-After: 1\r\n";
    if (code == ErrorCode::kOverloaded) ++guest.metrics.counters["shed_total"];
    const std::string body = error_body(code, language, details);
    reply.answer(Answer{.status = error.status, .headers = headers, .body = body, .refused = code});
}

template <class To>
void refuse_call(GuestContext& guest, To& reply, const BadQuery& bad, Language language,
                 std::string_view event) {
    refuse(guest, reply, bad.code, language, details_of(bad, event));
}

// An API call gets the error body. A form is redirected to its plain page, which shows the error.
template <class To>
void refuse_or_return(GuestContext& guest, To& reply, ErrorCode code, Language language,
                      const std::string& then_to, std::string_view details = "{}") {
    if (then_to.empty()) return refuse(guest, reply, code, language, details);
    guest.metrics.rejected(code);
    const std::string headers = "Cache-Control: no-store\r\nLocation: " + then_to +
                                "&refused=" + std::string{entry(code).code} + "\r\n";
    reply.answer(Answer{.status = 303, .headers = headers, .refused = code});
}

// The code for a guest. When the store is healthy, "unavailable" means that the writer's queue was
// full.
ErrorCode unavailable_as(const GuestContext& guest, ErrorCode code);

}  // namespace onsale::http
