// Contract of the port WaitingLines, for every adapter.
#include "tests/contract/line_adapter.hpp"

namespace onsale::contract {
namespace {

using waiting_room::EnterError;
using waiting_room::EventId;
using waiting_room::MoveError;
using waiting_room::Number;
using waiting_room::PlaceError;
using waiting_room::Standing;
using namespace waiting_room::command;

const Sha256Digest kCode = sha256("a code");

class WaitingLinesContract : public PortContract {
  protected:
    auto leave(Number number) { return await(adapter_->lines().call(Leave{event_, number})); }
    auto claim(Number number) {
        return await(adapter_->lines().call(Claim{event_, waiting_room::admission_id(number, 1)}));
    }
    auto complete(Number number) {
        return await(
            adapter_->lines().call(Complete{event_, waiting_room::admission_id(number, 1)}));
    }
    auto extend(Number number, std::uint32_t which = 0) {
        const auto admission = waiting_room::admission_id(number, 1);
        return await(adapter_->lines().call(Extend{event_, admission, guest(1), which}));
    }
    auto offer(std::uint32_t name, Number number) {
        return await(adapter_->lines().call(OfferPlace{event_, number, guest(name), kCode}));
    }
    auto take(std::uint32_t name) {
        return await(adapter_->lines().call(TakePlace{event_, guest(name), kCode}));
    }
    // An adapter may admit in the call that frees a slot, or shortly afterwards.
    void wait_admitted(Number number) {
        run_until([&] { return standing(number) == Standing::kAdmitted; });
    }
    void open_slots(std::uint32_t count) {
        edit([&](auto& settings) { settings.rules.max_active = count; });
    }
};

TEST_P(WaitingLinesContract, NumbersAreGivenInTheOrderOfArrival) {
    EXPECT_EQ(enter(1).value(), Number{1});
    EXPECT_EQ(enter(2).value(), Number{2});
}

TEST_P(WaitingLinesContract, EnteringAgainGivesTheSamePlace) {
    (void)enter(1);
    (void)enter(2);
    EXPECT_EQ(enter(1).value(), Number{1});
    EXPECT_EQ(view().book().issued_count(), 2U);
}

TEST_P(WaitingLinesContract, TheViewKnowsThePlaceWhenTheAnswerArrives) {
    const auto number = enter(1);
    EXPECT_EQ(standing(number.value()), Standing::kWaiting);
}

TEST_P(WaitingLinesContract, AnUnknownEventIsRefused) {
    const auto outcome = await(adapter_->lines().call(Enter{EventId{77}, guest(1), {}, {}}));
    EXPECT_EQ(outcome.error(), EnterError::kUnknownEvent);
}

TEST_P(WaitingLinesContract, AFullLineIsRefused) {
    edit([](auto& settings) { settings.rules.line_max = 1; });
    (void)enter(1);
    EXPECT_EQ(enter(2).error(), EnterError::kLineFull);
}

TEST_P(WaitingLinesContract, ALeaveIsUndoneByEnteringAgain) {
    const Number number = enter(1).value();
    EXPECT_EQ(leave(number).value(), number);
    EXPECT_EQ(standing(number), Standing::kLeaving);
    EXPECT_EQ(enter(1).value(), number);
    EXPECT_EQ(standing(number), Standing::kWaiting);
}

TEST_P(WaitingLinesContract, LeavingWithoutAPlaceIsRefused) {
    EXPECT_EQ(leave(Number{5}).error(), PlaceError::kNoPlace);
}

TEST_P(WaitingLinesContract, AFreeSlotIsGivenToTheFirstInLine) {
    (void)enter(1);
    (void)enter(2);
    open_slots(1);
    wait_admitted(Number{1});
    EXPECT_EQ(standing(Number{2}), Standing::kWaiting);
}

TEST_P(WaitingLinesContract, AnAdmissionIsClaimedOnceAndMayBeClaimedAgain) {
    open_slots(1);
    const Number number = enter(1).value();
    wait_admitted(number);
    EXPECT_EQ(claim(number).value(), number);
    EXPECT_EQ(claim(number).value(), number);
    EXPECT_TRUE(view().ledger().find(number)->claimed);
}

TEST_P(WaitingLinesContract, ClaimingWithoutAnAdmissionIsRefused) {
    EXPECT_EQ(claim(enter(1).value()).error(), PlaceError::kNotAdmitted);
}

TEST_P(WaitingLinesContract, AnExtensionMovesTheDeadlineAndTheViewShowsIt) {
    edit([](auto& settings) {
        settings.rules.max_active = 1;
        settings.rules.extension = std::chrono::seconds{90};
        settings.rules.extensions = 2;
    });
    const Number number = enter(1).value();
    wait_admitted(number);
    const Instant before = view().ledger().find(number)->deadline;
    EXPECT_EQ(extend(number, 1).value(), number);
    EXPECT_EQ(extend(number, 1).value(), number);
    EXPECT_EQ(view().ledger().find(number)->deadline, before + std::chrono::seconds{90});
    EXPECT_TRUE(view().ledger().find(number)->claimed);
    EXPECT_EQ(extend(number).value(), number);
    EXPECT_EQ(view().ledger().find(number)->deadline, before + std::chrono::seconds{180});
    EXPECT_EQ(view().ledger().find(number)->extensions, 2U);
    EXPECT_EQ(extend(number).error(), PlaceError::kExtensionsUsed);
}

TEST_P(WaitingLinesContract, AnExtensionIsRefusedWithoutAnAdmissionAndWhereTheEventGivesNone) {
    EXPECT_EQ(extend(enter(1).value()).error(), PlaceError::kNotAdmitted);
    EXPECT_EQ(await(adapter_->lines().call(Extend{EventId{77}, {}, {}, 0})).error(),
              PlaceError::kUnknownEvent);
    edit([](auto& settings) {
        settings.rules.max_active = 1;
        settings.rules.extensions = 0;
    });
    wait_admitted(Number{1});
    EXPECT_EQ(extend(Number{1}).error(), PlaceError::kNoExtensions);
}

TEST_P(WaitingLinesContract, CompletingFreesTheSlotForTheNext) {
    open_slots(1);
    (void)enter(1);
    (void)enter(2);
    wait_admitted(Number{1});
    EXPECT_EQ(complete(Number{1}).value(), Number{1});
    EXPECT_EQ(standing(Number{1}), Standing::kEndedCompleted);
    wait_admitted(Number{2});
}

TEST_P(WaitingLinesContract, CompletingTwiceIsNoMistake) {
    open_slots(1);
    (void)enter(1);
    wait_admitted(Number{1});
    (void)complete(Number{1});
    EXPECT_EQ(complete(Number{1}).value(), Number{1});
}

TEST_P(WaitingLinesContract, ARevokedGuestLosesThePlaceAndABarredOneStaysOut) {
    const Number number = enter(1).value();
    const auto revoked = await(adapter_->lines().call(Revoke{event_, guest(1), true}));
    EXPECT_EQ(revoked.value(), number);
    EXPECT_EQ(standing(number), Standing::kEndedRevoked);
    EXPECT_EQ(enter(1).error(), EnterError::kBarred);
}

TEST_P(WaitingLinesContract, AnOfferedPlaceIsTakenOnceAndTheViewKnowsItsHolder) {
    const Number number = enter(1).value();
    EXPECT_EQ(offer(1, number).value(), number);
    EXPECT_EQ(take(2).value(), number);
    EXPECT_TRUE(view().belongs(number, guest(2)));
    EXPECT_FALSE(view().belongs(number, guest(1)));
    EXPECT_EQ(take(3).error(), MoveError::kCodeInvalid);
    EXPECT_EQ(enter(2).value(), number);
}

TEST_P(WaitingLinesContract, TheTakerOfAPlaceMayAskAgain) {
    const Number number = enter(1).value();
    (void)offer(1, number);
    (void)take(2);
    EXPECT_EQ(take(2).value(), number);
}

TEST_P(WaitingLinesContract, ALeaveOfWhoGaveThePlaceAwayIsRefused) {
    const Number number = enter(1).value();
    (void)offer(1, number);
    (void)take(2);
    const auto left = await(adapter_->lines().call(Leave{event_, number, guest(1)}));
    EXPECT_EQ(left.error(), PlaceError::kMoved);
    EXPECT_EQ(standing(number), Standing::kWaiting);
}

TEST_P(WaitingLinesContract, EligibilityIsAskedWithoutEntering) {
    const auto answer = await(adapter_->lines().call(CheckEligibility{event_, guest(1), {}, {}}));
    EXPECT_TRUE(answer.has_value());
    EXPECT_EQ(view().book().issued_count(), 0U);
}

TEST_P(WaitingLinesContract, SignsOfLifeAreTaken) {
    const Number number = enter(1).value();
    EXPECT_TRUE(adapter_->lines().seen(event_, {number, Number{99}}, Duration{0}));
}

INSTANTIATE_TEST_SUITE_P(Adapters, WaitingLinesContract, testing::ValuesIn(line_adapters()),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace onsale::contract
