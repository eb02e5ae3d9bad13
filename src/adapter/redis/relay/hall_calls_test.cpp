#include "adapter/redis/relay/hall_calls.hpp"

#include <gtest/gtest.h>

#include "adapter/redis/script/hall_args.hpp"

namespace onsale::redis {
namespace {

using namespace std::chrono_literals;
using seat::SeatIndex;

constexpr Instant kNow = instant_from_ms(1'000'000);

GuestId guest(std::uint8_t name) {
    GuestId id;
    id.bytes.fill(name);
    return id;
}

// A hall of the store, and the calls to Redis for each change.
class StoreHall {
  public:
    explicit StoreHall(std::uint32_t seats = 4) : hall_{{1}, "fri", plan(seats), make(seats)} {}

    std::vector<RelayCall> apply(const seat::HallFact& change, bool keeps_admission = false) {
        const HallBefore before{hall_.seats, change};
        hall_.seats.evolve(change, kNow);
        return calls_for({hall_, kNow, keeps_admission}, before, change);
    }
    // Makes the guest pay for the seats.
    std::vector<RelayCall> paying(const GuestId& name, const seat::Seats& seats) {
        (void)apply(seat::fact::SeatsHeld{name, {1}, kNow + 5min, seats, {}, kNow});
        return apply(seat::fact::PayingStarted{name, seats});
    }
    const sale::OpenHall& hall() const { return hall_; }

  private:
    static std::shared_ptr<const seat::HallPlan> plan(std::uint32_t seats) {
        seat::HallPlan plan;
        plan.grades = {{"R", "R", ""}};
        seat::Row row{.label = "A", .rank = 0, .seats = {}};
        for (std::uint32_t i = 1; i <= seats; ++i)
            row.seats.push_back({.id = "A-" + std::to_string(i),
                                 .label = std::to_string(i),
                                 .grade = "R",
                                 .at = {static_cast<int>(i) * 50, 0}});
        plan.sections = {{.id = "S", .name = "Stalls", .rows = {row}, .areas = {}}};
        return std::make_shared<const seat::HallPlan>(plan);
    }
    static seat::Hall make(std::uint32_t seats) {
        return {std::make_shared<const seat::Seating>(*plan(seats)), {}};
    }

