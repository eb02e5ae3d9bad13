#include "payment/domain/order_code.hpp"

#include <gtest/gtest.h>

namespace onsale::payment {
namespace {

TEST(OrderCode, ReadsBackWhatItWrote) {
    for (const std::uint64_t value : {0ULL, 1ULL, 31ULL, 32ULL, 0x8000'0000'0000'0000ULL, ~0ULL}) {
        const std::string text = to_text(OrderCode{value});
        EXPECT_EQ(text.size(), 15u);
        EXPECT_EQ(parse_order_code(text), OrderCode{value}) << text;
    }
}

TEST(OrderCode, IsReadInEitherCase) {
    EXPECT_EQ(parse_order_code("o-000000000000z"), OrderCode{31});
}

TEST(OrderCode, RefusesEveryOtherForm) {
    for (const std::string_view text :
         {"", "O-", "O-000000000000", "O-00000000000000", "B-0000000000000", "O-000000000000U",
          "O-000000000000-", "O-G000000000000"})
        EXPECT_FALSE(parse_order_code(text)) << text;
}

TEST(OrderCode, OfATestPurchaseIsSeenToBeOne) {
    for (const std::uint64_t random : {0ULL, 0x1234'5678'9abc'def0ULL, ~0ULL}) {
        const OrderCode code = trial_code(random);
        EXPECT_TRUE(to_text(code).starts_with("O-0TEST")) << to_text(code);
        EXPECT_TRUE(is_trial(code));
    }
    EXPECT_NE(trial_code(1), trial_code(2));
    EXPECT_FALSE(is_trial(*parse_order_code("O-0TESS00000000")));
    EXPECT_FALSE(is_trial(*parse_order_code("O-1TEST00000000")));
}

}  // namespace
}  // namespace onsale::payment
