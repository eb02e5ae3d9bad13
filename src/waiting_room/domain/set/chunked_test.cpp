#include "waiting_room/domain/set/chunked.hpp"

#include <gtest/gtest.h>

namespace onsale::waiting_room {

TEST(Chunked, UnwrittenElementsHaveTheDefault) {
    const Chunked<int, 4> values;
    EXPECT_EQ(values.get(0), 0);
    EXPECT_EQ(values.get(1'000'000), 0);
    EXPECT_FALSE(values.has_chunk(0));
}

TEST(Chunked, WritingFarAwayAllocatesOnlyThatChunk) {
    Chunked<int, 4> values;
    values.at(41) = 7;
    EXPECT_EQ(values.get(41), 7);
    EXPECT_EQ(values.get(40), 0);
    EXPECT_TRUE(values.has_chunk(10));
    EXPECT_FALSE(values.has_chunk(9));
}

TEST(Chunked, VisitsTheChunksThatThereAreInOrder) {
    Chunked<int, 4> values;
    values.at(41) = 7;
    values.at(2) = 3;
    std::vector<std::uint32_t> seen;
    int sum = 0;
    values.for_each([&](std::uint32_t index, int value) {
        seen.push_back(index);
        sum += value;
    });
    EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1, 2, 3, 40, 41, 42, 43}));
    EXPECT_EQ(sum, 10);
}

TEST(Chunked, ElementsDoNotMoveWhenItGrows) {
    Chunked<int, 4> values;
    const int* const first = &values.at(0);
    for (std::uint32_t i = 1; i < 1000; ++i)
        values.at(i) = static_cast<int>(i);
    EXPECT_EQ(&values.at(0), first);
    EXPECT_EQ(values.get(999), 999);
}

TEST(Chunked, AReleasedChunkReadsDefaultAndCanBeWrittenAgain) {
    Chunked<int, 4> values;
    values.at(3) = 3;
    values.at(4) = 4;
    values.release_chunk(0);
    values.release_chunk(99);
    EXPECT_EQ(values.get(3), 0);
    EXPECT_EQ(values.get(4), 4);
    values.at(2) = 2;
    EXPECT_EQ(values.get(2), 2);
    EXPECT_EQ(values.get(3), 0);
}

}  // namespace onsale::waiting_room
