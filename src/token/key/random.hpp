#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/sha256.hpp"

namespace onsale::token {

// Fills `out` from the system's cryptographic random generator. Aborts the process when no entropy
// is available, so the bytes are never predictable.
void random_bytes(std::span<std::uint8_t> out);

// Buffers random bytes for callers that often need a few, because each call of the system generator
// costs microseconds regardless of the size. No byte is returned twice.
// Thread safety: one thread.
class RandomPool {
  public:
    Sha256Digest take();

  private:
    static constexpr std::size_t kDigests = 64;

    std::array<Sha256Digest, kDigests> pool_{};
    std::size_t left_ = 0;
};

}  // namespace onsale::token
