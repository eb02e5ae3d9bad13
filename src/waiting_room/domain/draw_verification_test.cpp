#include "waiting_room/domain/draw_verification.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace onsale::waiting_room {
namespace {

constexpr std::uint32_t kMembers = 37;
constexpr Number kGuest{5};

Draw some_draw() {
    std::vector<DrawMember> members;
    for (std::uint32_t i = 1; i <= kMembers; ++i) {
        DrawMember member{Number{i}, {}};
        member.guest.bytes[0] = static_cast<std::uint8_t>(i);
        members.push_back(member);
    }
    return Draw{sha256("secret"), members, kMembers};
}

DrawEvidence evidence() {
    const Draw draw = some_draw();
    const std::uint32_t index = draw.index_of(kGuest);
    DrawEvidence evidence;
    evidence.proof = {.algorithm = std::string{kDrawAlgorithm},
                      .commitment = sha256(as_bytes(draw.secret())),
                      .secret = draw.secret(),
                      .members_root = draw.root(),
                      .member_count = draw.member_count()};
    evidence.leaves.assign(reinterpret_cast<const char*>(draw.leaves().data()),
                           draw.leaves().size_bytes());
    evidence.receipt = DrawReceipt{.index = index,
                                   .place = draw.place_of(kGuest).value,
                                   .leaf = draw.leaves()[index],
                                   .path = draw.path(index)};
    return evidence;
}

bool holds(const DrawEvidence& evidence) {
    return std::ranges::all_of(verify_draw(evidence), &DrawCheck::holds);
}

// The claim that fails, which is the last one checked.
DrawClaim refused(const DrawEvidence& evidence) {
    EXPECT_FALSE(holds(evidence));
    return verify_draw(evidence).back().claim;
}

TEST(DrawVerification, AcceptsAnHonestDraw) {
    EXPECT_TRUE(holds(evidence()));
    EXPECT_EQ(verify_draw(evidence()).size(), 9);
}

TEST(DrawVerification, RefusesAnotherAlgorithm) {
    DrawEvidence given = evidence();
    given.proof.algorithm = "onsale-draw-2";
    EXPECT_EQ(refused(given), DrawClaim::kAlgorithmIsKnown);
}

TEST(DrawVerification, RefusesASecretThatWasNotCommittedTo) {
    DrawEvidence given = evidence();
    given.proof.secret = sha256("other");
    EXPECT_EQ(refused(given), DrawClaim::kSecretIsCommittedTo);
    given.proof.commitment = std::nullopt;
    EXPECT_EQ(refused(given), DrawClaim::kSecretIsCommittedTo);
}

TEST(DrawVerification, RefusesACommitmentThatDiffersFromTheKeptOne) {
    DrawEvidence given = evidence();
    given.kept_commitment = sha256("what was shown before");
    EXPECT_EQ(refused(given), DrawClaim::kCommitmentIsTheKeptOne);
    given.kept_commitment = given.proof.commitment;
    EXPECT_TRUE(holds(given));
}

TEST(DrawVerification, RefusesAChangedOrMissingMember) {
    DrawEvidence changed = evidence();
    changed.leaves[20] ^= 1;
    EXPECT_EQ(refused(changed), DrawClaim::kListGivesTheRoot);
    DrawEvidence missing = evidence();
    missing.leaves.resize(missing.leaves.size() - 16);
    EXPECT_EQ(refused(missing), DrawClaim::kListIsComplete);
}

// 2^60 members of 16 bytes would be no bytes at all, modulo 2^64.
TEST(DrawVerification, RefusesACountOfMembersWhoseBytesOverflow) {
    DrawEvidence given = evidence();
    given.leaves.clear();
    given.proof.member_count = std::uint64_t{1} << 60U;
    EXPECT_EQ(refused(given), DrawClaim::kListIsComplete);
}

TEST(DrawVerification, RefusesAReceiptWithABetterPlace) {
    DrawEvidence given = evidence();
    given.receipt->place = *given.receipt->place % kMembers + 1;
    EXPECT_EQ(refused(given), DrawClaim::kPlaceIsInTheOrder);
}

TEST(DrawVerification, RefusesAReceiptOfNobody) {
    DrawEvidence given = evidence();
    given.receipt->leaf = DrawLeaf{};
    EXPECT_EQ(refused(given), DrawClaim::kReceiptIsOfAMember);
    given = evidence();
    given.receipt->path->pop_back();
    EXPECT_EQ(refused(given), DrawClaim::kReceiptIsOfAMember);
    given = evidence();
    given.receipt->index = 1'000;
    EXPECT_EQ(refused(given), DrawClaim::kReceiptFitsTheDraw);
}

TEST(DrawVerification, ProvesNothingBeforeTheDraw) {
    DrawEvidence given;
    given.proof.algorithm = kDrawAlgorithm;
    given.proof.commitment = sha256("x");
    EXPECT_EQ(refused(given), DrawClaim::kSecretAndRootArePublished);
}

}  // namespace
}  // namespace onsale::waiting_room
