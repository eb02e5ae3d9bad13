#include "payment/domain/words.hpp"

#include <gtest/gtest.h>

#include "tests/support/enum_words.hpp"

namespace onsale::payment {
namespace {

TEST(PaymentWords, EveryEnumeratorHasItsOwn) {
    test::expect_own_words<OrderState>();
    test::expect_own_words<EndReason>();
    test::expect_own_words<DeclineReason>();
    test::expect_own_words<RefundState>();
    test::expect_own_words<RefundWhy>();
    test::expect_own_words<DeductionKind>();
    test::expect_own_words<FeePer>();
    test::expect_own_words<ActorKind>();
}

TEST(PaymentWords, AreTheEnumeratorsOwn) {
    EXPECT_EQ(to_word(OrderState::kHeld), "held");
    EXPECT_EQ(to_word(OrderState::kUnknown), "unknown");
    EXPECT_EQ(to_word(OrderState::kAwaitingDeposit), "awaiting_deposit");
    EXPECT_EQ(to_word(EndReason::kPayTimeUsed), "pay_time_used");
    EXPECT_EQ(to_word(EndReason::kRevoked), "revoked");
    EXPECT_EQ(to_word(DeclineReason::kGuestLeft), "guest_left");
    EXPECT_EQ(to_word(RefundState::kDone), "done");
    EXPECT_EQ(to_word(RefundWhy::kDuplicateCharge), "duplicate_charge");
    EXPECT_EQ(to_word(DeductionKind::kSeatFees), "seat_fees");
    EXPECT_EQ(to_word(ActorKind::kOperator), "operator");
}

}  // namespace
}  // namespace onsale::payment
