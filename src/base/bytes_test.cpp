#include "base/bytes.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace onsale {
namespace {

TEST(Bytes, ReadsBackWhatWasWritten) {
    std::string buffer;
    ByteWriter writer{buffer};
    writer.fixed<std::uint32_t>(0xdeadbeef);
    writer.varint(300);
    writer.zigzag(std::numeric_limits<std::int64_t>::min());
    writer.zigzag(-1);
    writer.text("라인");

    ByteReader reader{buffer};
    EXPECT_EQ(reader.fixed<std::uint32_t>(), 0xdeadbeef);
    EXPECT_EQ(reader.varint(), 300u);
    EXPECT_EQ(reader.zigzag(), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(reader.zigzag(), -1);
    EXPECT_EQ(reader.text(), "라인");
    EXPECT_TRUE(reader.ok() && reader.at_end());
}

TEST(Bytes, AReadPastTheEndIsRememberedAndGivesZero) {
    ByteReader reader{"\x05zz"};
    EXPECT_EQ(reader.text(), "");
    EXPECT_FALSE(reader.ok());
    EXPECT_EQ(reader.fixed<std::uint8_t>(), 0);
}

}  // namespace
}  // namespace onsale
