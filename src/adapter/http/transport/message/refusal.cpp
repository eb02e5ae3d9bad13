#include "adapter/http/transport/message/refusal.hpp"

#include <array>

#define ONSALE_REFUSAL(status, code, message, retry_after_s)                                \
    RefusalText {                                                                           \
        status, code, "{\"code\":\"" code "\",\"message\":\"" message "\",\"details\":{}}", \
            retry_after_s                                                                   \
    }

namespace onsale::http {
namespace {

// In the order of the enumeration.
constexpr std::array<RefusalText, kRefusalCount> kTexts{
    ONSALE_REFUSAL(400, "HEAD_MALFORMED", "The request head is not valid HTTP/1.1.", 0),
    ONSALE_REFUSAL(400, "LENGTH_INVALID", "Content-Length is not one plain number.", 0),
    ONSALE_REFUSAL(400, "LENGTH_CONFLICT", "The length of the body is stated more than once.", 0),
    ONSALE_REFUSAL(400, "TRANSFER_ENCODING_REFUSED",
                   "Only Transfer-Encoding: chunked is accepted, and only in HTTP/1.1.", 0),
    ONSALE_REFUSAL(400, "HOST_REQUIRED", "Exactly one valid Host header is needed.", 0),
    ONSALE_REFUSAL(400, "TARGET_REFUSED", "The request target must be a path.", 0),
    ONSALE_REFUSAL(414, "URI_TOO_LONG", "The request target is too long.", 0),
    ONSALE_REFUSAL(431, "HEADERS_TOO_LARGE", "The request head is too large.", 0),
    ONSALE_REFUSAL(505, "VERSION_NOT_SUPPORTED", "Only HTTP/1.0 and HTTP/1.1 are spoken here.", 0),
    ONSALE_REFUSAL(417, "EXPECTATION_FAILED", "Only Expect: 100-continue is understood.", 0),
    ONSALE_REFUSAL(400, "CHUNK_MALFORMED", "The chunked body is not valid.", 0),
    ONSALE_REFUSAL(413, "BODY_TOO_LARGE", "The request body is too large.", 0),
    ONSALE_REFUSAL(408, "REQUEST_TIMEOUT", "The request did not arrive in time.", 0),
    ONSALE_REFUSAL(429, "TOO_MANY_CONNECTIONS", "Too many connections from this address.", 5),
    ONSALE_REFUSAL(503, "SERVER_FULL", "The server has no connection free.", 2),
};

}  // namespace

const RefusalText& text_of(Refusal refusal) {
    return kTexts[static_cast<std::size_t>(refusal)];
}

}  // namespace onsale::http
