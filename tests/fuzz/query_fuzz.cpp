// Parses arbitrary text as a query, a form body and a Cookie header. The lookup of a single value
// must agree with the complete parser if there is nothing to decode.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "adapter/http/transport/message/query.hpp"
#include "base/assert.hpp"

namespace {

using namespace onsale::http;

bool inside(std::string_view part, std::string_view whole) {
    return part.empty() || (part.data() >= whole.data() &&
                            part.data() + part.size() <= whole.data() + whole.size());
}

void read_query(std::string_view text) {
    if (const auto decoded = percent_decode(text)) {
        ONSALE_ASSERT(decoded->size() <= text.size());
        ONSALE_ASSERT(decoded->find('\0') == decoded->npos || text.find('\0') != text.npos);
    }
    const auto plain = plain_query_value(text, "token");
    ONSALE_ASSERT(!plain || inside(*plain, text));
    const auto values = QueryValues::parse(text);
    if (!values) return;
    (void)values->only({"token", "event"});
    const bool nothing_to_decode = text.find_first_of("%+") == text.npos;
    if (plain && nothing_to_decode) ONSALE_ASSERT(values->get("token") == *plain);
}

void read_cookies(std::string_view text) {
    ONSALE_ASSERT(inside(cookie_value(text, "visitor"), text));
    ONSALE_ASSERT(inside(cookie_with_prefix(text, "queue-"), text));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    read_query(bytes);
    read_cookies(bytes);
    return 0;
}
