#include "waiting_room/domain/set/ordered_bits.hpp"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace onsale::waiting_room {
namespace {

std::optional<std::uint32_t> naive_at_or_after(const std::set<std::uint32_t>& members,
                                               std::uint32_t index) {
    const auto found = members.lower_bound(index);
    return found == members.end() ? std::nullopt : std::optional{*found};
}

}  // namespace

TEST(OrderedBits, EmptyHasNoFirst) {
    const OrderedBits bits;
    EXPECT_TRUE(bits.empty());
    EXPECT_EQ(bits.first(), std::nullopt);
    EXPECT_EQ(bits.at_or_after(1'000'000), std::nullopt);
}

TEST(OrderedBits, FindsTheNextMemberAcrossLevels) {
    OrderedBits bits;
    std::set<std::uint32_t> members;
    // A level is added at 64, 64^2, 64^3 and 64^4.
    for (const std::uint32_t index :
         {0u, 63u, 64u, 4095u, 4096u, 262'143u, 262'144u, 16'777'216u}) {
        bits.insert(index);
        members.insert(index);
        for (const std::uint32_t from :
             {0u, 1u, 63u, 64u, 65u, 4096u, 4097u, 262'144u, 20'000'000u})
            ASSERT_EQ(bits.at_or_after(from), naive_at_or_after(members, from)) << from;
    }
}

TEST(OrderedBits, GrowingKeepsMembersThatWereThereBefore) {
    OrderedBits bits;
    bits.insert(7);
    bits.insert(5'000'000);
    EXPECT_EQ(bits.first(), 7u);
    bits.erase(7);
    EXPECT_EQ(bits.first(), 5'000'000u);
}

TEST(OrderedBits, IsNotEmptyWhenOnlyMembersFromBeforeItGrewAreLeft) {
    OrderedBits bits;
    bits.insert(7);
    bits.insert(5'000'000);
    bits.erase(5'000'000);
    EXPECT_FALSE(bits.empty());
}

TEST(OrderedBits, ErasingTheLastMemberMakesItEmpty) {
    OrderedBits bits;
    bits.insert(100'000);
    bits.erase(100'000);
    bits.erase(100'000);
    bits.erase(50'000'000);
    EXPECT_TRUE(bits.empty());
    EXPECT_EQ(bits.first(), std::nullopt);
}

TEST(OrderedBits, AgreesWithASortedSetUnderRandomChanges) {
    OrderedBits bits;
    std::set<std::uint32_t> members;
    std::mt19937 random{2};
    for (int step = 0; step < 20'000; ++step) {
        const std::uint32_t index = random() % (step < 10'000 ? 300 : 300'000);
        if (random() % 5 < 2) {
            bits.insert(index);
            members.insert(index);
        } else if (!members.empty()) {
            const std::uint32_t gone = *members.begin();
            bits.erase(gone);
            members.erase(gone);
        }
        ASSERT_EQ(bits.first(), naive_at_or_after(members, 0)) << step;
        ASSERT_EQ(bits.at_or_after(index), naive_at_or_after(members, index)) << step;
        ASSERT_EQ(bits.empty(), members.empty());
    }
}

}  // namespace onsale::waiting_room
