#include "adapter/redis/hall/hold_words.hpp"

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

using sale::HoldError;
using seat::HallError;

TEST(HoldWords, TellTheSaleAndTheHallApart) {
    EXPECT_EQ(hold_refusal("limit_reached").error, HoldError::kLimitReached);
    EXPECT_EQ(hold_refusal("being_paid").error, HoldError::kHall);
    EXPECT_EQ(hold_refusal("being_paid").hall.error, HallError::kBeingPaid);
}

TEST(HoldWords, NameTheSeatsTheyAreAbout) {
    const std::vector<Reply> seats{Reply::integer_of(4), Reply::integer_of(9)};
    const auto refusal = hold_refusal("seat_taken", seats);
    EXPECT_EQ(refusal.hall.seats, (seat::Seats{{4}, {9}}));
}

TEST(HoldWords, AWordOfANewerScriptIsAnUnknownOutcome) {
    EXPECT_EQ(hold_refusal("too_loud").error, HoldError::kOutcomeUnknown);
}

TEST(HoldWords, AHallThatOnlyTheViewKnowsIsUnavailable) {
    EXPECT_EQ(hold_refusal("unknown_performance").error, HoldError::kUnavailable);
}

TEST(HoldWords, ACallWithoutAnAnswerSaysWhetherItMayBeDone) {
    EXPECT_EQ(hold_refusal(CallError::unavailable(CallCause::kNotConnected)).error,
              HoldError::kUnavailable);
    EXPECT_EQ(hold_refusal(CallError::unknown(CallCause::kDeadline)).error,
              HoldError::kOutcomeUnknown);
}

}  // namespace
}  // namespace onsale::redis
