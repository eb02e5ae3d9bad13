#include "adapter/redis/relay/hall_drift.hpp"

#include <gtest/gtest.h>

#include "tests/support/enum_words.hpp"

namespace onsale::redis {
namespace {

using namespace std::chrono_literals;
using seat::SeatState;

constexpr Instant kNow = instant_from_ms(1'000'000);

GuestId guest(std::uint8_t name) {
    GuestId id;
    id.bytes.fill(name);
    return id;
}

// A hall of one seat, as the store has it.
class StoreSeat {
  public:
    StoreSeat() : hall_(seating(), {}) {}

    void apply(const seat::HallFact& change) { hall_.evolve(change, kNow); }
    void paying() {
        apply(seat::fact::SeatsHeld{guest(1), {1}, kNow + 5min, {{0}}, {}, kNow});
        apply(seat::fact::PayingStarted{guest(1), {{0}}});
    }
    void sold() {
        paying();
        apply(seat::fact::SeatsSold{guest(1), {{0}}});
    }
    std::optional<DriftKind> against(const SeatInRedis& redis) const {
        return drift_of(hall_, {0}, redis);
    }

  private:
    static std::shared_ptr<const seat::Seating> seating() {
        seat::HallPlan plan;
        plan.grades = {{"R", "R", ""}};
        seat::Row row{.label = "A", .rank = 0, .seats = {}};
        row.seats.push_back({.id = "A-1", .label = "1", .grade = "R", .at = {0, 0}});
        plan.sections = {{.id = "S", .name = "Stalls", .rows = {row}, .areas = {}}};
        return std::make_shared<const seat::Seating>(plan);
    }

    seat::Hall hall_;
};

const SeatInRedis kFree{};
const SeatInRedis kHeld{SeatState::kHeld, guest(2)};
const SeatInRedis kPaying{SeatState::kPaying, guest(1)};
const SeatInRedis kPayingOther{SeatState::kPaying, guest(2)};
const SeatInRedis kSold{SeatState::kSold, guest(1)};
const SeatInRedis kSoldOther{SeatState::kSold, guest(2)};
const SeatInRedis kReturned{SeatState::kReturned};
const SeatInRedis kWaits{SeatState::kReturned, {}, true};
const SeatInRedis kBlocked{SeatState::kBlocked};

TEST(DriftKind, HasWordsForTheLog) {
    test::expect_own_words<DriftKind>();
    EXPECT_EQ(to_word(DriftKind::kHallUnknown), "the hall is unknown");
    EXPECT_EQ(to_word(DriftKind::kNotSold), "the seat is sold, but not there");
    EXPECT_EQ(to_word(DriftKind::kCounts), "the counts are no recount");
}

TEST(HallDrift, OfAFreeSeatRedisKnowsMore) {
    const StoreSeat store;
    for (const SeatInRedis& redis : {kFree, kHeld, kReturned})
        EXPECT_FALSE(store.against(redis));
    EXPECT_EQ(store.against(kPaying), DriftKind::kPayingAlone);
    EXPECT_EQ(store.against(kSold), DriftKind::kSoldUnknown);
    EXPECT_EQ(store.against(kBlocked), DriftKind::kBlockedUnknown);
    EXPECT_EQ(store.against(kWaits), DriftKind::kWaitingUnknown);
    EXPECT_EQ(store.against({SeatState::kFree, guest(1)}), DriftKind::kOrphan);
}

TEST(HallDrift, AGuestPayingForSomebodyElsesSeatMustStopFirst) {
    StoreSeat sold;
    sold.paying();
    sold.apply(seat::fact::SeatsSold{guest(1), {{0}}});
    EXPECT_EQ(sold.against(kPayingOther), DriftKind::kPayingAlone);
    EXPECT_EQ(sold.against(kPaying), DriftKind::kNotSold);
}

TEST(HallDrift, ASeatLeftByADeclineCountsAsFree) {
    StoreSeat store;
    store.paying();
    store.apply(seat::fact::PaymentDeclined{guest(1), {{0}}, kNow + 3min});
    EXPECT_FALSE(store.against(kFree));
    EXPECT_FALSE(store.against(kHeld));
    store.apply(seat::fact::HoldEnded{guest(1), seat::HoldEnd::kExpired, {{0}}, kNow + 1s});
    EXPECT_FALSE(store.against(kHeld));
    EXPECT_EQ(store.against(kWaits), DriftKind::kWaitingUnknown);
}

TEST(HallDrift, ASeatBeingPaidHasTheSameGuest) {
    StoreSeat store;
    store.paying();
    EXPECT_FALSE(store.against(kPaying));
    for (const SeatInRedis& redis : {kFree, kHeld, kSold, kReturned, kBlocked})
        EXPECT_EQ(store.against(redis), DriftKind::kNotPaying);
}

TEST(HallDrift, ASoldSeatHasTheSameGuest) {
    StoreSeat store;
    store.sold();
    EXPECT_FALSE(store.against(kSold));
    for (const SeatInRedis& redis : {kFree, kHeld, kPaying, kSoldOther, kWaits, kBlocked})
        EXPECT_EQ(store.against(redis), DriftKind::kNotSold);
}

TEST(HallDrift, ASeatThatWaitsForAPersonWaits) {
    StoreSeat store;
    store.sold();
    store.apply(seat::fact::SeatsRefunded{guest(1), {{0}}, std::nullopt});
    EXPECT_FALSE(store.against(kWaits));
    for (const SeatInRedis& redis : {kFree, kHeld, kReturned, kSold})
        EXPECT_EQ(store.against(redis), DriftKind::kNotWaiting);
}

TEST(HallDrift, ASeatThatTheHouseKeepsIsBlocked) {
    StoreSeat store;
    store.apply(seat::fact::SeatsBlocked{{{0}}, "", ""});
    EXPECT_FALSE(store.against(kBlocked));
    for (const SeatInRedis& redis : {kFree, kHeld, kSold})
        EXPECT_EQ(store.against(redis), DriftKind::kNotBlocked);
}

Reply answer(std::vector<Reply> owned, std::vector<Reply> returned) {
    const auto number = [](std::int64_t value) { return Reply::integer_of(value); };
    return Reply::array(
        {Reply::bulk("ok"), Reply::bulk("1-0"), number(9),
         Reply::array({number(1), number(1), number(0), number(0), number(1), number(0)}),
         number(1), Reply::bulk(std::string{"\0\1\4", 3}), Reply::array(std::move(owned)),
         Reply::array(std::move(returned))});
}

TEST(HallPage, IsReadSeatBySeat) {
    const auto page = read_page(answer({Reply::integer_of(11), Reply::integer_of(3),
                                        Reply::bulk(std::string(16, '\2')), Reply::integer_of(500)},
                                       {Reply::integer_of(12), Reply::bulk("inf")}),
                                10);
    ASSERT_TRUE(page);
    EXPECT_EQ(page->version, 9U);
    EXPECT_EQ(page->remaining, 1);
    EXPECT_EQ(page->seats, (std::vector<SeatInRedis>{kFree, kHeld, kWaits}));
}

TEST(HallPage, OfOtherSeatsThanAskedForMakesNoSense) {
    EXPECT_FALSE(read_page(answer({}, {Reply::integer_of(13), Reply::bulk("inf")}), 10));
    EXPECT_FALSE(read_page(answer({}, {Reply::integer_of(9), Reply::bulk("inf")}), 10));
    EXPECT_FALSE(read_page(Reply::array({Reply::bulk("unknown_performance")}), 10));
}

}  // namespace
}  // namespace onsale::redis
