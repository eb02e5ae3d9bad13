#include "adapter/http/rate_limiter.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <span>

#include "base/assert.hpp"

namespace onsale::http {
namespace {

constexpr std::int64_t kUsPerMs = 1000;
constexpr std::int64_t kUsPerSecond = 1'000'000;

std::int64_t to_us(Duration now) {
    return now.count() * kUsPerMs;
}

// The finaliser of SplitMix64: every input bit reaches every output bit.
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

}  // namespace

RateLimiter::RateLimiter(const RateLimit& limit, std::uint64_t seed, std::size_t entries)
    : interval_us_(std::max<std::int64_t>(to_us(limit.period) / limit.count, 1)),
      depth_us_((static_cast<std::int64_t>(limit.burst) - 1) * interval_us_),
      seed_(seed),
      set_mask_(entries / kWays - 1) {
    ONSALE_ASSERT(limit.count > 0 && limit.burst > 0);
    ONSALE_ASSERT(std::has_single_bit(entries) && entries >= kWays);
    // calloc, not new: untouched pages of the zeroed table cost no memory.
    buckets_.reset(static_cast<Bucket*>(std::calloc(entries, sizeof(Bucket))));
    if (!buckets_) throw std::bad_alloc{};
}

RateLimiter::Bucket* RateLimiter::set_of(std::uint64_t key) const {
    return &buckets_[(mixed(mixed(key ^ seed_) + seed_) & set_mask_) * kWays];
}

std::int64_t RateLimiter::wait_us(const Bucket& bucket, std::int64_t now_us) const {
    return bucket.full_at_us - now_us - depth_us_;
}

bool RateLimiter::allow(std::uint64_t key, Duration now) {
    const std::int64_t now_us = to_us(now);
    Bucket* const set = set_of(key);
    Bucket* found = std::find_if(set, set + kWays, [&](const Bucket& b) { return b.key == key; });
    if (found == set + kWays) {
        found = std::min_element(set, set + kWays, [](const Bucket& a, const Bucket& b) {
            return a.full_at_us < b.full_at_us;
        });
        *found = {key, now_us};
    }
    if (wait_us(*found, now_us) > 0) return false;
    found->full_at_us = std::max(found->full_at_us, now_us) + interval_us_;
    return true;
}

std::uint32_t RateLimiter::retry_after_s(std::uint64_t key, Duration now) const {
    const std::span<const Bucket> set{set_of(key), kWays};
    const auto found = std::ranges::find(set, key, &Bucket::key);
    if (found == set.end()) return 1;
    const std::int64_t wait = std::max<std::int64_t>(wait_us(*found, to_us(now)), 1);
    return static_cast<std::uint32_t>((wait + kUsPerSecond - 1) / kUsPerSecond);
}

}  // namespace onsale::http
