#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "waiting_room/domain/set/chunked.hpp"

namespace onsale::waiting_room {

// A growing set of small integers that finds its smallest member in a few steps: a bitmap, above it
// a bitmap of its non-zero words, and so on. It is stored in chunks, so that a long range of
// skipped indexes costs 8 bytes per 16,384 indexes.
class OrderedBits {
  public:
    void insert(std::uint32_t index);
    void erase(std::uint32_t index);
    // The smallest member that is at least `index`.
    std::optional<std::uint32_t> at_or_after(std::uint32_t index) const;
    std::optional<std::uint32_t> first() const { return at_or_after(0); }
    bool empty() const { return levels_.back().get(0) == 0; }
    void clear() { *this = OrderedBits{}; }

  private:
    void add_level();

    using Words = Chunked<std::uint64_t, 256>;

    std::vector<Words> levels_ = std::vector<Words>(1);  // The last level is a single word.
    std::uint64_t capacity_ = 64;
};

}  // namespace onsale::waiting_room
