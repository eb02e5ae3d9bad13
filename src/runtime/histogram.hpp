#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace onsale::runtime {

// A log-linear histogram in the manner of HdrHistogram: every power of two is cut into 32 equal
// buckets, so that any value is known to within 1/32 (3 %) and recording is a shift and two adds.
// The unit is the caller's. Values beyond the range count in the last bucket.
// Thread safety: none; each loop has its own, and readers get a copy on that loop.
class Histogram {
  public:
    void record(std::uint64_t value) {
        ++counts_[index_of(value)];
        ++count_;
        sum_ += value;
    }
    void merge(const Histogram& other);
    // What was recorded since `earlier`, which must be an older copy of this.
    Histogram since(const Histogram& earlier) const;
    // So much of every bucket, in whole values: never less for a larger share, all for the whole.
    struct Share {
        std::uint64_t part = 0;
        std::uint64_t whole = 1;
    };
    Histogram part(Share share) const;

    // For those who carry a histogram elsewhere: the buckets that hold anything, by index.
    struct Bucket {
        std::size_t index = 0;
        std::uint64_t count = 0;
    };
    std::vector<Bucket> buckets() const;
    // False, and nothing is added, where there is no such bucket. Each value is taken for the
    // highest that the bucket stands for.
    bool add(Bucket bucket);

    std::uint64_t count() const { return count_; }
    std::uint64_t sum() const { return sum_; }
    // The highest value that the bucket of this share of all values stands for; zero when empty.
    std::uint64_t quantile(double share) const;
    // How many values were `limit` or less, to within one bucket and never more than were.
    std::uint64_t count_at_most(std::uint64_t limit) const;

    friend bool operator==(const Histogram&, const Histogram&) = default;

  private:
    static constexpr unsigned kSubBits = 5;
    static constexpr std::uint64_t kSubBuckets = std::uint64_t{1} << kSubBits;
    // 2^37 nanoseconds are two minutes, longer than any call may take; 2^37 milliseconds, for
    // waiting times, are four years.
    static constexpr unsigned kRangeBits = 37;
    static constexpr std::uint64_t kLargest = (std::uint64_t{1} << kRangeBits) - 1;

    // Below 2 * kSubBuckets a bucket holds one value; above, `shift` low bits are given up.
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
    // The largest value gives up all but its first kSubBits + 1 bits.
    static constexpr std::size_t kBuckets = (kRangeBits - kSubBits + 1) * kSubBuckets;

    std::array<std::uint64_t, kBuckets> counts_{};
    std::uint64_t count_ = 0;
    std::uint64_t sum_ = 0;
};

}  // namespace onsale::runtime
