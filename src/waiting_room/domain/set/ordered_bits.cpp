#include "waiting_room/domain/set/ordered_bits.hpp"

#include <bit>

namespace onsale::waiting_room {

void OrderedBits::insert(std::uint32_t index) {
    while (index >= capacity_)
        add_level();
    for (auto& words : levels_) {
        words.at(index / 64) |= std::uint64_t{1} << (index % 64);
        index /= 64;
    }
}

void OrderedBits::add_level() {
    const bool any = !empty();
    levels_.emplace_back();
    if (any) levels_.back().at(0) = 1;
    capacity_ *= 64;
}

void OrderedBits::erase(std::uint32_t index) {
    for (auto& words : levels_) {
        if (words.get(index / 64) == 0) return;
        std::uint64_t& word = words.at(index / 64);
        word &= ~(std::uint64_t{1} << (index % 64));
        if (word != 0) return;
        index /= 64;
    }
}

std::optional<std::uint32_t> OrderedBits::at_or_after(std::uint32_t index) const {
    // Go up until a word has a member at or after the index, then go down to its smallest member.
    for (std::size_t level = 0; level < levels_.size(); ++level) {
        const auto& words = levels_[level];
        const std::uint64_t rest = words.get(index / 64) >> (index % 64);
        if (rest != 0) {
            index += static_cast<std::uint32_t>(std::countr_zero(rest));
            while (level-- > 0)
                index = index * 64 +
                        static_cast<std::uint32_t>(std::countr_zero(levels_[level].get(index)));
            return index;
        }
        index = index / 64 + 1;
    }
    return std::nullopt;
}

}  // namespace onsale::waiting_room
