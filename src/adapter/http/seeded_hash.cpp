#include "adapter/http/seeded_hash.hpp"

#include "token/random.hpp"

namespace onsale::http {

std::uint64_t random_seed() {
    std::uint64_t seed = 0;
    token::random_bytes({reinterpret_cast<unsigned char*>(&seed), sizeof seed});
    return seed;
}

}  // namespace onsale::http
