#include "base/text/ascii.hpp"

#include <gtest/gtest.h>

namespace onsale {

TEST(Ascii, ChangesTheCaseOfLettersOnly) {
    EXPECT_EQ(ascii_lower('A'), 'a');
    EXPECT_EQ(ascii_lower('Z'), 'z');
    EXPECT_EQ(ascii_upper('a'), 'A');
    EXPECT_EQ(ascii_upper('z'), 'Z');
    for (const char c : {'@', '[', '`', '{', '0', '-', '\xc4'}) {
        EXPECT_EQ(ascii_lower(c), c);
        EXPECT_EQ(ascii_upper(c), c);
    }
}

}  // namespace onsale
