#include "waiting_room/domain/draw.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/assert.hpp"

namespace onsale::waiting_room {
namespace {

// The first byte differs, so that a leaf cannot be presented as an inner node.
constexpr std::uint8_t kLeafTag = 0;
constexpr std::uint8_t kNodeTag = 1;

using Level = std::vector<Sha256Digest>;

Sha256Digest hash_leaf(const DrawLeaf& leaf) {
    std::string bytes;
    ByteWriter writer{bytes};
    writer.fixed(kLeafTag);
    writer.bytes(leaf.data(), leaf.size());
    return sha256(bytes);
}

Sha256Digest hash_node(const Sha256Digest& left, const Sha256Digest& right) {
    std::array<char, 65> bytes;
    bytes[0] = kNodeTag;
    std::memcpy(bytes.data() + 1, left.data(), left.size());
    std::memcpy(bytes.data() + 33, right.data(), right.size());
    return sha256({bytes.data(), bytes.size()});
}

Level leaf_level(std::span<const DrawLeaf> leaves) {
    Level level;
    level.reserve(leaves.size());
    for (const DrawLeaf& leaf : leaves)
        level.push_back(hash_leaf(leaf));
    return level;
}

// Combines pairs of nodes. The last node of an odd level moves up unchanged.
Level next_level(const Level& level) {
    Level up;
    up.reserve((level.size() + 1) / 2);
    for (std::size_t i = 0; i + 1 < level.size(); i += 2)
        up.push_back(hash_node(level[i], level[i + 1]));
    if (level.size() % 2 != 0) up.push_back(level.back());
    return up;
}

// Appends the siblings on the way up from `index`. There is none on a level where the node is the
// odd last one.
void append_path(Level level, std::size_t index, std::vector<Sha256Digest>& path) {
    for (; level.size() > 1; level = next_level(level), index /= 2) {
        const std::size_t sibling = index ^ 1;
        if (sibling < level.size()) path.push_back(level[sibling]);
    }
}

Sha256Digest top_of(Level level) {
    if (level.empty()) return sha256("");
    while (level.size() > 1)
        level = next_level(level);
    return level.front();
}

// One inner node is stored per 1,024 leaves, so that a receipt hashes one block and the few stored
// nodes instead of the whole lobby.
constexpr std::size_t kBlock = 1024;

Level block_level(std::span<const DrawLeaf> leaves) {
    Level blocks;
    for (std::size_t from = 0; from < leaves.size(); from += kBlock)
        blocks.push_back(
            top_of(leaf_level(leaves.subspan(from, std::min(kBlock, leaves.size() - from)))));
    return blocks;
}

// Uniform 64-bit numbers: the four little-endian words of each SHA-256(seed || counter), in order.
class Stream {
  public:
    explicit Stream(const Sha256Digest& seed) {
        std::memcpy(block_.data(), seed.data(), seed.size());
    }

    // Uniform below `bound`: values beyond the last full multiple of `bound` are rejected and drawn
    // again.
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t excess = (~std::uint64_t{0} % bound + 1) % bound;
        for (;;) {
            const std::uint64_t value = next();
            if (value <= ~std::uint64_t{0} - excess) return value % bound;
        }
    }

  private:
    std::uint64_t next() {
        if (word_ == 4) {
            std::memcpy(block_.data() + 32, &counter_, sizeof counter_);
            const Sha256Digest digest = sha256({block_.data(), block_.size()});
            std::memcpy(words_.data(), digest.data(), digest.size());
            ++counter_;
            word_ = 0;
        }
        return words_[word_++];
    }

    std::array<char, 40> block_{};
    std::array<std::uint64_t, 4> words_{};
    std::uint64_t counter_ = 0;
    unsigned word_ = 4;
};

}  // namespace

DrawLeaf draw_leaf(const DrawMember& member) {
    std::string bytes = "onsale-draw-1";
    ByteWriter writer{bytes};
    writer.fixed(member.number.value);
    writer.bytes(member.guest.bytes.data(), member.guest.bytes.size());
    const Sha256Digest digest = sha256(bytes);
    DrawLeaf leaf;
    std::copy_n(digest.begin(), leaf.size(), leaf.begin());
    return leaf;
}

