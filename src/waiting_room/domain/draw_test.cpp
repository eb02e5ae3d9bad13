#include "waiting_room/domain/draw.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

std::vector<DrawMember> members_of(std::uint32_t count) {
    std::vector<DrawMember> members;
    for (std::uint32_t number = 1; number <= count; ++number)
        members.push_back({Number{number}, test_guest(number)});
    return members;
}

std::string hex(const auto& bytes) {
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += "0123456789abcdef"[byte / 16];
        text += "0123456789abcdef"[byte % 16];
    }
    return text;
}

const Sha256Digest kSecret = sha256("secret");

}  // namespace

TEST(Draw, TheOrderIsAPermutation) {
    for (const std::uint32_t count : {0u, 1u, 2u, 3u, 100u, 4099u}) {
        const auto order = draw_order(kSecret, sha256("root"), count);
        const std::set<std::uint32_t> distinct(order.begin(), order.end());
        EXPECT_EQ(order.size(), count);
        EXPECT_EQ(distinct.size(), count);
        if (count > 0) {
            EXPECT_EQ(*distinct.rbegin(), count - 1);
        }
    }
}

TEST(Draw, EveryOrderOfThreeIsEquallyLikely) {
    constexpr int kDraws = 6000;
    std::map<std::vector<std::uint32_t>, int> seen;
    for (int i = 0; i < kDraws; ++i)
        ++seen[draw_order(sha256(std::to_string(i)), sha256("root"), 3)];
    EXPECT_EQ(seen.size(), 6u);
    // Each order is expected 1,000 times with a standard deviation of 29. The inputs are fixed, so
    // the test is deterministic.
    for (const auto& [order, count] : seen)
        EXPECT_NEAR(count, kDraws / 6, 100);
}

TEST(Draw, SecretAndMembersBothDecideTheOrder) {
    const auto order = draw_order(kSecret, sha256("root"), 50);
    EXPECT_EQ(order, draw_order(kSecret, sha256("root"), 50));
    EXPECT_NE(order, draw_order(sha256("other"), sha256("root"), 50));
    EXPECT_NE(order, draw_order(kSecret, sha256("other"), 50));
}

// Computed independently of this code, from the published description. If the algorithm changes,
// its name must change too.
TEST(Draw, KnownAnswer) {
    const Draw draw{kSecret, members_of(5), 5};
    EXPECT_EQ(hex(draw_leaf({Number{1}, test_guest(1)})), "344ef2a02d1780b86c1d39a26f9cc583");
    EXPECT_EQ(hex(draw.root()), "4aeb9fc2b60afc74dc119c211245bd0fa0eb04006de0c950b497fbe1406e30b5");
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t place = 1; place <= 5; ++place)
        numbers.push_back(draw.number_at(Place{place}).value);
    EXPECT_EQ(numbers, (std::vector<std::uint32_t>{1, 5, 2, 4, 3}));
}

TEST(Draw, EveryMembersPathProvesTheRoot) {
    for (const std::uint32_t count : {1u, 2u, 3u, 5u, 1023u, 1024u, 1025u, 2051u, 3000u}) {
        const Draw draw{kSecret, members_of(count), count};
        ASSERT_EQ(draw.root(), merkle_root(draw.leaves())) << count;
        // Every index of small lobbies; block boundaries and a sample of large ones.
        for (std::uint32_t i = 0; i < count; i += (i < 8 || i % 1024 > 1020 ? 1 : 97)) {
            const auto path = draw.path(i);
            ASSERT_EQ(merkle_root_from(draw.leaves()[i], i, count, path), draw.root()) << count;
        }
        const auto last = draw.path(count - 1);
        ASSERT_EQ(merkle_root_from(draw.leaves()[count - 1], count - 1, count, last), draw.root());
    }
}

