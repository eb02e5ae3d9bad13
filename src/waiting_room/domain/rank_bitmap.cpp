#include "waiting_room/domain/rank_bitmap.hpp"

#include <bit>

namespace onsale::waiting_room {

void RankBitmap::insert(std::uint32_t index) {
    grow_to(index);
    std::uint64_t& word = words_[index / 64];
    const std::uint64_t bit = std::uint64_t{1} << (index % 64);
    if ((word & bit) != 0) return;
    word |= bit;
    add(index / kBitsPerBlock, 1);
    ++count_;
}

void RankBitmap::erase(std::uint32_t index) {
    if (!contains(index)) return;
    words_[index / 64] &= ~(std::uint64_t{1} << (index % 64));
    add(index / kBitsPerBlock, static_cast<std::uint32_t>(-1));
    --count_;
}

bool RankBitmap::contains(std::uint32_t index) const {
    return index / 64 < words_.size() && ((words_[index / 64] >> (index % 64)) & 1) != 0;
}

std::uint32_t RankBitmap::count_below(std::uint32_t index) const {
    if (index / 64 >= words_.size()) return count_;
    std::uint32_t sum = 0;
    for (std::uint32_t i = index / kBitsPerBlock; i > 0; i &= i - 1)
        sum += tree_[i];
    const std::uint32_t last = index / 64;
    for (std::uint32_t i = last - last % kWordsPerBlock; i < last; ++i)
        sum += static_cast<std::uint32_t>(std::popcount(words_[i]));
    const std::uint64_t below = (std::uint64_t{1} << (index % 64)) - 1;
    return sum + static_cast<std::uint32_t>(std::popcount(words_[last] & below));
}

void RankBitmap::clear() {
    *this = RankBitmap{};
}

void RankBitmap::grow_to(std::uint32_t index) {
    while (words_.size() <= index / 64) {
        words_.resize(words_.size() + kWordsPerBlock);
        // The new Fenwick node covers lowbit(i) blocks, all but the new (empty) one already summed.
        const auto node = static_cast<std::uint32_t>(tree_.size());
        std::uint32_t sum = 0;
        const std::uint32_t stop = node & (node - 1);
        for (std::uint32_t i = node - 1; i > stop; i &= i - 1)
            sum += tree_[i];
        tree_.push_back(sum);
    }
}

void RankBitmap::add(std::uint32_t block, std::uint32_t delta) {
    for (std::uint32_t i = block + 1; i < tree_.size(); i += i & (~i + 1))
        tree_[i] += delta;
}

}  // namespace onsale::waiting_room
