// Seats that the house blocks and frees are rows of seat_owners.
#include <gtest/gtest.h>

#include "tests/postgres/event/event_site.hpp"

namespace onsale::postgres {
namespace {

using namespace sale::command;
using sale::OfficeError;
using sale::OfficeOutcome;

class OfficeSeats : public OnStore {
  protected:
    void SetUp() override {
        OnStore::SetUp();
        event = create(one);
        ASSERT_TRUE(open_hall(one, event, "fri"));
    }
    BlockSeats blocked(std::vector<std::string> seats, bool rehearse = false) const {
        return {event, "fri", std::move(seats), "press", "house", rehearse};
    }
    OfficeOutcome block(StoreSide& side, std::vector<std::string> seats) {
        return call(side.sale_office, blocked(std::move(seats)));
    }
    OfficeOutcome unblock(StoreSide& side, std::vector<std::string> seats) {
        return call(side.sale_office, UnblockSeats{event, "fri", std::move(seats), false});
    }
    // A turn that an order has: 1 paying, 2 sold, 3 returned.
    static void own(int seat, int turn, int state) {
        (void)sql(
            "INSERT INTO seat_owners (performance_id, seat, turn, event_id, state, order_id, "
            "since) VALUES (1, " +
            std::to_string(seat) + ", " + std::to_string(turn) + ", 1, " + std::to_string(state) +
            ", 77, now())");
    }
    static std::string living() {
        return sql(
            "SELECT string_agg(concat_ws(':', seat, turn, state), ' ' ORDER BY seat) "
            "FROM seat_owners WHERE ended_at IS NULL");
    }
    bool sold_out() {
        refresh(two);
        return two.replica.find(event)->sold_out();
    }

