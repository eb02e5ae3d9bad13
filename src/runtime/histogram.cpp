#include "runtime/histogram.hpp"

#include <algorithm>
#include <cmath>

namespace onsale::runtime {

void Histogram::merge(const Histogram& other) {
    for (std::size_t i = 0; i < kBuckets; ++i)
        counts_[i] += other.counts_[i];
    count_ += other.count_;
    sum_ += other.sum_;
}

Histogram Histogram::since(const Histogram& earlier) const {
    Histogram later = *this;
    for (std::size_t i = 0; i < kBuckets; ++i)
        later.counts_[i] -= earlier.counts_[i];
    later.count_ -= earlier.count_;
    later.sum_ -= earlier.sum_;
    return later;
}

Histogram Histogram::part(Share share) const {
    // The rounding offset differs between buckets. Otherwise a histogram with one value per bucket
    // would return all values only for the full share.
    constexpr std::uint64_t kSteps = 32;
    constexpr std::uint64_t kStride = 13;
    Histogram some;
    for (const Bucket bucket : buckets()) {
        const std::uint64_t sooner = bucket.index * kStride % kSteps;
        const std::uint64_t steps = bucket.count * share.part * kSteps + sooner * share.whole;
        (void)some.add({bucket.index, steps / (share.whole * kSteps)});
    }
    return some;
}

std::vector<Histogram::Bucket> Histogram::buckets() const {
    std::vector<Bucket> found;
    for (std::size_t i = 0; i < kBuckets; ++i)
        if (counts_[i] > 0) found.push_back({i, counts_[i]});
    return found;
}

bool Histogram::add(Bucket bucket) {
    if (bucket.index >= kBuckets) return false;
    counts_[bucket.index] += bucket.count;
    count_ += bucket.count;
    sum_ += bucket.count * highest_in(bucket.index);
    return true;
}

std::uint64_t Histogram::quantile(double share) const {
    if (count_ == 0) return 0;
    const auto rank = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
    const std::uint64_t wanted = std::clamp<std::uint64_t>(rank, 1, count_);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
        seen += counts_[i];
        if (seen >= wanted) return highest_in(i);
    }
    return kLargest;
}

std::uint64_t Histogram::count_at_most(std::uint64_t limit) const {
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kBuckets && highest_in(i) <= limit; ++i)
        seen += counts_[i];
    return seen;
}

}  // namespace onsale::runtime
