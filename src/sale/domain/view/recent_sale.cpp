#include "sale/domain/view/recent_sale.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace onsale::sale {
namespace {

constexpr std::uint64_t kPerOctave = 4;
constexpr std::uint64_t kWhole = 1'000;

// Below four the bucket is the number itself. Above, it is given by the octave and the two bits
// after the first.
std::size_t bucket_of(Duration duration) {
    const auto ms = static_cast<std::uint64_t>(std::max<Duration::rep>(0, duration.count()));
    if (ms < kPerOctave) return ms;
    const auto octave = static_cast<std::uint64_t>(std::bit_width(ms)) - 1;
    return (octave - 1) * kPerOctave + (ms >> (octave - 2)) % kPerOctave;
}

Duration middle_of(std::size_t bucket) {
    if (bucket < kPerOctave) return Duration{bucket};
    const std::uint64_t shift = bucket / kPerOctave - 1;
    const std::uint64_t low = (kPerOctave + bucket % kPerOctave) << shift;
    return Duration{static_cast<Duration::rep>(low + (std::uint64_t{1} << shift) / 2)};
}

std::int64_t slice_of(Instant now) {
    return now.time_since_epoch() / RecentSale::kSlice;
}

}  // namespace

void DurationCounts::add(Duration duration) {
    ++buckets_[std::min(bucket_of(duration), kBuckets - 1)];
}

void DurationCounts::merge(const DurationCounts& other) {
    std::ranges::transform(buckets_, other.buckets_, buckets_.begin(), std::plus{});
}

std::uint64_t DurationCounts::count() const {
    return std::accumulate(buckets_.begin(), buckets_.end(), std::uint64_t{0});
}

Duration DurationCounts::quantile(std::uint32_t permille) const {
    const std::uint64_t all = count();
    if (all == 0) return Duration{0};
    const std::uint64_t wanted = std::max<std::uint64_t>(1, (all * permille + kWhole - 1) / kWhole);
    std::uint64_t seen = 0;
    std::size_t bucket = 0;
    while ((seen += buckets_[bucket]) < wanted)
        ++bucket;
    return middle_of(bucket);
}

std::uint32_t RecentCounts::declined() const {
    const auto all = std::accumulate(declines.begin(), declines.end(), std::uint32_t{0});
    return all - declined(payment::DeclineReason::kGuestLeft);
}

void RecentCounts::merge(const RecentCounts& other) {
    approved += other.approved;
    unknown += other.unknown;
    std::ranges::transform(declines, other.declines, declines.begin(), std::plus{});
    latency.merge(other.latency);
    holds.merge(other.holds);
}

RecentCounts& RecentSale::at(Instant now) {
    const std::int64_t number = slice_of(now);
    Slice& slice = slices_[static_cast<std::size_t>(number) % slices_.size()];
    if (slice.number != number) slice = {number, {}};
    return slice.counts;
}

RecentCounts RecentSale::within(Duration window, Instant now) const {
    RecentCounts sum;
    const std::int64_t newest = slice_of(now);
    for (const Slice& slice : slices_)
        if (slice.number <= newest && slice.number > newest - window / kSlice)
            sum.merge(slice.counts);
    return sum;
}

}  // namespace onsale::sale