    EventId event;
};

TEST_F(OfficeSeats, ABlockIsARowWithATurn) {
    EXPECT_EQ(block(one, {"A-1", "A-3"}), 2U);
    EXPECT_EQ(living(), "0:1:4 2:1:4");
    EXPECT_EQ(sql("SELECT concat_ws('|', reason, owner, event_id) FROM seat_owners LIMIT 1"),
              "press|house|1");
    EXPECT_EQ(unblock(two, {"A-1"}), 1U);
    EXPECT_EQ(living(), "2:1:4");
    EXPECT_EQ(block(two, {"A-1", "A-3"}), 2U) << "another reason";
    EXPECT_EQ(living(), "0:2:4 2:2:4");
}

TEST_F(OfficeSeats, ARehearsalWritesNoRow) {
    EXPECT_EQ(call(one.sale_office, blocked({"A-1"}, true)), 1U);
    EXPECT_EQ(sql("SELECT count(*) FROM seat_owners"), "0");
}

TEST_F(OfficeSeats, SeatsOfGuestsAreNotBlocked) {
    own(0, 1, 1);
    own(1, 1, 2);
    for (const char* const seat : {"A-1", "A-2"}) {
        const auto refused = block(one, {"A-3", seat});
        EXPECT_EQ(refused.error().error, OfficeError::kHall);
        EXPECT_EQ(refused.error().hall.error, seat::HallError::kSeatTaken);
    }
    EXPECT_EQ(living(), "0:1:1 1:1:2");
}

TEST_F(OfficeSeats, OnlyBlockedSeatsAreUnblocked) {
    own(0, 1, 2);
    EXPECT_EQ(unblock(one, {"A-1"}).error().hall.error, seat::HallError::kNotBlocked);
    EXPECT_EQ(unblock(one, {"A-2"}).error().hall.error, seat::HallError::kNotBlocked);
}

TEST_F(OfficeSeats, ReturnedSeatsAreReleasedByNameOrNumber) {
    for (int seat = 0; seat < 4; ++seat)
        own(seat, 2, 3);
    const auto release = [&](std::vector<std::string> seats, std::uint32_t count) {
        return call(two.sale_office, ReleaseReturned{event, "fri", std::move(seats), count, false});
    };
    EXPECT_EQ(release({"A-2"}, 0), 1U);
    EXPECT_EQ(living(), "0:2:3 2:2:3 3:2:3");
    EXPECT_EQ(release({}, 2), 2U);
    EXPECT_EQ(sql("SELECT count(*) FROM seat_owners WHERE ended_at IS NULL"), "1");
    EXPECT_EQ(release({}, 5), 1U);
    EXPECT_EQ(release({}, 5), 0U);
    EXPECT_EQ(release({"A-9"}, 0).error().hall.error, seat::HallError::kNotReturned);
}

TEST_F(OfficeSeats, AReturnedSeatMayBeBlocked) {
    own(0, 2, 3);
    EXPECT_EQ(block(one, {"A-1"}), 1U);
    EXPECT_EQ(living(), "0:3:4");
}

TEST_F(OfficeSeats, AGuestWhoPaysMeanwhileKeepsTheSeat) {
    auto paying = run(two.client.begin(Access::kReadWrite, in(10s)));
    const Command claim{Statement::unprepared(
        "INSERT INTO seat_owners (performance_id, seat, turn, event_id, state, order_id, since) "
        "VALUES (1, 0, 1, 1, 1, 77, now())")};
    ASSERT_TRUE(run(paying->run({claim})));
    std::optional<OfficeOutcome> outcome;
    spawn(one.sale_office.call(blocked({"A-1"})), [&](OfficeOutcome its) { outcome = its; });
    run_until([&] { return sql("SELECT count(*) FROM pg_locks WHERE NOT granted") != "0"; });
    ASSERT_TRUE(run(paying->commit()));
    run_until([&] { return outcome.has_value(); });
    EXPECT_EQ(outcome->error().hall.error, seat::HallError::kSeatTaken);
    EXPECT_EQ(living(), "0:1:1");
}

TEST_F(OfficeSeats, TwoOperatorsMakeOneOwner) {
    refresh(two);
    std::vector<boost::asio::awaitable<OfficeOutcome>> calls;
    for (StoreSide* const side : {&one, &two, &one, &two})
        calls.push_back(side->sale_office.call(blocked({"A-1", "A-2"})));
    for (const auto& outcome : all(std::move(calls)))
        EXPECT_EQ(outcome, 2U);
    EXPECT_EQ(living(), "0:4:4 1:4:4");
}

TEST_F(OfficeSeats, WithoutSeatsToSellTheEventIsSoldOut) {
    std::vector<std::string> all_seats;
    for (int i = 2; i <= 10; ++i)
        all_seats.push_back("A-" + std::to_string(i));
    own(0, 1, 2);
    EXPECT_EQ(block(one, all_seats), 9U);
    EXPECT_TRUE(sold_out());
    EXPECT_EQ(unblock(one, {"A-2"}), 1U);
    EXPECT_FALSE(sold_out());
    EXPECT_EQ(block(one, {"A-2"}), 1U);
    EXPECT_TRUE(sold_out());
    ASSERT_TRUE(open_hall(one, event, "sat"));
    EXPECT_FALSE(sold_out());
}

TEST_F(OfficeSeats, ADecisionLeavesNoSeatsInTheReplica) {
    own(1, 3, 2);
    ASSERT_TRUE(block(one, {"A-1"}));
    EXPECT_FALSE(block(one, {"A-2"}));
    const seat::Hall& hall = one.replica.state().halls().find(sale::HallId{1})->seats;
    EXPECT_EQ(hall.map().counts()[seat::SeatState::kFree], 10U);
    EXPECT_EQ(hall.fence({0}) + hall.fence({1}), 0U);
}

TEST_F(OfficeSeats, AProcessThatDoesNotKnowTheHallYetFindsIt) {
    EXPECT_EQ(two.replica.seq(event), 0U);
    EXPECT_EQ(block(two, {"A-1"}), 1U);
    EXPECT_EQ(call(two.sale_office, BlockSeats{event, "sun", {"A-1"}, "", "", false}).error().error,
              OfficeError::kUnknownPerformance);
}

}  // namespace
}  // namespace onsale::postgres
