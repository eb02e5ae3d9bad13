// Extensions requested by guests.
#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

EventSettings with_extensions(Duration by, std::uint32_t times) {
    LineRules rules = rules_with_slots(1);
    rules.extension = by;
    rules.extensions = times;
    return test_settings(rules);
}

}  // namespace

TEST(Extension, MovesTheDeadlineLater) {
    TestLine line{with_extensions(2min, 1)};
    line.enter_all(1, 1);
    ASSERT_TRUE(line.claim(1));
    EXPECT_EQ(line.answer(1).extensions_left, 1u);
    EXPECT_EQ(line.more_time(1).value(), Number{1});
    EXPECT_EQ(line.answer(1).admission_deadline, kOpensAt + 10min + 2min);
    EXPECT_EQ(line.answer(1).extensions_left, 0u);
    for (int minute = 0; minute < 11; ++minute)
        line.pass(1min), line.seen(1);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
    line.pass(1min);
    EXPECT_EQ(line.standing(1), Standing::kEndedAdmission);
}

TEST(Extension, IsGivenAsOftenAsTheEventSays) {
    TestLine line{with_extensions(1min, 2)};
    line.enter_all(1, 1);
    EXPECT_TRUE(line.more_time(1));
    EXPECT_TRUE(line.more_time(1));
    EXPECT_EQ(line.more_time(1).error(), PlaceError::kExtensionsUsed);
    EXPECT_EQ(line.answer(1).admission_deadline, kOpensAt + 12min);
}

TEST(Extension, AskedForTwiceIsGivenOnce) {
    TestLine line{with_extensions(1min, 2)};
    line.enter_all(1, 1);
    EXPECT_TRUE(line.more_time(1, 1));
    EXPECT_TRUE(line.more_time(1, 1));
    EXPECT_EQ(line.answer(1).admission_deadline, kOpensAt + 11min);
    EXPECT_TRUE(line.more_time(1, 2));
    EXPECT_TRUE(line.more_time(1, 1));
    EXPECT_TRUE(line.more_time(1, 2));
    EXPECT_EQ(line.answer(1).admission_deadline, kOpensAt + 12min);
    EXPECT_EQ(line.more_time(1, 3).error(), PlaceError::kExtensionsUsed);
}

// A failed server may have lost the first one.
TEST(Extension, NamedByALaterNumberCountsAsThatOne) {
    TestLine line{with_extensions(1min, 2)};
    line.enter_all(1, 1);
    EXPECT_TRUE(line.more_time(1, 2));
    EXPECT_EQ(line.answer(1).admission_deadline, kOpensAt + 11min);
    EXPECT_EQ(line.answer(1).extensions_left, 0u);
    EXPECT_EQ(line.more_time(1).error(), PlaceError::kExtensionsUsed);
}

// The own end limits the holds of the guest.
TEST(Extension, MovesTheOwnEndByWhatTheEventGaveThen) {
    TestLine line{with_extensions(1min, 3)};
    line.enter_all(1, 1);
    EXPECT_TRUE(line.more_time(1));
    EventSettings edited = with_extensions(2min, 3);
    edited.rules.admission_ttl = 5min;
    line.edit(edited);
    const auto own_end = [&] { return line.line().ledger().find(Number{1})->own_end; };
    EXPECT_EQ(own_end(), kOpensAt + 11min);
    EXPECT_TRUE(line.more_time(1));
    EXPECT_EQ(own_end(), kOpensAt + 13min);
    EXPECT_EQ(line.view().ledger().find(Number{1})->own_end, own_end());
}

TEST(Extension, IsAlsoAnsweredAgainWhenTheEventGivesNoneAnyMore) {
    TestLine line{with_extensions(1min, 1)};
    line.enter_all(1, 1);
    EXPECT_TRUE(line.more_time(1, 1));
    line.edit(with_extensions(0s, 1));
    EXPECT_TRUE(line.more_time(1, 1));
    EXPECT_EQ(line.more_time(1, 2).error(), PlaceError::kNoExtensions);
}

TEST(Extension, IsRefusedWhereTheEventGivesNone) {
    for (const EventSettings& settings : {with_extensions(0s, 1), with_extensions(1min, 0)}) {
        TestLine line{settings};
        line.enter_all(1, 1);
        EXPECT_EQ(line.more_time(1).error(), PlaceError::kNoExtensions);
        EXPECT_EQ(line.answer(1).extensions_left, 0u);
        EXPECT_EQ(line.answer(1).admission_deadline, kOpensAt + 10min);
    }
}

TEST(Extension, NeedsALiveAdmission) {
    TestLine line{with_extensions(1min, 1)};
    line.enter_all(1, 2);
    EXPECT_EQ(line.more_time(2).error(), PlaceError::kNotAdmitted);
    const AdmissionId first = line.admission(1);
    ASSERT_TRUE(line.complete(1));
    EXPECT_EQ(line.more_time(first).error(), PlaceError::kNotAdmitted);
    EXPECT_EQ(line.more_time(admission_id(Number{2}, 2)).error(), PlaceError::kNotAdmitted);
}

TEST(Extension, IsTheNewDevicesWhenThePlaceHasMoved) {
    TestLine line{with_extensions(1min, 1)};
    line.enter_all(1, 1);
    ASSERT_TRUE(line.offer(1, 1) && line.take(5, 1));
    const auto asks = [&](std::uint32_t name) {
        return decide(line.line(),
                      command::Extend{EventId{1}, line.admission(5), test_guest(name), 0})
            .outcome.has_value();
    };
    EXPECT_FALSE(asks(1));
    EXPECT_TRUE(asks(5));
}

TEST(Extension, ClaimsTheAdmission) {
    TestLine line{with_extensions(1min, 1)};
    line.enter_all(1, 1);
    EXPECT_TRUE(line.more_time(1));
    EXPECT_TRUE(line.answer(1).claimed);
    line.pass(2min);
    EXPECT_EQ(line.standing(1), Standing::kAdmitted);
}

TEST(Extension, OfAnEarlierAdmissionIsNotTheNextOnes) {
    TestLine line{with_extensions(1min, 1)};
    line.enter_all(1, 1);
    line.pass(2min);
    line.seen(1);
    ASSERT_EQ(line.standing(1), Standing::kAdmitted) << "let in again";
    EXPECT_EQ(line.answer(1).extensions_left, 1u);
}

TEST(Extension, FreezesAndMovesAsEveryDeadline) {
    TestLine line{with_extensions(2min, 1)};
    line.enter_all(1, 1);
    ASSERT_TRUE(line.more_time(1));
    line.freeze(true);
    line.pass(30min);
    line.freeze(false);
    line.extend(5min);
    EXPECT_EQ(line.answer(1).admission_deadline, kOpensAt + 12min + 30min + 5min);
}

TEST(Extension, ComesBackFromJournalAndSnapshot) {
    TestLine line{with_extensions(2min, 3)};
    line.enter_all(1, 1);
    ASSERT_TRUE(line.more_time(1) && line.more_time(1));
    EXPECT_EQ(line.replayed(), line.saved());
    const std::string bytes = line.saved();
    ByteReader in{bytes};
    const Line loaded{EventId{1}, in};
    EXPECT_EQ(loaded.ledger().find(Number{1})->extensions, 2u);
    EXPECT_EQ(TestLine::saved(loaded), bytes);
}

}  // namespace onsale::waiting_room
