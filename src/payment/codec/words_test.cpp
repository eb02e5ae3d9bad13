#include "payment/codec/words.hpp"

#include <set>

#include <gtest/gtest.h>

namespace onsale::payment {
namespace {

// The compiler prints a value without an enumerator as a cast.
template <auto kValue>
constexpr bool is_enumerator() {
    return std::string_view{__PRETTY_FUNCTION__}.find("kValue = (") == std::string_view::npos;
}

template <class Enum>
class PaymentWords : public testing::Test {};

using Enums = testing::Types<OrderState, EndReason, DeclineReason, RefundState, RefundWhy,
                             DeductionKind, FeePer>;
TYPED_TEST_SUITE(PaymentWords, Enums);

}  // namespace

TYPED_TEST(PaymentWords, EveryEnumeratorHasItsOwnWord) {
    constexpr std::size_t kCount = kWords<TypeParam>.size();
    static_assert(is_enumerator<static_cast<TypeParam>(kCount - 1)>());
    static_assert(!is_enumerator<static_cast<TypeParam>(kCount)>());
    std::set<std::string_view> words;
    for (std::size_t i = 0; i < kCount; ++i) {
        const auto value = static_cast<TypeParam>(i);
        EXPECT_FALSE(to_word(value).empty());
        EXPECT_TRUE(words.insert(to_word(value)).second) << to_word(value);
        EXPECT_EQ(from_word<TypeParam>(to_word(value)), value);
    }
}

TYPED_TEST(PaymentWords, AnotherWordIsNone) {
    EXPECT_EQ(from_word<TypeParam>("kHeld"), std::nullopt);
    EXPECT_EQ(from_word<TypeParam>(""), std::nullopt);
}

TEST(PaymentWord, IsTheEnumeratorsOwn) {
    EXPECT_EQ(to_word(OrderState::kHeld), "held");
    EXPECT_EQ(to_word(OrderState::kUnknown), "unknown");
    EXPECT_EQ(to_word(OrderState::kAwaitingDeposit), "awaiting_deposit");
    EXPECT_EQ(to_word(EndReason::kPayTimeUsed), "pay_time_used");
    EXPECT_EQ(to_word(EndReason::kRevoked), "revoked");
    EXPECT_EQ(to_word(DeclineReason::kGuestLeft), "guest_left");
    EXPECT_EQ(to_word(RefundState::kDone), "done");
    EXPECT_EQ(to_word(RefundWhy::kDuplicateCharge), "duplicate_charge");
    EXPECT_EQ(to_word(DeductionKind::kSeatFees), "seat_fees");
}

}  // namespace onsale::payment
