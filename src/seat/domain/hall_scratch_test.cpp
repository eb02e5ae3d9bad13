// A hall whose seats are stored elsewhere.
#include <gtest/gtest.h>

#include "seat/domain/hall_rules.hpp"
#include "seat/domain/test_hall.hpp"

namespace onsale::seat {
namespace {

class HallScratch : public ::testing::Test {
  protected:
    template <class Decision>
    void apply(const Decision& decision) {
        ASSERT_TRUE(decision.outcome);
        for (const HallFact& fact : decision.facts)
            hall.evolve(fact, kStart);
    }
    // As it was opened, also what is computed from the states.
    void expect_cleared() const {
        const Hall fresh{seating, HallRules{}};
        EXPECT_TRUE(std::ranges::equal(hall.map().states(), fresh.map().states()));
        EXPECT_EQ(hall.map().counts(), fresh.map().counts());
        EXPECT_TRUE(hall.visits().empty());
        EXPECT_FALSE(hall.something_due(Instant::max()));
        for (std::uint32_t seat = 0; seat < seating->size(); ++seat) {
            EXPECT_EQ(hall.fence({seat}), 0U);
            EXPECT_FALSE(hall.owner({seat}));
            EXPECT_EQ(hall.block({seat}), nullptr);
            EXPECT_TRUE(hall.free().contains({seat}));
        }
        for (StretchIndex stretch = 0; stretch < seating->stretches().size(); ++stretch) {
            EXPECT_EQ(hall.free().free_in(stretch), fresh.free().free_in(stretch));
            for (std::uint32_t party = 1; party <= kSeatsPerHoldMax; ++party)
                for (const Orphan orphan : {Orphan::kForbidden, Orphan::kAllowed})
                    EXPECT_EQ(hall.free().fits(stretch, party, orphan),
                              fresh.free().fits(stretch, party, orphan));
        }
    }

    std::shared_ptr<const Seating> seating = std::make_shared<Seating>(test_plan());
    Hall hall{seating, HallRules{}};
};

TEST_F(HallScratch, KnowsTheSeatsThatWerePut) {
    hall.put_seat({{1}, SeatState::kPaying, 7, test_guest(1)});
    hall.put_seat({{2}, SeatState::kFree, 9, {}});
    EXPECT_EQ(hall.state({1}), SeatState::kPaying);
    EXPECT_TRUE(hall.owns(test_guest(1), {1}));
    EXPECT_EQ(hall.fence({1}), 7U);
    EXPECT_EQ(hall.fence({2}), 9U);
    EXPECT_EQ(hall.map().counts()[SeatState::kPaying], 1U);
    EXPECT_FALSE(hall.free().contains({1}));
    EXPECT_TRUE(hall.free().contains({2}));
}

TEST_F(HallScratch, TheLastPutOfASeatCounts) {
    hall.put_seat({{1}, SeatState::kSold, 7, test_guest(1)});
    hall.put_seat({{1}, SeatState::kBlocked, 8, {}});
    EXPECT_EQ(hall.state({1}), SeatState::kBlocked);
    EXPECT_FALSE(hall.owner({1}));
}

TEST_F(HallScratch, SellsWhatAGuestPays) {
    hall.put_seat({{1}, SeatState::kPaying, 7, test_guest(1)});
    hall.put_paying(test_guest(1), {{1}}, kStart);
    apply(decide(hall, command::Sell{test_guest(1), {{{1}, 7}}}, kStart));
    EXPECT_EQ(hall.state({1}), SeatState::kSold);
}

TEST_F(HallScratch, ASeatThatWaitsForAnOperatorIsNotDue) {
    hall.put_seat({{1}, SeatState::kReturned, 3, {}});
    EXPECT_FALSE(hall.something_due(Instant::max()));
    apply(decide(hall, command::ReleaseReturned{{{1}}}));
    EXPECT_EQ(hall.state({1}), SeatState::kFree);
}

TEST_F(HallScratch, ClearUndoesWhatWasPut) {
    hall.put_seat({{1}, SeatState::kPaying, 7, test_guest(1)});
    hall.put_paying(test_guest(1), {{1}}, kStart);
    hall.put_seat({{2}, SeatState::kFree, 9, {}});
    hall.put_seat({{3}, SeatState::kBlocked, 1, {}});
    hall.put_seat({{4}, SeatState::kReturned, 1, {}});
    hall.clear();
    expect_cleared();
}

TEST_F(HallScratch, ClearUndoesWhatTheRulesChanged) {
    for (int again = 0; again < 2; ++again) {
        apply(decide(hall, command::Select{test_guest(1), {1}, {{1}, {2}}}, kStart));
        apply(decide(hall, command::Select{test_guest(2), {2}, {{3}}}, kStart));
        apply(decide(hall, command::Release{test_guest(2)}, kStart));
        apply(decide(hall, command::BlockSeats{{{5}}, "house", ""}));
        hall.clear();
        expect_cleared();
    }
}

TEST_F(HallScratch, ClearUndoesMoreChangesThanTheMapRemembers) {
    hall.put_seat({{2}, SeatState::kFree, 9, {}});
    for (std::size_t i = 0; i <= kChangeLogSize / 2; ++i) {
        apply(decide(hall, command::BlockSeats{{{1}}, "house", ""}));
        apply(decide(hall, command::UnblockSeats{{{1}}}));
    }
    ASSERT_FALSE(hall.map().changed_since(0));
    hall.clear();
    expect_cleared();
}

TEST_F(HallScratch, ClearKeepsRulesAndCountsVersions) {
    HallRules rules;
    rules.seats_per_hold = 2;
    apply(decide(hall, command::SetRules{rules}));
    hall.put_seat({{1}, SeatState::kSold, 7, test_guest(1)});
    const std::uint64_t seen = hall.map().version();
    hall.clear();
    EXPECT_EQ(hall.rules(), rules);
    EXPECT_EQ(hall.map().changed_since(seen), Seats{{1}});
}

}  // namespace
}  // namespace onsale::seat
