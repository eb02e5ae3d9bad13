#include "token/key/random.hpp"

#include <utility>

#include <openssl/rand.h>

#include "base/assert.hpp"

namespace onsale::token {

void random_bytes(std::span<std::uint8_t> out) {
    ONSALE_ASSERT(RAND_bytes(out.data(), static_cast<int>(out.size())) == 1);
}

Sha256Digest RandomPool::take() {
    if (left_ == 0) {
        random_bytes({pool_.front().data(), sizeof pool_});
        left_ = pool_.size();
    }
    return std::exchange(pool_[--left_], {});
}

}  // namespace onsale::token
