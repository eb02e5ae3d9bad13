#include "runtime/counters.hpp"

#include <algorithm>
#include <functional>

namespace onsale::runtime {

void Counters::add(const Counters& other) {
    for (std::size_t row = 0; row < kCounterRows.size(); ++row) {
        const bool highest = kCounterRows[row].kind == CounterKind::kMaximum;
        const std::span<std::uint64_t> to = cells(CounterKey::at(row));
        const std::span<const std::uint64_t> from = other.cells(CounterKey::at(row));
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = highest ? std::max(to[i], from[i]) : to[i] + from[i];
    }
}

Counters Counters::since(const Counters& earlier) const {
    Counters later;
    std::ranges::transform(values_, earlier.values_, later.values_.begin(), std::minus{});
    return later;
}

Counters Counters::part(std::uint64_t part, std::uint64_t whole) const {
    Counters some;
    std::ranges::transform(values_, some.values_.begin(),
                           [=](std::uint64_t count) { return count * part / whole; });
    return some;
}

}  // namespace onsale::runtime
