#include "token/key/secret.hpp"

#include <string>

#include "token/key/mac.hpp"
#include "token/key/random.hpp"

namespace onsale::token {

Secret derive(const Secret& stored, std::string_view info) {
    static constexpr Secret kEmptySalt{};  // RFC 5869: a missing salt is a block of zeros.
    const Secret extracted = Mac{secret_bytes(kEmptySalt)}(secret_bytes(stored));
    return Mac{secret_bytes(extracted)}(std::string{info} + '\x01');
}

Secret new_secret() {
    Secret secret;
    random_bytes(secret);
    return secret;
}

}  // namespace onsale::token
