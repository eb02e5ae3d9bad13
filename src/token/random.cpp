#include "token/random.hpp"

#include <openssl/rand.h>

#include "base/assert.hpp"

namespace onsale::token {

void random_bytes(std::span<std::uint8_t> out) {
    ONSALE_ASSERT(RAND_bytes(out.data(), static_cast<int>(out.size())) == 1);
}

}  // namespace onsale::token
