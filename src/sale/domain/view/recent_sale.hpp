#pragma once

#include <array>
#include <cstdint>

#include "base/time.hpp"
#include "payment/domain/order.hpp"

namespace onsale::sale {

// How many durations were how long, to within an eighth of each.
class DurationCounts {
  public:
    void add(Duration duration);
    void merge(const DurationCounts& other);
    std::uint64_t count() const;
    // So many thousandths were not longer; zero when there are none.
    Duration quantile(std::uint32_t permille) const;

  private:
    // Four to the octave, from a millisecond to more than an hour; what is longer is in the last.
    static constexpr std::size_t kBuckets = 88;

    std::array<std::uint32_t, kBuckets> buckets_{};
};

constexpr std::size_t kDeclineReasons =
    static_cast<std::size_t>(payment::DeclineReason::kProviderUnavailable) + 1;
using DeclineCounts = std::array<std::uint32_t, kDeclineReasons>;

// What happened to payments and holds within some minutes.
struct RecentCounts {
    std::uint32_t approved = 0;
    std::uint32_t unknown = 0;  // Answers that were missing.
    DeclineCounts declines{};   // By reason.
    DurationCounts latency;     // Of the provider's answers.
    DurationCounts holds;       // How long they lasted, bought or not.

    std::uint32_t declined(payment::DeclineReason reason) const {
        return declines[static_cast<std::size_t>(reason)];
    }
    // Without guests who closed the provider's page: that says nothing about the provider.
    std::uint32_t declined() const;
    void merge(const RecentCounts& other);
};

// The last five minutes, in slices.
class RecentSale {
  public:
    static constexpr Duration kSlice = std::chrono::seconds{10};
    static constexpr Duration kReach = std::chrono::minutes{5};

    // What happens at `now` is counted here. REQUIRES that `now` does not go back.
    RecentCounts& at(Instant now);
    // Up to a slice less than `window`, which is at most kReach.
    RecentCounts within(Duration window, Instant now) const;

  private:
    struct Slice {
        std::int64_t number = -1;
        RecentCounts counts;
    };

    std::array<Slice, kReach / kSlice> slices_{};
};

}  // namespace onsale::sale
