#include "program/offline/verify_order.hpp"

#include <algorithm>

#include <boost/json/array.hpp>
#include <gtest/gtest.h>

#include "base/base64url.hpp"
#include "base/sha256.hpp"
#include "waiting_room/domain/draw.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;
using waiting_room::Draw;
using waiting_room::DrawMember;
using waiting_room::Number;

constexpr std::uint32_t kMembers = 37;
constexpr Number kGuest{5};

std::string hex(const auto& bytes) {
    return hex_encode({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Draw some_draw() {
    std::vector<DrawMember> members;
    for (std::uint32_t i = 1; i <= kMembers; ++i) {
        DrawMember member{Number{i}, {}};
        member.guest.bytes[0] = static_cast<std::uint8_t>(i);
        members.push_back(member);
    }
    return Draw{sha256("secret"), members, kMembers};
}

json::object receipt_of(const Draw& draw) {
    const std::uint32_t index = draw.index_of(kGuest);
    json::array path;
    for (const Sha256Digest& step : draw.path(index))
        path.emplace_back(hex(step));
    return {{"number", kGuest.value},
            {"index", index},
            {"place", draw.place_of(kGuest).value},
            {"leaf", hex(draw.leaves()[index])},
            {"path", std::move(path)}};
}

// As the server publishes it: parsed numbers are signed.
json::object as_read(json::object object) {
    for (auto& member : object)
        if (member.value().is_uint64())
            member.value() = static_cast<std::int64_t>(member.value().get_uint64());
    return object;
}

OrderEvidence evidence() {
    const Draw draw = some_draw();
    OrderEvidence evidence;
    evidence.proof = as_read({{"algorithm", "onsale-draw-1"},
                              {"commitment", hex(sha256(as_bytes(draw.secret())))},
                              {"secret", hex(draw.secret())},
                              {"membersRoot", hex(draw.root())},
                              {"memberCount", draw.member_count()}});
    evidence.leaves.assign(reinterpret_cast<const char*>(draw.leaves().data()),
                           draw.leaves().size_bytes());
    evidence.receipt = as_read(receipt_of(draw));
    return evidence;
}

bool holds(const OrderEvidence& evidence) {
    const auto checks = verify_order(evidence);
    return !checks.empty() && std::ranges::all_of(checks, &OrderCheck::holds);
}

TEST(VerifyOrder, AcceptsAnHonestDraw) {
    EXPECT_TRUE(holds(evidence()));
    EXPECT_EQ(verify_order(evidence()).size(), 9);
}

TEST(VerifyOrder, ReadsBase64urlToo) {
    OrderEvidence given = evidence();
    given.proof["secret"] = base64url_encode(as_bytes(some_draw().secret()));
    EXPECT_TRUE(holds(given));
}

TEST(VerifyOrder, RefusesAnotherAlgorithm) {
    OrderEvidence given = evidence();
    given.proof["algorithm"] = "onsale-draw-2";
    EXPECT_FALSE(holds(given));
}

TEST(VerifyOrder, RefusesASecretThatWasNotCommittedTo) {
    OrderEvidence given = evidence();
    given.proof["secret"] = hex(sha256("other"));
    EXPECT_FALSE(holds(given));
}

TEST(VerifyOrder, RefusesACommitmentThatDiffersFromTheKeptOne) {
    OrderEvidence given = evidence();
    given.commitment = hex(sha256("what was shown before"));
    EXPECT_FALSE(holds(given));
    given.commitment = given.proof["commitment"].as_string();
    EXPECT_TRUE(holds(given));
}

TEST(VerifyOrder, RefusesAChangedOrMissingMember) {
    OrderEvidence changed = evidence();
    changed.leaves[20] ^= 1;
    EXPECT_FALSE(holds(changed));
    OrderEvidence missing = evidence();
    missing.leaves.resize(missing.leaves.size() - 16);
    EXPECT_FALSE(holds(missing));
}

TEST(VerifyOrder, RefusesAReceiptWithABetterPlace) {
    OrderEvidence given = evidence();
    given.receipt->at("place") = given.receipt->at("place").as_int64() % kMembers + 1;
    EXPECT_FALSE(holds(given));
}

TEST(VerifyOrder, RefusesAReceiptOfNobody) {
    OrderEvidence given = evidence();
    given.receipt->at("leaf") = std::string(32, '0');
    EXPECT_FALSE(holds(given));
    given = evidence();
    given.receipt->at("path").as_array().pop_back();
    EXPECT_FALSE(holds(given));
    given = evidence();
    given.receipt->at("index") = 1'000;
    EXPECT_FALSE(holds(given));
}

TEST(VerifyOrder, ProvesNothingBeforeTheDraw) {
    OrderEvidence given;
    given.proof = {{"algorithm", "onsale-draw-1"}, {"commitment", hex(sha256("x"))}};
    EXPECT_FALSE(holds(given));
}

}  // namespace
}  // namespace onsale::program