Sha256Digest merkle_root(std::span<const DrawLeaf> leaves) {
    return top_of(leaf_level(leaves));
}

Sha256Digest merkle_root_from(const DrawLeaf& leaf, std::size_t index, std::size_t count,
                              std::span<const Sha256Digest> path) {
    Sha256Digest node = hash_leaf(leaf);
    std::size_t used = 0;
    for (; count > 1; count = (count + 1) / 2, index /= 2) {
        if ((index ^ 1) >= count) continue;
        if (used == path.size()) return {};
        const Sha256Digest& sibling = path[used++];
        node = index % 2 == 0 ? hash_node(node, sibling) : hash_node(sibling, node);
    }
    return used == path.size() ? node : Sha256Digest{};
}

std::vector<std::uint32_t> draw_order(const Sha256Digest& secret, const Sha256Digest& root,
                                      std::uint32_t count) {
    std::string seed_input{as_bytes(secret)};
    seed_input += as_bytes(root);
    Stream stream{sha256(seed_input)};
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (std::uint32_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[stream.below(i)]);
    return order;
}

Draw::Draw(const Sha256Digest& secret, std::span<const DrawMember> members, std::uint32_t issued)
    : secret_(secret), issued_(issued) {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(members.size());
    leaves_.reserve(members.size());
    for (const DrawMember& member : members) {
        numbers.push_back(member.number.value);
        leaves_.push_back(draw_leaf(member));
    }
    blocks_ = block_level(leaves_);
    root_ = top_of(blocks_);
    assign_places(numbers);
}

void Draw::assign_places(std::span<const std::uint32_t> numbers) {
    number_by_place_.assign(numbers.size() + 1, 0);
    std::uint32_t place = 0;
    for (const std::uint32_t index : draw_order(secret_, root_, member_count())) {
        ++place;
        number_by_place_[place] = numbers[index];
        place_by_number_.at(numbers[index]) = place;
    }
}

Draw::Draw(ByteReader& in) {
    in.bytes(secret_.data(), secret_.size());
    in.bytes(root_.data(), root_.size());
    const std::uint64_t issued = in.varint();
    const std::uint64_t count = in.varint();
    if (count > issued || count > in.remaining() / sizeof(DrawLeaf)) {
        in.view(in.remaining() + 1);  // Reads past the end, so that the caller sees ok() == false.
        return;
    }
    leaves_.resize(count);
    in.bytes(leaves_.data(), count * sizeof(DrawLeaf));
    std::vector<std::uint32_t> numbers(count);
    in.bytes(numbers.data(), count * sizeof(std::uint32_t));
    for (const std::uint32_t number : numbers)
        if (number > issued) in.view(in.remaining() + 1);
    blocks_ = block_level(leaves_);
    issued_ = static_cast<std::uint32_t>(issued);
    if (in.ok()) assign_places(numbers);
}

std::vector<Sha256Digest> Draw::path(std::uint32_t index) const {
    const std::size_t block = index / kBlock;
    const std::size_t from = block * kBlock;
    const auto in_block = std::span{leaves_}.subspan(from, std::min(kBlock, leaves_.size() - from));
    std::vector<Sha256Digest> path;
    append_path(leaf_level(in_block), index % kBlock, path);
    append_path(blocks_, block, path);
    return path;
}

void Draw::save(ByteWriter& out) const {
    out.bytes(secret_.data(), secret_.size());
    out.bytes(root_.data(), root_.size());
    out.varint(issued_);
    out.varint(leaves_.size());
    out.bytes(leaves_.data(), leaves_.size() * sizeof(DrawLeaf));
    place_by_number_.for_each([&](std::uint32_t number, std::uint32_t place) {
        if (place != 0) out.fixed(number);
    });
}

std::uint32_t Draw::index_of(Number number) const {
    ONSALE_ASSERT(includes(number));
    std::uint32_t before = 0;
    place_by_number_.for_each([&](std::uint32_t other, std::uint32_t place) {
        if (other < number.value && place != 0) ++before;
    });
    return before;
}

}  // namespace onsale::waiting_room
