#pragma once

#include <array>
#include <cstdint>

#include "base/time.hpp"
#include "payment/domain/order.hpp"

namespace onsale::sale {

// A histogram of durations with an error of at most one eighth.
class DurationCounts {
  public:
    void add(Duration duration);
    void merge(const DurationCounts& other);
    std::uint64_t count() const;
    // The duration that `permille` thousandths of the values do not exceed; zero when empty.
    Duration quantile(std::uint32_t permille) const;

  private:
    // Four per octave, from a millisecond to more than an hour. Longer durations count in the last
    // one.
    static constexpr std::size_t kBuckets = 88;

    std::array<std::uint32_t, kBuckets> buckets_{};
};

constexpr std::size_t kDeclineReasons =
    static_cast<std::size_t>(payment::DeclineReason::kProviderUnavailable) + 1;
using DeclineCounts = std::array<std::uint32_t, kDeclineReasons>;

// Events of payments and holds within some minutes.
struct RecentCounts {
    std::uint32_t approved = 0;
    std::uint32_t unknown = 0;  // Missing answers.
    DeclineCounts declines{};   // Key: the reason.
    DurationCounts latency;     // Response times of the provider.
    DurationCounts holds;       // Durations of holds, bought or not.

    std::uint32_t declined(payment::DeclineReason reason) const {
        return declines[static_cast<std::size_t>(reason)];
    }
    // Does not count guests who closed the provider's page, because that is no failure of the
    // provider.
    std::uint32_t declined() const;
    void merge(const RecentCounts& other);
};

// The last five minutes, in slices.
class RecentSale {
  public:
    static constexpr Duration kSlice = std::chrono::seconds{10};
    static constexpr Duration kReach = std::chrono::minutes{5};

    // The counts of the slice at `now`, to be incremented.
    // REQUIRES: `now` does not go back.
    RecentCounts& at(Instant now);
    // The sum over `window`, which is at most kReach. It may cover up to one slice less than
    // `window`.
    RecentCounts within(Duration window, Instant now) const;

  private:
    struct Slice {
        std::int64_t number = -1;
        RecentCounts counts;
    };

    std::array<Slice, kReach / kSlice> slices_{};
};

}  // namespace onsale::sale