    sale::OpenHall hall_;
};

std::vector<std::string> sync(const GuestId& name, std::string turn, std::string word,
                              std::string free_at = "+0", std::string seat = "1") {
    return {"0",
            std::move(seat),
            std::move(turn),
            std::move(word),
            guest_arg(name),
            std::move(free_at)};
}

TEST(HallCalls, AHoldIsRedisOwn) {
    StoreHall store;
    EXPECT_TRUE(
        store.apply(seat::fact::SeatsHeld{guest(1), {1}, kNow + 5min, {{1}}, {}, kNow}).empty());
    EXPECT_TRUE(
        store.apply(seat::fact::HoldEnded{guest(1), seat::HoldEnd::kExpired, {{1}}, kNow}).empty());
    EXPECT_TRUE(store.apply(seat::fact::SeatsFreed{{{1}}}).empty());
}

TEST(HallCalls, APurchaseIsToldStepByStepUnderOneTurn) {
    StoreHall store;
    const auto paying = store.paying(guest(1), {{1}});
    ASSERT_EQ(paying.size(), 1U);
    EXPECT_EQ(paying[0].script, "seat_sync");
    EXPECT_EQ(paying[0].performance, "fri");
    EXPECT_EQ(paying[0].arguments, sync(guest(1), "1", "PAYING"));
    const auto sold = store.apply(seat::fact::SeatsSold{guest(1), {{1}}});
    EXPECT_EQ(sold.at(0).arguments, sync(guest(1), "1", "SOLD"));
}

TEST(HallCalls, ALateSaleCountsWhateverWasSaidBefore) {
    StoreHall store;
    (void)store.paying(guest(1), {{1}});
    (void)store.apply(
        seat::fact::HoldEnded{guest(1), seat::HoldEnd::kPaymentAbandoned, {{1}}, kNow});
    const auto sold = store.apply(seat::fact::SeatsSold{guest(1), {{1}}});
    EXPECT_EQ(sold.at(0).arguments, sync(guest(1), "0", "SOLD"));
}

TEST(HallCalls, AGuestWhoMayBuyMoreKeepsItsAdmission) {
    StoreHall store;
    (void)store.paying(guest(1), {{1}});
    const auto sold = store.apply(seat::fact::SeatsSold{guest(1), {{1}}}, true);
    EXPECT_EQ(sold.at(0).arguments.at(0), "1");
}

TEST(HallCalls, ADeclineGivesAsMuchTimeAsTheStoreDid) {
    StoreHall store;
    (void)store.paying(guest(1), {{1}});
    const auto calls = store.apply(seat::fact::PaymentDeclined{guest(1), {{1}}, kNow + 3min});
    ASSERT_EQ(calls.size(), 1U);
    EXPECT_EQ(calls[0].script, "seat_unpay");
    EXPECT_EQ(calls[0].arguments,
              (std::vector<std::string>{guest_arg(guest(1)), "decline", "180000", "1", "0", "1"}));
}

TEST(HallCalls, SeatsBeingPaidEndAfterTheStoresDelay) {
    StoreHall store;
    (void)store.paying(guest(1), {{1}});
    const auto calls = store.apply(
        seat::fact::HoldEnded{guest(1), seat::HoldEnd::kPaymentAbandoned, {{1}}, kNow + 7s});
    EXPECT_EQ(calls.at(0).arguments, sync(guest(1), "1", "ENDED", "+7000"));
}

TEST(HallCalls, ADeclinedOrderThatWasGivenUpReleasesTheHold) {
    StoreHall store;
    (void)store.paying(guest(1), {{1}});
    (void)store.apply(seat::fact::PaymentDeclined{guest(1), {{1}}, kNow + 3min});
    const auto calls =
        store.apply(seat::fact::HoldEnded{guest(1), seat::HoldEnd::kReleased, {{1}}, kNow + 7s});
    ASSERT_EQ(calls.size(), 1U);
    EXPECT_EQ(calls[0].arguments, (std::vector<std::string>{guest_arg(guest(1)), "release",
                                                            random_arg(7000), "1", "0", "1"}));
}

TEST(HallCalls, ARefundedSeatIsFreeLaterOrWaitsForAPerson) {
    StoreHall store;
    (void)store.paying(guest(1), {{1}, {2}});
    (void)store.apply(seat::fact::SeatsSold{guest(1), {{1}, {2}}});
    const auto later = store.apply(seat::fact::SeatsRefunded{guest(1), {{1}}, kNow + 1s});
    EXPECT_EQ(later.at(0).arguments, sync(guest(1), "2", "ENDED", "+1000"));
    const auto waits = store.apply(seat::fact::SeatsRefunded{guest(1), {{2}}, std::nullopt});
    EXPECT_EQ(waits.at(0).arguments, sync(guest(1), "2", "RETURNED", "+0", "2"));
    const auto freed = store.apply(seat::fact::SeatsFreed{{{1}, {2}}});
    ASSERT_EQ(freed.size(), 1U);
    EXPECT_EQ(freed[0].arguments, (std::vector<std::string>{"0", "2", "2", "ENDED", "", "+0"}));
}

TEST(HallCalls, ABlockIsToldWithItsReason) {
    StoreHall store;
    const auto blocked = store.apply(seat::fact::SeatsBlocked{{{1}}, "press", "house"});
    EXPECT_EQ(blocked.at(0).arguments,
              (std::vector<std::string>{"0", "1", "1", "BLOCKED", "\x05press\x05house", "+0"}));
    const auto word = word_of(store.hall().seats, {1});
    ASSERT_TRUE(word);
    EXPECT_EQ(word->about, "\x05press\x05house");
    const auto unblocked = store.apply(seat::fact::SeatsUnblocked{{{1}}});
    EXPECT_EQ(unblocked.at(0).arguments.at(3), "ENDED");
}

TEST(HallCalls, ARefusedPaymentIsUndoneWithTheStoresLastTurn) {
    StoreHall store;
    (void)store.paying(guest(1), {{1}});
    const auto undone = [&](Before before) {
        return undo_call(store.hall(), guest(2), {{1}}, before).arguments;
    };
    EXPECT_EQ(undone(Before::kHeld),
              (std::vector<std::string>{guest_arg(guest(2)), "stop", "0", "1", "0", "1"}));
    EXPECT_EQ(undone(Before::kFree),
              (std::vector<std::string>{guest_arg(guest(2)), "undo", "0", "1", "0", "1"}));
}

TEST(HallCalls, ManySeatsAreToldByPages) {
    StoreHall store{600};
    seat::Seats all;
    for (std::uint32_t i = 0; i < 600; ++i)
        all.push_back({i});
    const auto calls = store.apply(seat::fact::SeatsBlocked{all, "", ""});
    ASSERT_EQ(calls.size(), 3U);
    EXPECT_EQ(calls[2].arguments.size(), 1U + 5U * (600 - 2 * 256));
}

TEST(HallCalls, OfWhatOnlyRedisKnowsThereIsNoWord) {
    StoreHall store;
    EXPECT_FALSE(word_of(store.hall().seats, SeatIndex{0}));
    (void)store.apply(seat::fact::SeatsHeld{guest(1), {1}, kNow + 5min, {{0}}, {}, kNow});
    EXPECT_FALSE(word_of(store.hall().seats, SeatIndex{0}));
    (void)store.apply(seat::fact::HoldEnded{guest(1), seat::HoldEnd::kExpired, {{0}}, kNow});
    EXPECT_FALSE(word_of(store.hall().seats, SeatIndex{0}));
}

}  // namespace
}  // namespace onsale::redis
