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

TEST(Base64url, RefusesAForeignLetterWhereverItStands) {
    for (const std::size_t size : {2u, 3u, 8u, 10u, 11u})
        for (std::size_t at = 0; at < size; ++at)
            for (const char foreign : {'+', '=', ' ', '\0', '\x80', '\xff'}) {
                std::string text(size, 'A');
                EXPECT_TRUE(base64url_decode(text));
                text[at] = foreign;
                EXPECT_FALSE(base64url_decode(text)) << size << " letters, at " << at;
            }
}

TEST(Hex, RoundTripsAndRefusesOddOrForeign) {
    EXPECT_EQ(hex_encode(std::string("\x00\xffz", 3)), "00ff7a");
    EXPECT_EQ(hex_decode("00ff7a"), std::string("\x00\xffz", 3));
    for (const char* text : {"0", "0g", "FF"})
        EXPECT_FALSE(hex_decode(text)) << text;
}

}  // namespace
}  // namespace onsale
