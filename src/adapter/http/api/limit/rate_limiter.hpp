#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/time.hpp"

namespace onsale::http {

struct RateLimit {
    std::uint32_t count = 100;  // So many calls ...
    Duration period{1000};      // ... in this time on average,
    std::uint32_t burst = 200;  // and so many at once after a rest.
};

// A token bucket per key in memory of a fixed size, shared by all loops. A key is an address key, a
// guest, or whatever the caller mixes into 64 bits.
//
// A bucket is one word: a tag of the key, and when the bucket is full again; each call moves that
// by one interval with a compare-exchange, so a limit is exact however many loops ask. A refusal
// writes nothing.
//
// The table is set-associative. Its limits, each of them harmless but worth knowing:
// - When a set is full, the bucket nearest to being full again is forgotten, and a full bucket is
//   the same as none: a flood of new keys pushes out each other and idle callers, and forgets a
//   caller at its limit last. With more busy keys than entries, some callers get a fresh burst too
//   early; if two loops bring back the same forgotten key at the same moment, one call is not
//   counted.
// - Two keys of one set with the same tag share a bucket: stricter, never looser. Of a full table
//   that is one key in two million, and the hash is keyed by `seed`, so nobody can aim at another.
// - The time in a word wraps after 12.7 days. A bucket left alone for that long may look as it did
//   then, until it would have been full.
// Thread safety: any thread; lock-free.
class RateLimiter {
  public:
    static constexpr std::size_t kEntriesDefault = 131'072;  // 1 MiB.
    // The longest time that earning a whole burst may take; the time in a word must hold it.
    static constexpr Duration kRefillMax = std::chrono::days{7};
    static constexpr unsigned kTimeBits = 40;  // Microseconds; the rest of a word is the tag.

    // REQUIRES: `entries` is a power of two and at least kWays; limit.count and burst above zero;
    // burst calls take at most kRefillMax.
    RateLimiter(const RateLimit& limit, std::uint64_t seed, std::size_t entries = kEntriesDefault);

    // `now` may be behind that of another loop by as much as reading a clock can take.
    bool allow(std::uint64_t key, Duration now);

    // How long until the key is allowed again, in whole seconds, at least one.
    std::uint32_t retry_after_s(std::uint64_t key, Duration now) const;

    std::size_t memory_bytes() const { return (set_mask_ + 1) * sizeof(Set); }

  private:
    static constexpr std::size_t kCacheLine = 64;
    static constexpr std::size_t kWays = kCacheLine / sizeof(std::uint64_t);

    using Bucket = std::atomic<std::uint64_t>;
    struct alignas(kCacheLine) Set {
        std::array<Bucket, kWays> buckets;
    };
    // The key's bucket, or the one to forget in its favour.
    struct Found {
        Bucket* bucket = nullptr;
        std::uint64_t word = 0;
        bool known = false;
    };

    Found find(std::uint64_t hash, std::uint64_t now_us) const;
    // How far ahead of now the bucket is full again; zero when it is.
    std::uint64_t lead(std::uint64_t word, std::uint64_t now_us) const;
    std::uint64_t age(std::uint64_t word, std::uint64_t now_us) const;

    std::uint64_t interval_us_;
    std::uint64_t depth_us_;  // The longest lead that leaves room for one more call.
    std::uint64_t lead_max_us_;
    std::uint64_t seed_;
    std::size_t set_mask_;
    std::unique_ptr<Set[]> sets_;
};

}  // namespace onsale::http
