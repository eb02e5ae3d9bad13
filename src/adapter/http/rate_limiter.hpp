#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "base/time.hpp"

namespace onsale::http {

struct RateLimit {
    std::uint32_t count = 100;  // So many calls ...
    Duration period{1000};      // ... in this time on average,
    std::uint32_t burst = 200;  // and so many at once after a rest.
};

// A token bucket per key in memory of a fixed size. A key is an address key, a guest, or whatever
// the caller mixes into 64 bits.
//
// The table is set-associative. When a set is full, the bucket nearest to being full again is
// forgotten, and a full bucket is the same as none: so a flood of new keys pushes out each other
// and idle callers, and forgets a caller at its limit last. The price: with more busy keys than
// entries, some callers get a fresh burst too early. The hash is keyed by `seed`, so that nobody
// can aim at the set of somebody else.
// Thread safety: one loop.
class RateLimiter {
  public:
    static constexpr std::size_t kEntriesDefault = 65'536;  // 1 MiB, touched page by page.

    // REQUIRES: `entries` is a power of two and at least kWays; limit.count and burst above zero.
    RateLimiter(const RateLimit& limit, std::uint64_t seed, std::size_t entries = kEntriesDefault);

    bool allow(std::uint64_t key, Duration now);

    // How long until the key is allowed again, in whole seconds, at least one.
    std::uint32_t retry_after_s(std::uint64_t key, Duration now) const;

    std::size_t memory_bytes() const { return (set_mask_ + 1) * kWays * sizeof(Bucket); }

  private:
    static constexpr std::size_t kWays = 8;  // Two cache lines.

    // The bucket is full again at `full_at_us`; each call moves that by one interval.
    struct Bucket {
        std::uint64_t key;
        std::int64_t full_at_us;
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    Bucket* set_of(std::uint64_t key) const;
    std::int64_t wait_us(const Bucket& bucket, std::int64_t now_us) const;

    std::int64_t interval_us_;
    std::int64_t depth_us_;  // How far full_at_us may lie ahead and one more call still fits.
    std::uint64_t seed_;
    std::size_t set_mask_;
    std::unique_ptr<Bucket[], Free> buckets_;
};

}  // namespace onsale::http
