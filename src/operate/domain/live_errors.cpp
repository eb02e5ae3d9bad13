#include "operate/domain/live_errors.hpp"

#include <functional>

namespace onsale::operate {
namespace {

ErrorSeries::Row row_of(std::uint32_t second, const RefusedCounts& counts) {
    std::array<TopRefusal, TopRefusal::kCodesMax> all{};
    for (std::size_t code = 0; code < counts.size(); ++code)
        if (counts[code] > 0) all[code] = TopRefusal::of(code, counts[code]);
    const auto most = all.begin() + ErrorSeries::kCodesMax;
    std::ranges::partial_sort(all, most, std::greater{}, &TopRefusal::packed);
    ErrorSeries::Row row{second, {}};
    std::copy(all.begin(), most, row.top.begin());
    return row;
}

void push(std::deque<ErrorSeries::Row>& rows, const ErrorSeries::Row& row, std::size_t limit) {
    rows.push_back(row);
    if (rows.size() > limit) rows.pop_front();
}

}  // namespace

void ErrorSeries::add(std::uint32_t second, const RefusedCounts& counts) {
    push(seconds_, row_of(second, counts), LiveSeries<1>::kSecondsMax);
    const std::uint32_t minute = second - second % 60;
    if (minutes_.empty() || minutes_.back().second != minute) {
        minute_ = counts;
        return push(minutes_, row_of(minute, minute_), LiveSeries<1>::kMinutesMax);
    }
    for (std::size_t code = 0; code < counts.size(); ++code)
        minute_[code] = live_value(std::uint64_t{minute_[code]} + counts[code]);
    minutes_.back() = row_of(minute, minute_);
}

void ErrorSeries::restore(const Row& row) {
    if (!minutes_.empty() && minutes_.back().second >= row.second) {
        if (minutes_.back().second > row.second) return;
        minutes_.pop_back();
    }
    push(minutes_, row, LiveSeries<1>::kMinutesMax);
    std::ranges::fill(minute_, 0);
    for (const TopRefusal top : row.top)
        if (top.count() > 0 && top.index() < minute_.size()) minute_[top.index()] = top.count();
}

const ErrorSeries::Row* ErrorSeries::find(LiveStep step, std::uint32_t second) const {
    const auto& all = rows(step);
    const auto found = std::ranges::lower_bound(all, second, {}, &Row::second);
    return found != all.end() && found->second == second ? &*found : nullptr;
}

}  // namespace onsale::operate
