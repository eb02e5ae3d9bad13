#include "waiting_room/domain/words.hpp"

#include <gtest/gtest.h>

#include "tests/support/enum_words.hpp"

namespace onsale::waiting_room {
namespace {

TEST(LineWords, EveryEnumeratorHasItsOwn) {
    test::expect_own_words<Lifecycle>();
    test::expect_own_words<OrderPolicy>();
    test::expect_own_words<Identity>();
    test::expect_own_words<Eligibility>();
    test::expect_own_words<EndReason>();
    test::expect_own_words<QueueStatus>();
}

TEST(LineWords, AreTheEnumeratorsOwn) {
    EXPECT_EQ(to_word(QueueStatus::kLobby), "lobby");
    EXPECT_EQ(to_word(QueueStatus::kExpired), "expired");
    EXPECT_EQ(to_word(EndReason::kAdmissionEnded), "admission_ended");
    EXPECT_EQ(to_word(EndReason::kRevoked), "revoked");
    EXPECT_EQ(to_word(Lifecycle::kArchived), "archived");
    EXPECT_EQ(to_word(command::LifecycleAction::kArchive), "archive");
    EXPECT_EQ(to_word(Eligibility::kClaim), "claim");
}

// Publishing is no action by word: it has its own route.
TEST(LineWords, HaveNoneForPublishing) {
    EXPECT_EQ(from_word<command::LifecycleAction>("publish"), std::nullopt);
}

}  // namespace
}  // namespace onsale::waiting_room
