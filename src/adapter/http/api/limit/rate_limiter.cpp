#include "adapter/http/api/limit/rate_limiter.hpp"

#include <algorithm>
#include <bit>

#include "adapter/http/transport/socket/seeded_hash.hpp"
#include "base/assert.hpp"

namespace onsale::http {
namespace {

constexpr std::uint64_t kUsPerSecond = 1'000'000;
constexpr std::uint64_t kTimeMask = (std::uint64_t{1} << RateLimiter::kTimeBits) - 1;

// A loop may be suspended between reading the clock and calling, while another loop calls with a
// later time. A word that is further ahead than this is old and has wrapped.
constexpr Duration kReadingsApart = std::chrono::minutes{1};

constexpr std::uint64_t to_us(Duration time) {
    constexpr std::uint64_t kUsPerMs = 1000;
    return static_cast<std::uint64_t>(time.count()) * kUsPerMs;
}

// Never zero, so that a word of zero is an unused bucket.
std::uint64_t tag_of(std::uint64_t hash) {
    return std::max<std::uint64_t>(hash >> RateLimiter::kTimeBits, 1);
}

std::uint64_t word_of(std::uint64_t hash, std::uint64_t full_at_us) {
    return tag_of(hash) << RateLimiter::kTimeBits | (full_at_us & kTimeMask);
}

}  // namespace

RateLimiter::RateLimiter(const RateLimit& limit, std::uint64_t seed, std::size_t entries)
    : interval_us_(std::max<std::uint64_t>(to_us(limit.period) / limit.count, 1)),
      depth_us_((std::uint64_t{limit.burst} - 1) * interval_us_),
      lead_max_us_(depth_us_ + interval_us_ + to_us(kReadingsApart)),
      seed_(seed),
      set_mask_(entries / kWays - 1),
      sets_(std::make_unique<Set[]>(entries / kWays)) {
    static_assert(to_us(kRefillMax + kReadingsApart) < kTimeMask);
    ONSALE_ASSERT(limit.count > 0 && limit.burst > 0);
    ONSALE_ASSERT(depth_us_ + interval_us_ <= to_us(kRefillMax));
    ONSALE_ASSERT(std::has_single_bit(entries) && entries >= kWays);
}

std::uint64_t RateLimiter::lead(std::uint64_t word, std::uint64_t now_us) const {
    const std::uint64_t ahead = (word - now_us) & kTimeMask;
    return ahead <= lead_max_us_ ? ahead : 0;
}

// Two loops that look at the same set must agree on the oldest bucket, or both would create one for
// the same new key. So the order depends only on the words, not on each loop's time.
std::uint64_t RateLimiter::age(std::uint64_t word, std::uint64_t now_us) const {
    return (now_us + lead_max_us_ - word) & kTimeMask;
}

RateLimiter::Found RateLimiter::find(std::uint64_t hash, std::uint64_t now_us) const {
    Found oldest;
    std::uint64_t oldest_age = 0;
    for (Bucket& bucket : sets_[hash & set_mask_].buckets) {
        const std::uint64_t word = bucket.load(std::memory_order_relaxed);
        if (word >> kTimeBits == tag_of(hash)) return {&bucket, word, true};
        // A set fills from its front and is never emptied, so all buckets after an unused one are
        // unused.
        if (word == 0) return {&bucket, word, false};
        const std::uint64_t its_age = age(word, now_us);
        if (oldest.bucket != nullptr && its_age <= oldest_age) continue;
        oldest = {&bucket, word, false};
        oldest_age = its_age;
    }
    return oldest;
}

bool RateLimiter::allow(std::uint64_t key, Duration now) {
    const std::uint64_t now_us = to_us(now);
    const std::uint64_t hash = seeded_hash(key, seed_);
    // The exchange fails only when another loop has just counted a call in this bucket. So for one
    // key the number of retries is limited by the burst.
    while (true) {
        Found found = find(hash, now_us);
        const std::uint64_t used = found.known ? lead(found.word, now_us) : 0;
        if (used > depth_us_) return false;
        const std::uint64_t next = word_of(hash, now_us + used + interval_us_);
        // Relaxed order is enough: no other memory depends on the word.
        if (found.bucket->compare_exchange_strong(found.word, next, std::memory_order_relaxed)) {
            return true;
        }
    }
}

std::uint32_t RateLimiter::retry_after_s(std::uint64_t key, Duration now) const {
    const std::uint64_t now_us = to_us(now);
    const Found found = find(seeded_hash(key, seed_), now_us);
    const std::uint64_t used = found.known ? lead(found.word, now_us) : 0;
    const std::uint64_t wait = used > depth_us_ ? used - depth_us_ : 1;
    return static_cast<std::uint32_t>((wait + kUsPerSecond - 1) / kUsPerSecond);
}

}  // namespace onsale::http
