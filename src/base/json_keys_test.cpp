#include "base/json_keys.hpp"

#include <gtest/gtest.h>

#include "base/utf8.hpp"

namespace onsale {
namespace {

TEST(RepeatedKey, IsFoundInAnyObject) {
    EXPECT_EQ(repeated_key(R"({"a":1,"a":2})"), "a");
    EXPECT_EQ(repeated_key(R"({"a":{"b":1,"c":[{"d":1,"d":1}]}})"), "d");
    EXPECT_EQ(repeated_key(R"({"":1 , "" : 2})"), "");
}

TEST(RepeatedKey, OfDifferentObjectsIsNone) {
    EXPECT_EQ(repeated_key(R"({"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]})"), std::nullopt);
    EXPECT_EQ(repeated_key(R"([{"a":1},{"a":1}])"), std::nullopt);
    EXPECT_EQ(repeated_key("{}"), std::nullopt);
    EXPECT_EQ(repeated_key("null"), std::nullopt);
}

TEST(RepeatedKey, IsComparedAsItReads) {
    EXPECT_EQ(repeated_key(R"({"a":1,"\u0061":2})"), "a");
    EXPECT_EQ(repeated_key(R"({"가":1,"\uac00":2})"), "가");
    EXPECT_EQ(repeated_key(R"({"😀":1,"\ud83d\ude00":2})"), "😀");
    EXPECT_EQ(repeated_key(R"({"é\t/":1,"\u00e9\u0009\/":2})"), "é\t/");
    EXPECT_EQ(repeated_key(R"({"a\"":1,"a":2,"a\\":3})"), std::nullopt);
}

TEST(RepeatedKey, IsNotAValue) {
    EXPECT_EQ(repeated_key(R"({"a":"b","b":"a","c":["a","a","{\"a\":1,\"a\":1}"]})"), std::nullopt);
}

TEST(Characters, AreCountedNotBytes) {
    EXPECT_EQ(characters(""), 0u);
    EXPECT_EQ(characters("abc"), 3u);
    EXPECT_EQ(characters("가나다"), 3u);
    EXPECT_EQ(characters("é😀"), 2u);
}

}  // namespace
}  // namespace onsale
