#include "adapter/redis/call/stream_id.hpp"

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

TEST(StreamId, IsReadAsItIsWritten) {
    const StreamId id{1'800'000'000'000, 17};
    EXPECT_EQ(to_string(id), "1800000000000-17");
    EXPECT_EQ(parse_stream_id(to_string(id)), id);
}

TEST(StreamId, IsOrderedByTimeThenSequence) {
    EXPECT_LT((StreamId{9, 5}), (StreamId{10, 1}));
    EXPECT_LT((StreamId{10, 1}), (StreamId{10, 2}));
}

TEST(StreamId, AnythingElseIsNone) {
    for (const char* const text : {"", "5", "-", "5-", "-5", "5-5x", "a-b", "5-5-5"})
        EXPECT_FALSE(parse_stream_id(text)) << text;
}

}  // namespace
}  // namespace onsale::redis
