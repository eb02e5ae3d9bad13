#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "adapter/http/transport/message/refusal.hpp"
#include "adapter/http/transport/socket/seeded_hash.hpp"

namespace onsale::http {

// How many connections are open, in all and from each address, over all listeners that share this.
// Thread safety: any thread. It locks, so it is asked when a connection comes or goes, and never by
// a request.
class OpenConnections {
  public:
    struct Caps {
        std::size_t in_all;
        std::size_t per_address;
    };
    // Nothing for a client that no cap per address holds for.
    using AddressKey = std::optional<std::uint64_t>;

    explicit OpenConnections(std::uint64_t seed = random_seed());

    // Counts a newcomer in, or says which cap it would break and counts nothing.
    std::optional<Refusal> enter(const Caps& caps, AddressKey address);
    // REQUIRES: it was counted in with the same key.
    void leave(AddressKey address);

  private:
    struct Hash {
        std::uint64_t seed;
        std::size_t operator()(std::uint64_t key) const { return seeded_hash(key, seed); }
    };

    std::mutex mutex_;
    std::size_t in_all_ = 0;
    // Bounded by the open connections: an address without one has no entry.
    std::unordered_map<std::uint64_t, std::uint32_t, Hash> per_address_;
};

}  // namespace onsale::http
