#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "operate/domain/live_series.hpp"

namespace onsale::operate {

// A refusal and its count, packed into one value that compares by the count. The refusal is an
// index of LiveNumbers::refused_code().
struct TopRefusal {
    std::uint32_t packed = 0;
    static constexpr std::size_t kCodesMax = 256;  // An index fits the low byte.
    static constexpr std::uint32_t kCountMax = (1u << 24) - 1;

    static TopRefusal of(std::size_t code, std::uint64_t count) {
        const auto bounded = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, kCountMax));
        return {bounded << 8 | static_cast<std::uint32_t>(code)};
    }
    std::uint32_t count() const { return packed >> 8; }
    std::size_t index() const { return packed & 0xFF; }
};

// Counts by the index of LiveNumbers::refused_code().
using RefusedCounts = std::vector<std::uint32_t>;

// The most frequent refusals of every second and minute, kept as long as in LiveSeries.
// Thread safety: none.
class ErrorSeries {
  public:
    static constexpr std::size_t kCodesMax = 8;
    struct Row {
        std::uint32_t second = 0;
        // Sorted by count, highest first. A count of zero marks an unused entry.
        std::array<TopRefusal, kCodesMax> top{};
    };
    static constexpr std::size_t kBytesMax =
        (LiveSeries<1>::kSecondsMax + LiveSeries<1>::kMinutesMax) * sizeof(Row);

    // `codes`: the number of different refusals.
    explicit ErrorSeries(std::size_t codes) : minute_(codes) {}

    // REQUIRES: seconds strictly increase, and there is a count for each code.
    void add(std::uint32_t second, const RefusedCounts& counts);
    // Adds a minute that an earlier process stored. REQUIRES: before any add(), oldest first.
    void restore(const Row& row);

    const std::deque<Row>& rows(LiveStep step) const {
        return step == LiveStep::kSecond ? seconds_ : minutes_;
    }
    const Row* find(LiveStep step, std::uint32_t second) const;

  private:
    RefusedCounts minute_;  // All codes of the current minute.
    std::deque<Row> seconds_;
    std::deque<Row> minutes_;
};

}  // namespace onsale::operate
