#include "sale/domain/words.hpp"

#include <gtest/gtest.h>

#include "tests/support/enum_words.hpp"

namespace onsale::sale {
namespace {

TEST(SaleWords, EveryEnumeratorHasItsOwn) {
    test::expect_own_words<ReturnPolicy>();
    test::expect_own_words<LeftShown>();
    test::expect_own_words<AdmissionMode>();
}

TEST(SaleWords, AreTheEnumeratorsOwn) {
    EXPECT_EQ(to_word(ReturnPolicy::kAtRandom), "at-random");
    EXPECT_EQ(to_word(LeftShown::kRough), "rough");
    EXPECT_EQ(to_word(AdmissionMode::kBrake), "brake");
}

}  // namespace
}  // namespace onsale::sale
