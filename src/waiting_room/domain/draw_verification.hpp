#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sha256.hpp"
#include "waiting_room/domain/draw.hpp"

namespace onsale::waiting_room {

constexpr std::string_view kDrawAlgorithm = "onsale-draw-1";
// A Merkle path has one digest for each level of the tree.
constexpr std::size_t kDrawPathMax = 64;

// What the server publishes about a draw. Empty: not published, or not readable.
struct DrawProof {
    std::string algorithm;
    std::optional<Sha256Digest> commitment;
    std::optional<Sha256Digest> secret;
    std::optional<Sha256Digest> members_root;
    std::optional<std::uint64_t> member_count;
};

// What a guest gets from the server about the own place. Empty: absent, or not readable.
struct DrawReceipt {
    std::optional<std::uint64_t> index;
    std::optional<std::uint64_t> place;
    std::optional<DrawLeaf> leaf;
    std::optional<std::vector<Sha256Digest>> path;
};

struct DrawEvidence {
    DrawProof proof;
    std::string leaves;  // 16 bytes each.
    std::optional<DrawReceipt> receipt;
    // The commitment that a guest kept from before the draw.
    std::optional<Sha256Digest> kept_commitment;
};

enum class DrawClaim : std::uint8_t {
    kAlgorithmIsKnown,
    kSecretAndRootArePublished,
    kSecretIsCommittedTo,
    kCommitmentIsTheKeptOne,
    kListIsComplete,  // Its number is the count of members.
    kListGivesTheRoot,
    kOrderIsRecomputed,  // Its number is the count of places.
    kReceiptFitsTheDraw,
    kReceiptIsOfAMember,  // Its number is the member's index.
    kPlaceIsInTheOrder,   // Its number is the place.
};

struct DrawCheck {
    DrawClaim claim{};
    bool holds = false;
    std::uint64_t number = 0;
};

// Recomputes the draw from the evidence. Stops at the first failed check, because later ones are
// then meaningless.
std::vector<DrawCheck> verify_draw(const DrawEvidence& evidence);

}  // namespace onsale::waiting_room
