#include "operate/port/readiness.hpp"

#include <gtest/gtest.h>

#include "operate/port/deployment_parts.hpp"
#include "tests/support/enum_words.hpp"

namespace onsale::operate {
namespace {

TEST(Degraded, HasAWordForEachReasonAndNoneForNo) {
    test::expect_own_words<Degraded>();
    EXPECT_EQ(to_word(Degraded::kNo), "");
    EXPECT_EQ(to_word(Degraded::kStorageFailed), "storage_failed");
    EXPECT_EQ(to_word(Degraded::kPaymentGone), "payment_gone");
}

TEST(PartState, HasAWordForEach) {
    test::expect_own_words<PartState>();
    EXPECT_EQ(to_word(PartState::kAttention), "attention");
}

}  // namespace
}  // namespace onsale::operate
