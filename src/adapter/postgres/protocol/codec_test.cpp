#include "adapter/postgres/protocol/codec.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "adapter/postgres/protocol/value.hpp"

namespace onsale::postgres {
namespace {

using namespace std::string_literals;

template <class T>
T there_and_back(const T& value) {
    return Codec<T>::read(*Value{value}.bytes());
}

TEST(Codec, NumbersAreBigEndian) {
    EXPECT_EQ(*Value{std::int64_t{0x0102030405060708}}.bytes(), "\x01\x02\x03\x04\x05\x06\x07\x08");
    EXPECT_EQ(*Value{std::int32_t{-2}}.bytes(), "\xff\xff\xff\xfe");
    EXPECT_EQ(*Value{true}.bytes(), "\x01");
}

TEST(Codec, BringsEveryNumberBack) {
    for (const std::int64_t value : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1},
                                     std::int64_t{0}, std::numeric_limits<std::int64_t>::max()})
        EXPECT_EQ(there_and_back(value), value);
    for (const int value : {-32768, -1, 0, 32767})
        EXPECT_EQ(there_and_back(static_cast<std::int16_t>(value)), value);
    EXPECT_FALSE(there_and_back(false));
}

TEST(Codec, ASmallerIntegerFitsALargerOne) {
    EXPECT_TRUE(Codec<std::int64_t>::reads(kInt4));
    EXPECT_FALSE(Codec<std::int32_t>::reads(kInt8));
    EXPECT_EQ(Codec<std::int64_t>::read(*Value{std::int32_t{-7}}.bytes()), -7);
}

TEST(Codec, InstantsCountFromTheYear2000) {
    const Instant epoch{std::chrono::sys_days{std::chrono::year{2000} / 1 / 1}};
    EXPECT_EQ(*Value{epoch}.bytes(), std::string(8, '\0'));
    for (const Instant instant :
         {epoch - Duration{1}, instant_from_ms(0), instant_from_ms(1'785'000'000'123)})
        EXPECT_EQ(there_and_back(instant), instant);
}

TEST(Codec, AnEmptyOptionalIsNullOfItsType) {
    const Value null{std::optional<Bytea>{}};
    EXPECT_EQ(null.type(), Codec<Bytea>::kType);
    EXPECT_FALSE(null.bytes().has_value());
    EXPECT_EQ(Value{std::optional{"x"s}}.bytes(), "x");
}

TEST(Codec, ArraysHaveTheirElementsInOrder) {
    const std::vector<std::string> texts = {"", "one", "two\nlines"};
    EXPECT_EQ(there_and_back(texts), texts);
    EXPECT_EQ(there_and_back(std::vector<std::int64_t>{}), std::vector<std::int64_t>{});
    const std::vector<bool> flags = {true, false};
    EXPECT_EQ(there_and_back(flags), flags);
}

TEST(Codec, AnArrayHasTheFormOfPostgres) {
    const Value value{std::vector<std::optional<std::int16_t>>{std::int16_t{5}, std::nullopt}};
    EXPECT_EQ(value.type(), 1005u);
    EXPECT_EQ(*value.bytes(),
              "\0\0\0\1"      // One dimension.
              "\0\0\0\1"      // With NULLs.
              "\0\0\0\x15"    // Of smallint.
              "\0\0\0\2"      // Two elements.
              "\0\0\0\1"      // From index 1.
              "\0\0\0\2\0\5"  // The first has two bytes.
              "\xff\xff\xff\xff"s);
}

TEST(CodecDeathTest, BytesOfAnotherSizeAbort) {
    EXPECT_DEATH(Codec<std::int64_t>::read(""), "bytes.empty");
    EXPECT_DEATH(Codec<std::vector<bool>>::read("\0\0\0\1"s), "rest_.size");
}

}  // namespace
}  // namespace onsale::postgres