TEST(Draw, AForgedReceiptDoesNotVerify) {
    const Draw draw{kSecret, members_of(1030), 1030};
    const std::vector<Sha256Digest> path = draw.path(500);
    const DrawLeaf leaf = draw.leaves()[500];
    EXPECT_EQ(merkle_root_from(leaf, 500, 1030, path), draw.root());

    DrawLeaf other_leaf = leaf;
    other_leaf[0] ^= 1;
    EXPECT_NE(merkle_root_from(other_leaf, 500, 1030, path), draw.root());
    EXPECT_NE(merkle_root_from(leaf, 501, 1030, path), draw.root());
    for (std::size_t i = 0; i < path.size(); ++i) {
        auto tampered = path;
        tampered[i][31] ^= 1;
        EXPECT_NE(merkle_root_from(leaf, 500, 1030, tampered), draw.root());
    }
    auto longer = path;
    longer.push_back(path.front());
    EXPECT_EQ(merkle_root_from(leaf, 500, 1030, longer), Sha256Digest{});
    auto shorter = path;
    shorter.pop_back();
    EXPECT_EQ(merkle_root_from(leaf, 500, 1030, shorter), Sha256Digest{});
}

TEST(Draw, TheRootCommitsToEveryMemberAndItsNumber) {
    const Sha256Digest root = Draw(kSecret, members_of(9), 9).root();
    for (std::size_t i = 0; i < 9; ++i) {
        auto members = members_of(9);
        members[i].guest = test_guest(100);
        EXPECT_NE(Draw(kSecret, members, 9).root(), root);
        members = members_of(9);
        members[i].number.value += 100;
        EXPECT_NE(Draw(kSecret, members, 200).root(), root);
    }
}

TEST(Draw, AGuestWhoLeftBeforeTheDrawHasNoPlaceAndLaterArrivalsFollow) {
    const std::vector<DrawMember> members = {{Number{1}, test_guest(1)},
                                             {Number{4}, test_guest(4)}};
    const Draw draw{kSecret, members, 5};
    EXPECT_EQ(draw.place_of(Number{2}), Place{0});
    EXPECT_FALSE(draw.includes(Number{2}));
    EXPECT_TRUE(draw.includes(Number{4}));
    EXPECT_FALSE(draw.includes(Number{6}));
    EXPECT_EQ(draw.place_of(Number{1}).value + draw.place_of(Number{4}).value, 3u);
    EXPECT_EQ(draw.place_of(Number{6}), Place{6});
    EXPECT_EQ(draw.number_at(Place{6}), Number{6});
    EXPECT_EQ(draw.index_of(Number{1}), 0u);
    EXPECT_EQ(draw.index_of(Number{4}), 1u);
}

TEST(Draw, AnEmptyLobbyCanBeDrawn) {
    const Draw draw{kSecret, {}, 0};
    EXPECT_EQ(draw.member_count(), 0u);
    EXPECT_EQ(draw.root(), sha256(""));
    EXPECT_EQ(draw.place_of(Number{1}), Place{1});
}

TEST(Draw, ComesBackFromItsBytes) {
    auto members = members_of(1500);
    members.erase(members.begin() + 7);
    const Draw draw{kSecret, members, 1501};
    std::string bytes;
    ByteWriter out{bytes};
    draw.save(out);
    ByteReader in{bytes};
    const Draw loaded{in};
    EXPECT_TRUE(in.ok() && in.at_end());
    for (std::uint32_t number = 1; number <= 1600; ++number)
        ASSERT_EQ(loaded.place_of(Number{number}), draw.place_of(Number{number}));
    EXPECT_EQ(loaded.secret(), draw.secret());
    EXPECT_EQ(loaded.root(), draw.root());
    EXPECT_EQ(loaded.path(1400), draw.path(1400));
    std::string again;
    ByteWriter rewritten{again};
    loaded.save(rewritten);
    EXPECT_EQ(again, bytes);
}

TEST(Draw, TruncatedBytesAreNoticed) {
    const Draw draw{kSecret, members_of(3), 3};
    std::string bytes;
    ByteWriter out{bytes};
    draw.save(out);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        ByteReader in{std::string_view{bytes}.substr(0, size)};
        const Draw loaded{in};
        EXPECT_FALSE(in.ok() && in.at_end()) << size;
    }
}

}  // namespace onsale::waiting_room
