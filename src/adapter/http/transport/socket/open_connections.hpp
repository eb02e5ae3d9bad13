#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "adapter/http/transport/message/refusal.hpp"
#include "adapter/http/transport/socket/seeded_hash.hpp"

namespace onsale::http {

// Counts open connections, in total and per address, over all listeners that share this.
// Thread safety: any thread. It takes a lock, so it is used only when a connection opens or closes,
// never by a request.
class OpenConnections {
  public:
    struct Caps {
        std::size_t in_all;
        std::size_t per_address;
    };
    // Null for a client that is exempt from the cap per address.
    using AddressKey = std::optional<std::uint64_t>;

    explicit OpenConnections(std::uint64_t seed = random_seed());

    // Counts a new connection. If a cap would be exceeded, returns that cap and counts nothing.
    std::optional<Refusal> enter(const Caps& caps, AddressKey address);
    // REQUIRES: enter() counted it with the same key.
    void leave(AddressKey address);

  private:
    struct Hash {
        std::uint64_t seed;
        std::size_t operator()(std::uint64_t key) const { return seeded_hash(key, seed); }
    };

    std::mutex mutex_;
    std::size_t in_all_ = 0;
    // Bounded by the open connections: an address without connections has no entry.
    std::unordered_map<std::uint64_t, std::uint32_t, Hash> per_address_;
};

}  // namespace onsale::http
