#include "payment/domain/currencies.hpp"

#include <gtest/gtest.h>

namespace onsale::payment {
namespace {

std::optional<int> decimals(std::string_view code) {
    return decimals_of(*parse_currency(code));
}

TEST(Currencies, HaveTheDecimalsOfTheirSmallestUnit) {
    EXPECT_EQ(decimals("KRW"), 0);
    EXPECT_EQ(decimals("VND"), 0);
    EXPECT_EQ(decimals("USD"), 2);
    EXPECT_EQ(decimals("AED"), 2);
    EXPECT_EQ(decimals("ZWG"), 2);
    EXPECT_EQ(decimals("KWD"), 3);
}

TEST(Currencies, AreNotWhatNobodyPaysWith) {
    for (const char* const code : {"KWR", "WKR", "DEM", "XAU", "XTS", "XXX", "AAA"})
        EXPECT_FALSE(decimals(code)) << code;
    EXPECT_FALSE(decimals_of({}));
    EXPECT_FALSE(decimals_of({{'D', ' ', 'A'}})) << "across two codes of the list";
}

}  // namespace
}  // namespace onsale::payment
