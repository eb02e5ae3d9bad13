#pragma once

#include <cstdint>

namespace onsale::http {

// An unpredictable seed.
std::uint64_t random_seed();

// Hashes keys that an attacker may choose. Without the seed nobody can construct collisions with
// another's key. Different keys have different hashes.
constexpr std::uint64_t seeded_hash(std::uint64_t key, std::uint64_t seed) {
    // The finaliser of SplitMix64: every input bit reaches every output bit.
    const auto mixed = [](std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
        return x ^ (x >> 31);
    };
    return mixed(mixed(key ^ seed) + seed);
}

}  // namespace onsale::http
