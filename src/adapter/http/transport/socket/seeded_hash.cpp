#include "adapter/http/transport/socket/seeded_hash.hpp"

#include <openssl/rand.h>

#include "base/assert.hpp"

namespace onsale::http {

std::uint64_t random_seed() {
    std::uint64_t seed = 0;
    ONSALE_ASSERT(RAND_bytes(reinterpret_cast<unsigned char*>(&seed), sizeof seed) == 1);
    return seed;
}

}  // namespace onsale::http
