#include "waiting_room/domain/set/rank_bitmap.hpp"

#include <bit>

namespace onsale::waiting_room {
namespace {

template <class Tree, class Delta>
void add_to(Tree& tree, std::uint32_t node, Delta delta) {
    for (; node < tree.size(); node += node & (~node + 1))
        tree[node] = static_cast<typename Tree::value_type>(tree[node] + delta);
}

// The sum of the first `nodes` entries.
template <class Tree>
std::uint32_t sum_of(const Tree& tree, std::uint32_t nodes) {
    std::uint32_t sum = 0;
    for (; nodes > 0; nodes &= nodes - 1)
        sum += tree[nodes];
    return sum;
}

constexpr std::uint64_t bit_of(std::uint32_t index) {
    return std::uint64_t{1} << (index % 64);
}

}  // namespace

void RankBitmap::insert(std::uint32_t index) {
    Page& page = page_for(index);
    std::uint64_t& word = page.words[index % kBitsPerPage / 64];
    if ((word & bit_of(index)) != 0) return;
    word |= bit_of(index);
    add(page, index, 1);
}

void RankBitmap::erase(std::uint32_t index) {
    if (!contains(index)) return;
    Page& page = page_for(index);
    page.words[index % kBitsPerPage / 64] &= ~bit_of(index);
    add(page, index, static_cast<std::uint32_t>(-1));
}

bool RankBitmap::contains(std::uint32_t index) const {
    const Page* const page = page_of(index);
    return page != nullptr && (page->words[index % kBitsPerPage / 64] & bit_of(index)) != 0;
}

std::uint32_t RankBitmap::count_below(std::uint32_t index) const {
    const std::uint32_t number = index / kBitsPerPage;
    if (number >= pages_.size()) return count_;
    const Page* const page = pages_[number].get();
    return sum_of(tree_, number) + (page == nullptr ? 0 : page->count_below(index % kBitsPerPage));
}

std::uint32_t RankBitmap::Page::count_below(std::uint32_t bit) const {
    std::uint32_t sum = sum_of(tree, bit / kBitsPerBlock);
    const std::uint32_t last = bit / 64;
    for (std::uint32_t i = last - last % kWordsPerBlock; i < last; ++i)
        sum += static_cast<std::uint32_t>(std::popcount(words[i]));
    return sum + static_cast<std::uint32_t>(std::popcount(words[last] & (bit_of(bit) - 1)));
}

void RankBitmap::clear() {
    *this = RankBitmap{};
}

const RankBitmap::Page* RankBitmap::page_of(std::uint32_t index) const {
    const std::uint32_t number = index / kBitsPerPage;
    return number < pages_.size() ? pages_[number].get() : nullptr;
}

RankBitmap::Page& RankBitmap::page_for(std::uint32_t index) {
    const std::uint32_t number = index / kBitsPerPage;
    while (pages_.size() <= number) {
        pages_.emplace_back();
        // The new Fenwick node covers lowbit(i) pages. All of them except the new, empty one are
        // already summed.
        const auto node = static_cast<std::uint32_t>(tree_.size());
        tree_.push_back(sum_of(tree_, node - 1) - sum_of(tree_, node & (node - 1)));
    }
    if (!pages_[number]) pages_[number] = std::make_unique<Page>();
    return *pages_[number];
}

void RankBitmap::add(Page& page, std::uint32_t index, std::uint32_t delta) {
    add_to(page.tree, index % kBitsPerPage / kBitsPerBlock + 1, delta);
    add_to(tree_, index / kBitsPerPage + 1, delta);
    count_ += delta;
}

}  // namespace onsale::waiting_room
