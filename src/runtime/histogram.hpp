#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace onsale::runtime {

// A log-linear histogram in the style of HdrHistogram. Every power of two is divided into 32 equal
// buckets, so that a value is known to within 1/32 (3 %) and recording is a shift and two
// additions. The caller chooses the unit. Values beyond the range count in the last bucket.
// Thread safety: none. Each loop has its own histogram, and readers get a copy made on that loop.
class Histogram {
  public:
    void record(std::uint64_t value) {
        ++counts_[index_of(value)];
        ++count_;
        sum_ += value;
    }
    void merge(const Histogram& other);
    // Returns the values recorded since `earlier`, which must be an older copy of this histogram.
    Histogram since(const Histogram& earlier) const;
    // The given share of every bucket, rounded to whole values. A larger share never returns fewer
    // values, and the full share returns all of them.
    struct Share {
        std::uint64_t part = 0;
        std::uint64_t whole = 1;
    };
    Histogram part(Share share) const;

    // The non-empty buckets in index order, for transferring a histogram.
    struct Bucket {
        std::size_t index = 0;
        std::uint64_t count = 0;
    };
    std::vector<Bucket> buckets() const;
    // Returns false and adds nothing when the index does not exist. Each value counts in sum() as
    // the highest value of the bucket.
    bool add(Bucket bucket);

    std::uint64_t count() const { return count_; }
    std::uint64_t sum() const { return sum_; }
    // The highest value of the bucket in which the given quantile lies; zero for an empty
    // histogram.
    std::uint64_t quantile(double share) const;
    // Number of recorded values that are at most `limit`. Exact to within one bucket and never too
    // high.
    std::uint64_t count_at_most(std::uint64_t limit) const;

    friend bool operator==(const Histogram&, const Histogram&) = default;

  private:
    static constexpr unsigned kSubBits = 5;
    static constexpr std::uint64_t kSubBuckets = std::uint64_t{1} << kSubBits;
    // 2^37 nanoseconds are two minutes, longer than any call may take. 2^37 milliseconds, the unit
    // of waiting times, are four years.
    static constexpr unsigned kRangeBits = 37;
    static constexpr std::uint64_t kLargest = (std::uint64_t{1} << kRangeBits) - 1;

    // Below 2 * kSubBuckets a bucket holds one value. Above that, the `shift` low bits are dropped.
    static constexpr std::size_t index_of(std::uint64_t value) {
        if (value > kLargest) value = kLargest;
        const auto width = static_cast<unsigned>(std::bit_width(value));
        const unsigned shift = width > kSubBits + 1 ? width - kSubBits - 1 : 0;
        return shift * kSubBuckets + (value >> shift);
    }
    static constexpr std::uint64_t highest_in(std::size_t index) {
        if (index < 2 * kSubBuckets) return index;
        const std::uint64_t shift = index / kSubBuckets - 1;
        return ((index - shift * kSubBuckets + 1) << shift) - 1;
    }
    // The largest value keeps only its first kSubBits + 1 bits.
    static constexpr std::size_t kBuckets = (kRangeBits - kSubBits + 1) * kSubBuckets;

    std::array<std::uint64_t, kBuckets> counts_{};
    std::uint64_t count_ = 0;
    std::uint64_t sum_ = 0;
};

}  // namespace onsale::runtime
