#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/time.hpp"

namespace onsale::http {

struct RateLimit {
    std::uint32_t count = 100;  // Average number of calls per period.
    Duration period{1000};
    std::uint32_t burst = 200;  // Maximum number of calls at once after a pause.
};

// A token bucket per key in memory of a fixed size, shared by all loops. A key is an address key, a
// guest, or any 64-bit mix that the caller makes.
//
// A bucket is one word: a tag of the key, and the time at which the bucket is full again. Each call
// advances that time by one interval with a compare-exchange, so a limit is exact for any number of
// loops. A refusal writes nothing.
//
// The table is set-associative. Its known limitations are harmless:
// - When a set is full, the bucket that is closest to being full again is evicted. A full bucket is
//   the same as none, so a flood of new keys evicts each other and idle callers first, and a caller
//   at its limit last. With more busy keys than entries, some callers get a fresh burst too early.
//   If two loops re-insert the same evicted key at the same time, one call is not counted.
// - Two keys of one set with the same tag share a bucket: stricter, never looser. In a full table
//   this affects one key in two million. The hash is keyed by `seed`, so nobody can target another
//   key.
// - The time in a word wraps after 12.7 days. A bucket that was not used for that long may look as
//   it did then, until the time at which it would have been full.
// Thread safety: any thread; lock-free.
class RateLimiter {
  public:
    static constexpr std::size_t kEntriesDefault = 131'072;  // 1 MiB.
    // Maximum time to refill a whole burst. The time in a word must be able to hold it.
    static constexpr Duration kRefillMax = std::chrono::days{7};
    static constexpr unsigned kTimeBits =
        40;  // Bits of the time in microseconds; the other bits are the tag.

    // REQUIRES: `entries` is a power of two and at least kWays; limit.count and burst are above
    // zero; refilling a burst takes at most kRefillMax.
    RateLimiter(const RateLimit& limit, std::uint64_t seed, std::size_t entries = kEntriesDefault);

    // `now` may be behind another loop's by the time that reading a clock can take.
    bool allow(std::uint64_t key, Duration now);

    // Whole seconds until the key is allowed again, at least one.
    std::uint32_t retry_after_s(std::uint64_t key, Duration now) const;

  private:
    static constexpr std::size_t kCacheLine = 64;
    static constexpr std::size_t kWays = kCacheLine / sizeof(std::uint64_t);

    using Bucket = std::atomic<std::uint64_t>;
    struct alignas(kCacheLine) Set {
        std::array<Bucket, kWays> buckets;
    };
    // The key's bucket, or the one to evict for it.
    struct Found {
        Bucket* bucket = nullptr;
        std::uint64_t word = 0;
        bool known = false;
    };

    Found find(std::uint64_t hash, std::uint64_t now_us) const;
    // Time until the bucket is full again; zero when it is full.
    std::uint64_t lead(std::uint64_t word, std::uint64_t now_us) const;
    std::uint64_t age(std::uint64_t word, std::uint64_t now_us) const;

    std::uint64_t interval_us_;
    std::uint64_t depth_us_;  // The longest lead that still allows one more call.
    std::uint64_t lead_max_us_;
    std::uint64_t seed_;
    std::size_t set_mask_;
    std::unique_ptr<Set[]> sets_;
};

}  // namespace onsale::http
