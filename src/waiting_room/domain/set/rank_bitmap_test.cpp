#include "waiting_room/domain/set/rank_bitmap.hpp"

#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace onsale::waiting_room {
namespace {

// Indexes next to every boundary of the structure: words of 64, blocks of 512, powers of two
// blocks.
const std::vector<std::uint32_t> kBorders = {
    0,    1,    63,   64,   65,   127,  511,   512,   513,     1023,    1024,    1025,      4095,
    4096, 4097, 8191, 8192, 8193, 9999, 32767, 32768, 100'000, 262'143, 262'144, 10'000'000};

std::uint32_t naive_below(const std::set<std::uint32_t>& members, std::uint32_t index) {
    return static_cast<std::uint32_t>(std::distance(members.begin(), members.lower_bound(index)));
}

void expect_same(const RankBitmap& bitmap, const std::set<std::uint32_t>& members) {
    ASSERT_EQ(bitmap.count(), members.size());
    for (const std::uint32_t index : kBorders) {
        ASSERT_EQ(bitmap.contains(index), members.contains(index)) << index;
        ASSERT_EQ(bitmap.count_below(index), naive_below(members, index)) << index;
    }
}

}  // namespace

TEST(RankBitmap, EmptyCountsNothingBelowAnyIndex) {
    expect_same(RankBitmap{}, {});
}

TEST(RankBitmap, CountsAcrossEveryBorderWhileItGrows) {
    RankBitmap bitmap;
    std::set<std::uint32_t> members;
    for (const std::uint32_t index : kBorders) {
        bitmap.insert(index);
        members.insert(index);
        expect_same(bitmap, members);
    }
}

TEST(RankBitmap, CountsAcrossEveryBorderWhenFilledFromTheEnd) {
    RankBitmap bitmap;
    std::set<std::uint32_t> members;
    for (auto index = kBorders.rbegin(); index != kBorders.rend(); ++index) {
        bitmap.insert(*index);
        members.insert(*index);
        expect_same(bitmap, members);
    }
}

TEST(RankBitmap, InsertingOrErasingTwiceCountsOnce) {
    RankBitmap bitmap;
    bitmap.insert(512);
    bitmap.insert(512);
    EXPECT_EQ(bitmap.count(), 1u);
    bitmap.erase(512);
    bitmap.erase(512);
    bitmap.erase(1'000'000);
    EXPECT_EQ(bitmap.count(), 0u);
    EXPECT_EQ(bitmap.count_below(600), 0u);
}

TEST(RankBitmap, AgreesWithASortedSetUnderRandomChanges) {
    RankBitmap bitmap;
    std::set<std::uint32_t> members;
    std::mt19937 random{1};
    for (int step = 0; step < 20'000; ++step) {
        const std::uint32_t index = random() % 5000;
        if (random() % 2 == 0) {
            bitmap.insert(index);
            members.insert(index);
        } else {
            bitmap.erase(index);
            members.erase(index);
        }
        const std::uint32_t asked = random() % 5200;
        ASSERT_EQ(bitmap.count_below(asked), naive_below(members, asked)) << step;
    }
    expect_same(bitmap, members);
}

TEST(RankBitmap, ClearForgetsEverythingAndCanBeFilledAgain) {
    RankBitmap bitmap;
    bitmap.insert(5000);
    bitmap.clear();
    EXPECT_EQ(bitmap.count_below(10'000), 0u);
    bitmap.insert(3);
    EXPECT_EQ(bitmap.count_below(10'000), 1u);
}

}  // namespace onsale::waiting_room
