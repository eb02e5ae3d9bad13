#include "adapter/redis/hall/read_halls.hpp"

#include <gtest/gtest.h>

#include "base/bytes.hpp"

namespace onsale::redis {
namespace {

using seat::SeatState;

constexpr GuestId kGuest{{1, 2, 3}};

std::string seat_record(SeatState state, std::uint64_t deadline = 0, GuestId guest = {}) {
    std::string record;
    ByteWriter out{record};
    out.fixed(static_cast<std::uint8_t>(state));
    out.fixed(deadline);
    out.bytes(guest.bytes.data(), guest.bytes.size());
    return record;
}

Reply texts(const std::vector<std::string>& words) {
    std::vector<Reply> items;
    for (const std::string& word : words)
        items.push_back(Reply::bulk(word));
    return Reply::array(std::move(items));
}

// One hall of three seats.
Reply answer(const std::string& map, const Reply& blocked = Reply::array({})) {
    return Reply::array({Reply::bulk("5-1"),
                         Reply::array({Reply::nil(), Reply::nil(), Reply::nil()}),
                         Reply::bulk("fri"),
                         texts({"7", "digest", "12", "3", "600000", "500000", "30000", "4", "2"}),
                         Reply::bulk(map), blocked});
}

TEST(ReadHalls, HasSeatsAndHoldsByGuest) {
    const auto read = read_halls(answer(seat_record(SeatState::kHeld, 99, kGuest) +
                                        seat_record(SeatState::kFree) +
                                        seat_record(SeatState::kHeld, 99, kGuest)));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->id, (StreamId{5, 1}));
    ASSERT_EQ(read->image.halls.size(), 1u);
    const sale::HallImage& hall = read->image.halls[0];
    EXPECT_EQ(hall.id, sale::HallId{7});
    EXPECT_EQ(hall.performance, "fri");
    EXPECT_EQ(hall.version, 12u);
    EXPECT_EQ(hall.rules.retake_after, Duration{500'000});
    EXPECT_EQ(hall.states, (std::vector{SeatState::kHeld, SeatState::kFree, SeatState::kHeld}));
    EXPECT_EQ(hall.holds.at(kGuest).seats, (seat::Seats{{0}, {2}}));
    EXPECT_EQ(hall.holds.at(kGuest).deadline, instant_from_ms(99));
    EXPECT_EQ(read->digests, std::vector<std::string>{"digest"});
}

TEST(ReadHalls, HasHouseSeatsInPlanOrderWhateverTheHashDoes) {
    std::string why;
    ByteWriter out{why};
    out.text("press");
    out.text("Kim");
    const std::string map = seat_record(SeatState::kBlocked) + seat_record(SeatState::kBlocked) +
                            seat_record(SeatState::kFree);
    const auto read = read_halls(answer(map, texts({"1", why, "0", why})));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->image.halls[0].house_seats, (sale::HouseSeats{{{"press", "Kim"}, {{0}, {1}}}}));
}

TEST(ReadHalls, AreNothingWhereTheMapIsNotAsLongAsTheHall) {
    EXPECT_FALSE(read_halls(answer(seat_record(SeatState::kFree))));
    EXPECT_FALSE(read_halls(answer("")));
}

TEST(ReadHalls, AreNothingWhereAStateIsUnknown) {
    const std::string free = seat_record(SeatState::kFree);
    EXPECT_FALSE(read_halls(answer(seat_record(static_cast<SeatState>(6)) + free + free)));
}

TEST(ReadHalls, AreNothingWhereTheAnswerIsCutShort) {
    Reply cut = answer(seat_record(SeatState::kFree));
    cut.items.pop_back();
    EXPECT_FALSE(read_halls(cut));
    EXPECT_FALSE(read_halls(Reply::array({})));
}

TEST(ReadHalls, OfAnEventWithoutHallsAreNone) {
    const auto read = read_halls(Reply::array({Reply::bulk("0-0"), Reply::array({})}));
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->image.halls.empty());
}

}  // namespace
}  // namespace onsale::redis
