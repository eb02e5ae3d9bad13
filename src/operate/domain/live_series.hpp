#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <string_view>

namespace onsale::operate {

// How the values of a minute's seconds are combined.
enum class LiveFold : std::uint8_t { kLast, kSum, kHighest };

struct LiveColumn {
    std::string_view name;
    LiveFold fold;
};

enum class LiveStep : std::uint8_t { kSecond, kMinute };

// Counts of a second or a minute fit into 32 bits. A larger value is clamped.
constexpr std::uint32_t live_value(std::uint64_t value) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

template <std::size_t Columns>
struct LiveRow {
    std::uint32_t second = 0;  // Start of the row, in seconds since 1970 by the writer's clock.
    std::uint32_t covers = 0;  // Number of seconds that the counts cover; more than 1 after a gap.
    std::array<std::uint32_t, Columns> values{};
};

// The last hour by second and the last week by minute. A second that was not sampled has no row.
// The current minute already has one. Memory grows with the rows up to the two limits.
// Thread safety: none.
template <std::size_t Columns>
class LiveSeries {
  public:
    using Row = LiveRow<Columns>;
    static constexpr std::size_t kSecondsMax = 3'600;
    static constexpr std::size_t kMinutesMax = 7 * 24 * 60;
    static constexpr std::size_t kBytesMax = (kSecondsMax + kMinutesMax) * sizeof(Row);

    explicit LiveSeries(const std::array<LiveColumn, Columns>& columns) : columns_(columns) {}

    // REQUIRES: seconds strictly increase.
    void add(const Row& row) {
        push(seconds_, row, kSecondsMax);
        const std::uint32_t minute = row.second - row.second % 60;
        if (!minutes_.empty() && minutes_.back().second == minute) return fold(row);
        Row first = row;
        first.second = minute;
        push(minutes_, first, kMinutesMax);
    }

    // Adds a minute that an earlier process stored; it replaces the same minute. REQUIRES: before
    // any add(), oldest first.
    void restore(const Row& minute) {
        if (!minutes_.empty() && minutes_.back().second == minute.second)
            minutes_.back() = minute;
        else if (minutes_.empty() || minutes_.back().second < minute.second)
            push(minutes_, minute, kMinutesMax);
    }

    // Start of the newest row; 0 when there is none.
    std::uint32_t last_second() const {
        if (!seconds_.empty()) return seconds_.back().second;
        return minutes_.empty() ? 0 : minutes_.back().second;
    }
    const std::deque<Row>& rows(LiveStep step) const {
        return step == LiveStep::kSecond ? seconds_ : minutes_;
    }
    const Row* latest() const { return seconds_.empty() ? nullptr : &seconds_.back(); }
    const Row* find(LiveStep step, std::uint32_t second) const {
        const auto& all = rows(step);
        const auto found = std::ranges::lower_bound(all, second, {}, &Row::second);
        return found != all.end() && found->second == second ? &*found : nullptr;
    }

  private:
    static void push(std::deque<Row>& rows, const Row& row, std::size_t limit) {
        rows.push_back(row);
        if (rows.size() > limit) rows.pop_front();
    }
    static std::uint32_t folded(LiveFold fold, std::uint32_t so_far, std::uint32_t next) {
        switch (fold) {
            case LiveFold::kLast:
                return next;
            case LiveFold::kSum:
                return live_value(std::uint64_t{so_far} + next);
            case LiveFold::kHighest:
                return std::max(so_far, next);
        }
        return next;
    }
    void fold(const Row& row) {
        Row& minute = minutes_.back();
        minute.covers += row.covers;
        for (std::size_t i = 0; i < Columns; ++i)
            minute.values[i] = folded(columns_[i].fold, minute.values[i], row.values[i]);
    }

    const std::array<LiveColumn, Columns>& columns_;
    std::deque<Row> seconds_;
    std::deque<Row> minutes_;
};

}  // namespace onsale::operate
