#pragma once

#include <cstdint>
#include <vector>

namespace onsale::waiting_room {

// A growing set of small integers that knows how many members lie below one of them.
// A bitmap with a Fenwick tree over blocks of 512 bits: 0.133 bytes an index, and a rank reads one
// cache line of bits and log2(n / 512) counters.
class RankBitmap {
  public:
    void insert(std::uint32_t index);
    void erase(std::uint32_t index);
    bool contains(std::uint32_t index) const;
    std::uint32_t count_below(std::uint32_t index) const;
    std::uint32_t count() const { return count_; }
    void clear();

  private:
    static constexpr std::uint32_t kWordsPerBlock = 8;
    static constexpr std::uint32_t kBitsPerBlock = 64 * kWordsPerBlock;

    void grow_to(std::uint32_t index);
    void add(std::uint32_t block, std::uint32_t delta);

    std::vector<std::uint64_t> words_;
    std::vector<std::uint32_t> tree_ = {0};  // Fenwick, from 1; tree_[0] is unused.
    std::uint32_t count_ = 0;
};

}  // namespace onsale::waiting_room
