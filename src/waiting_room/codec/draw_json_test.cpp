#include "waiting_room/codec/draw_json.hpp"

#include <string>

#include <boost/json/array.hpp>
#include <gtest/gtest.h>

#include "base/base64url.hpp"

namespace onsale::waiting_room {
namespace {

namespace json = boost::json;

std::string hex(const Sha256Digest& digest) {
    return hex_encode(as_bytes(digest));
}

TEST(DrawJson, ReadsAProofInHexAndInBase64url) {
    const DrawProof proof =
        draw_proof_from_json({{"algorithm", "onsale-draw-1"},
                              {"commitment", hex(sha256("commitment"))},
                              {"secret", base64url_encode(as_bytes(sha256("secret")))},
                              {"membersRoot", hex(sha256("root"))},
                              {"memberCount", 37}});
    EXPECT_EQ(proof.algorithm, kDrawAlgorithm);
    EXPECT_EQ(proof.commitment, sha256("commitment"));
    EXPECT_EQ(proof.secret, sha256("secret"));
    EXPECT_EQ(proof.members_root, sha256("root"));
    EXPECT_EQ(proof.member_count, 37U);
}

TEST(DrawJson, LeavesEmptyWhatIsAbsentOrNotReadable) {
    const DrawProof proof =
        draw_proof_from_json({{"commitment", "00"}, {"secret", 1}, {"memberCount", -1}});
    EXPECT_EQ(proof.algorithm, "");
    EXPECT_FALSE(proof.commitment);
    EXPECT_FALSE(proof.secret);
    EXPECT_FALSE(proof.members_root);
    EXPECT_FALSE(proof.member_count);
    EXPECT_FALSE(draw_receipt_from_json({}).path);
}

TEST(DrawJson, ReadsAReceipt) {
    const DrawReceipt receipt =
        draw_receipt_from_json({{"number", 5},
                                {"index", 4},
                                {"place", 9},
                                {"leaf", std::string(32, '0')},
                                {"path", json::array{hex(sha256("a")), hex(sha256("b"))}}});
    EXPECT_EQ(receipt.index, 4U);
    EXPECT_EQ(receipt.place, 9U);
    EXPECT_EQ(receipt.leaf, DrawLeaf{});
    EXPECT_EQ(receipt.path, (std::vector{sha256("a"), sha256("b")}));
}

TEST(DrawJson, APathWithAWrongDigestIsNotRead) {
    EXPECT_FALSE(draw_receipt_from_json({{"path", json::array{"00"}}}).path);
}

}  // namespace
}  // namespace onsale::waiting_room
