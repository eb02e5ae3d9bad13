#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace onsale::waiting_room {

// A growing set of small integers that gives its smallest member in a handful of steps: a bitmap
// with a bitmap of its non-zero words above it, and so on.
class OrderedBits {
  public:
    void insert(std::uint32_t index);
    void erase(std::uint32_t index);
    bool contains(std::uint32_t index) const;
    // The smallest member that is not below `index`.
    std::optional<std::uint32_t> at_or_after(std::uint32_t index) const;
    std::optional<std::uint32_t> first() const { return at_or_after(0); }
    bool empty() const { return levels_.back().empty() || levels_.back().front() == 0; }
    void clear() { *this = OrderedBits{}; }

  private:
    void add_level();

    std::vector<std::vector<std::uint64_t>> levels_{1};  // The last level is a single word.
    std::uint64_t capacity_ = 64;
};

}  // namespace onsale::waiting_room
