// Opens arbitrary text as every kind of token. Unsigned text must never open. Arbitrary payloads
// are also signed first: a payload that then opens must be exactly what sealing produces.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/assert.hpp"
#include "base/base64url.hpp"
#include "token/entry_token.hpp"
#include "token/key/test_keys.hpp"
#include "token/queue_token.hpp"
#include "token/visitor_token.hpp"

namespace {

using namespace onsale;
using namespace onsale::token;

void open_all(const Keys& keys, std::string_view text) {
    if (const auto queue = open_queue_token(keys, text); queue && !queue->older_key)
        ONSALE_ASSERT(seal(keys, queue->token) == text);
    if (const auto visitor = open_visitor_token(keys, text); visitor && !visitor->older_key)
        ONSALE_ASSERT(seal(keys, visitor->token) == text);
    if (const auto entry = open_entry_token(keys, text)) ONSALE_ASSERT(seal(keys, *entry) == text);
}

// Signs the whole payload for each purpose and opens the result.
void open_sealed(const Keys& keys, std::string_view payload) {
    for (const Purpose purpose : {Purpose::kQueue, Purpose::kVisitor, Purpose::kDevice})
        open_all(keys, seal(keys, purpose, payload.substr(0, kPayloadMax)));
    std::string jws = base64url_encode(R"({"alg":"HS256","typ":"JWT","kid":"1"})");
    jws += "." + base64url_encode(payload);
    const Sha256Digest digest = keys.current().mac(Purpose::kEntry)(jws);
    open_all(keys, jws + "." + base64url_encode(as_bytes(digest)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Keys kKeys = test_keys();
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    open_all(kKeys, bytes);
    open_sealed(kKeys, bytes);
    return 0;
}
