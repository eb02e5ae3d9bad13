#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/guest_id.hpp"
#include "base/sha256.hpp"
#include "waiting_room/domain/ids.hpp"
#include "waiting_room/domain/set/chunked.hpp"

namespace onsale::waiting_room {

// The provable draw of a shuffled lobby, "onsale-draw-1" (docs/format/draw.md):
//   commitment = SHA-256(secret), published when the lobby opens;
//   root       = Merkle root over the members' leaves in the order of their numbers;
//   seed       = SHA-256(secret || root), so that neither side chooses it alone;
//   order      = Fisher-Yates over the members, fed by SHA-256(seed || counter), integers only.
struct DrawMember {
    Number number;
    GuestId guest;
};

using DrawLeaf = std::array<std::uint8_t, 16>;

DrawLeaf draw_leaf(const DrawMember& member);
Sha256Digest merkle_root(std::span<const DrawLeaf> leaves);
// The root that results if `path` (Draw::path) belongs to this leaf; all zero if the path has a
// wrong length.
Sha256Digest merkle_root_from(const DrawLeaf& leaf, std::size_t index, std::size_t count,
                              std::span<const Sha256Digest> path);
// order[i] is the index of the member that gets place i + 1.
std::vector<std::uint32_t> draw_order(const Sha256Digest& secret, const Sha256Digest& root,
                                      std::uint32_t count);

// The completed draw. Immutable; shared by the writer and all views.
class Draw {
  public:
    Draw(const Sha256Digest& secret, std::span<const DrawMember> members, std::uint32_t issued);
    explicit Draw(ByteReader& in);
    void save(ByteWriter& out) const;

    // Numbers issued after the lobby are their own place. Numbers that ended before the draw have
    // no place and give 0.
    Place place_of(Number number) const {
        return number.value <= issued_ ? Place{place_by_number_.get(number.value)}
                                       : Place{number.value};
    }
    Number number_at(Place place) const {
        if (place.value > issued_) return Number{place.value};
        return place.value < number_by_place_.size() ? Number{number_by_place_[place.value]}
                                                     : Number{};
    }
    const Sha256Digest& secret() const { return secret_; }
    const Sha256Digest& root() const { return root_; }
    std::span<const DrawLeaf> leaves() const { return leaves_; }
    std::uint32_t member_count() const { return static_cast<std::uint32_t>(leaves_.size()); }
    // The member's index among the leaves.
    // REQUIRES: the number has a place in the draw.
    std::uint32_t index_of(Number number) const;
    // The sibling hashes from the leaf up to the root. Levels where the node has no sibling are
    // omitted.
    std::vector<Sha256Digest> path(std::uint32_t index) const;
    bool includes(Number number) const { return place_by_number_.get(number.value) != 0; }

  private:
    void assign_places(std::span<const std::uint32_t> numbers);

    Sha256Digest secret_;
    Sha256Digest root_;
    std::vector<DrawLeaf> leaves_;
    std::vector<Sha256Digest> blocks_;
    std::uint32_t issued_ = 0;  // The last number issued before the draw.
    Chunked<std::uint32_t> place_by_number_;
    std::vector<std::uint32_t> number_by_place_;  // Index 1 is the first place.
};

}  // namespace onsale::waiting_room
