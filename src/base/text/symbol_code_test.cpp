#include "base/text/symbol_code.hpp"

#include <gtest/gtest.h>

namespace onsale {

TEST(SymbolCode, ReadsBackWhatItWrote) {
    constexpr SymbolCode code{"O-"};
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{12'345}, ~std::uint64_t{0}})
        EXPECT_EQ(code.read(code.write(value)), value);
    EXPECT_EQ(code.write(32), "O-0000000000010");
}

TEST(SymbolCode, AcceptsBothCasesAndNothingElse) {
    constexpr SymbolCode code{.prefix = "G-", .symbols = 3};
    EXPECT_EQ(code.read("g-0az"), code.read("G-0AZ"));
    ASSERT_TRUE(code.read("G-0AZ"));
    for (const std::string_view text : {"", "G-0A", "G-0AZ0", "H-0AZ", "G-0AI", "G00AZ"})
        EXPECT_FALSE(code.read(text)) << text;
}

TEST(SymbolCode, RefusesNumbersAbove64Bits) {
    constexpr SymbolCode code{"O-"};
    EXPECT_TRUE(code.read("O-FZZZZZZZZZZZZ"));
    EXPECT_FALSE(code.read("O-G000000000000"));
}

}  // namespace onsale
