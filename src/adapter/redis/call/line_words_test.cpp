#include "adapter/redis/call/line_words.hpp"

#include <gtest/gtest.h>

#include "adapter/redis/store/code_verifier.hpp"

namespace onsale::redis {
namespace {

using waiting_room::EnterError;
using waiting_room::MoveError;
using waiting_room::Number;
using waiting_room::PlaceError;

TEST(LineWords, ANumberIsThePlace) {
    EXPECT_EQ(enter_outcome(Reply::integer_of(12)).value(), Number{12});
}

TEST(LineWords, AWordIsTheReasonWhyNot) {
    EXPECT_EQ(enter_outcome(Reply::bulk("line_full")).error(), EnterError::kLineFull);
    EXPECT_EQ(place_error("moved"), PlaceError::kMoved);
    EXPECT_EQ(place_error("no_extensions"), PlaceError::kNoExtensions);
    EXPECT_EQ(place_error("extensions_used"), PlaceError::kExtensionsUsed);
    EXPECT_EQ(move_error("code_invalid"), MoveError::kCodeInvalid);
}

TEST(LineWords, AnEventThatRedisHasLostIsOnlyUnavailable) {
    EXPECT_EQ(enter_error("unknown_event"), EnterError::kUnavailable);
}

TEST(LineWords, AnUnknownWordIsAnUnknownOutcome) {
    EXPECT_EQ(enter_error("perhaps"), EnterError::kOutcomeUnknown);
    EXPECT_EQ(place_error("perhaps"), PlaceError::kOutcomeUnknown);
    EXPECT_EQ(move_error("perhaps"), MoveError::kOutcomeUnknown);
}

TEST(LineWords, ACallWithoutAnAnswerSaysWhatIsKnown) {
    EXPECT_EQ(error_of<EnterError>(CallError::unavailable(CallCause::kQueueFull)),
              EnterError::kUnavailable);
    EXPECT_EQ(error_of<PlaceError>(CallError::unknown(CallCause::kNotReplicated)),
              PlaceError::kOutcomeUnknown);
}

TEST(LineWords, ProofsAreThoseOfTheScript) {
    waiting_room::command::Enter enter;
    EXPECT_EQ(claims_proof(enter), "");
    enter.claimed_phases = {"fans", "club"};
    EXPECT_EQ(claims_proof(enter), "cfans\nclub\n");
    EXPECT_EQ(code_proof(Sha256Digest{}, "fans"), "k" + std::string(32, '\0') + "fans");
}

}  // namespace
}  // namespace onsale::redis
