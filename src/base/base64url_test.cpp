#include "base/base64url.hpp"

#include <gtest/gtest.h>

namespace onsale {
namespace {

TEST(Base64url, RoundTripsEveryLength) {
    std::string bytes;
    for (int size = 0; size < 70; ++size) {
        EXPECT_EQ(base64url_decode(base64url_encode(bytes)), bytes);
        bytes.push_back(static_cast<char>(size * 37));
    }
}

TEST(Base64url, RefusesWhatHasAnotherSpelling) {
    EXPECT_EQ(base64url_encode("f"), "Zg");
    for (const char* text : {"Zg==", "Zh", "Z", "Z g", "Zg\n", "+/", "Zm9vY"})
        EXPECT_FALSE(base64url_decode(text)) << text;
}

TEST(Hex, RoundTripsAndRefusesOddOrForeign) {
    EXPECT_EQ(hex_encode(std::string("\x00\xffz", 3)), "00ff7a");
    EXPECT_EQ(hex_decode("00ff7a"), std::string("\x00\xffz", 3));
    for (const char* text : {"0", "0g", "FF"})
        EXPECT_FALSE(hex_decode(text)) << text;
}

}  // namespace
}  // namespace onsale
