#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/sha256.hpp"

namespace onsale::token {

// Fills `out` from the system's cryptographic generator. Never returns predictable bytes: without
// entropy the process stops.
void random_bytes(std::span<std::uint8_t> out);

// The same, for whoever wants a little very often: asking the generator costs microseconds however
// little is wanted. No byte is given twice.
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
