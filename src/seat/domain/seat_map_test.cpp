#include "seat/domain/seat_map.hpp"

#include <gtest/gtest.h>

#include "seat/domain/test_hall.hpp"
#include "tests/support/enum_words.hpp"

namespace onsale::seat {
namespace {

using Ids = std::vector<std::string>;

}  // namespace

TEST(SeatMap, EachChangeOfASeatIsAVersion) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1", "A2"}));
    EXPECT_EQ(hall.view().version(), 2u);
}

TEST(SeatMap, TellsWhatChangedSinceAVersion) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1", "A2"}));
    const std::uint64_t seen = hall.view().version();
    ASSERT_TRUE(hall.select(1, Ids{"A2", "A3"}));
    ASSERT_TRUE(hall.start_paying(1));
    EXPECT_EQ(hall.ids(*hall.view().changed_since(seen)), (Ids{"A1", "A2", "A3"}));
    EXPECT_EQ(hall.view().changed_since(hall.view().version()), Seats{});
}

TEST(SeatMap, AVersionOfTheFutureIsUnknown) {
    TestHall hall;
    EXPECT_EQ(hall.view().changed_since(1), std::nullopt);
}

TEST(SeatMap, TheLogOfChangesIsBounded) {
    SeatMap map{std::make_shared<Seating>(test_plan())};
    for (std::size_t i = 0; i < kChangeLogSize + 1; ++i)
        map.set(SeatIndex{3}, i % 2 == 0 ? SeatState::kHeld : SeatState::kFree);
    EXPECT_EQ(map.changed_since(0), std::nullopt);
    EXPECT_EQ(map.changed_since(1), Seats{SeatIndex{3}});
}

TEST(SeatMap, AfterARestartOlderVersionsAreUnknown) {
    SeatMap map{std::make_shared<Seating>(test_plan())};
    map.set(SeatIndex{3}, SeatState::kHeld);
    map.restore_version(10);
    EXPECT_EQ(map.changed_since(9), std::nullopt);
    EXPECT_EQ(map.changed_since(10), Seats{});
}

TEST(SeatState, HasAWordForEach) {
    test::expect_own_words<SeatState>();
    EXPECT_EQ(to_word(SeatState::kReturned), "returned");
}

TEST(SeatMap, CountsByGrade) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1", "B1", "B2"}));
    EXPECT_EQ(hall.view().counts(0)[SeatState::kHeld], 1u);
    EXPECT_EQ(hall.view().counts(1)[SeatState::kHeld], 2u);
    EXPECT_EQ(hall.view().counts()[SeatState::kFree], 26u);
}

}  // namespace onsale::seat
