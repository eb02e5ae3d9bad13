#include "waiting_room/domain/line/line_outlook.hpp"

#include <gtest/gtest.h>

namespace onsale::waiting_room {
namespace {

constexpr Instant kNow = instant_from_ms(1'800'000'000'000);

LineView line_of(OrderPolicy order) {
    auto settings = std::make_shared<EventSettings>();
    settings->order = order;
    return LineView{std::move(settings)};
}

void join(LineView& line, std::uint8_t count) {
    for (std::uint8_t i = 1; i <= count; ++i) {
        GuestId guest;
        guest.bytes[0] = i;
        line.apply(fact::Joined{guest}, kNow);
    }
}

QueueAnswer answer_with(QueueStatus status, std::uint32_t position) {
    QueueAnswer answer;
    answer.status = status;
    answer.position = position;
    return answer;
}

TEST(LineOutlook, AGuestJoiningNowComesAfterEverybody) {
    LineView line = line_of(OrderPolicy::kFifo);
    line.apply(fact::LifecycleChanged{Lifecycle::kOpen}, kNow);
    join(line, 3);
    EXPECT_EQ(newcomers_answer(line).status, QueueStatus::kWaiting);
    EXPECT_EQ(newcomers_answer(line).ahead, 3u);
    EXPECT_EQ(newcomers_answer(line).position, 4u);
    line.apply(fact::SoldOutSet{true}, kNow);
    EXPECT_EQ(newcomers_answer(line).status, QueueStatus::kSoldOut);
    line.apply(fact::LifecycleChanged{Lifecycle::kClosed}, kNow);
    EXPECT_EQ(newcomers_answer(line).status, QueueStatus::kClosed);
}

TEST(LineOutlook, BeforeADrawNobodyKnowsWhoIsAhead) {
    LineView line = line_of(OrderPolicy::kLobbyShuffle);
    EXPECT_EQ(newcomers_answer(line).position, 0u);
    line.apply(fact::LifecycleChanged{Lifecycle::kLobby}, kNow);
    join(line, 2);
    EXPECT_EQ(newcomers_answer(line).position, 0u);
}

TEST(LineOutlook, AGuestWithSeatsHasChosen) {
    LineView line = line_of(OrderPolicy::kFifo);
    line.apply(fact::LifecycleChanged{Lifecycle::kOpen}, kNow);
    join(line, 3);
    line.apply(fact::Admitted{Number{1}}, kNow);
    line.apply(fact::Admitted{Number{2}}, kNow);
    EXPECT_EQ(choosing_count(line), 2u);
    line.apply(fact::AdmissionKept{Number{1}, Keep::kBySeats}, kNow);
    EXPECT_EQ(choosing_count(line), 1u);
}

TEST(LineOutlook, OnlyAPlaceHasGuestsAhead) {
    for (const QueueStatus status :
         {QueueStatus::kLobby, QueueStatus::kWaiting, QueueStatus::kPaused}) {
        EXPECT_TRUE(has_place(answer_with(status, 1)));
        EXPECT_FALSE(has_place(answer_with(status, 0)));
    }
    EXPECT_TRUE(has_place(answer_with(QueueStatus::kSoldOut, 0)));
    for (const QueueStatus status :
         {QueueStatus::kAdmitted, QueueStatus::kClosed, QueueStatus::kExpired, QueueStatus::kMoved})
        EXPECT_FALSE(has_place(answer_with(status, 1)));
}

TEST(LineOutlook, AClosedLineAndALostPlaceAreOver) {
    for (const QueueStatus status :
         {QueueStatus::kClosed, QueueStatus::kExpired, QueueStatus::kMoved})
        EXPECT_TRUE(is_over(status));
    for (const QueueStatus status :
         {QueueStatus::kLobby, QueueStatus::kWaiting, QueueStatus::kPaused, QueueStatus::kAdmitted,
          QueueStatus::kSoldOut})
        EXPECT_FALSE(is_over(status));
}

}  // namespace
}  // namespace onsale::waiting_room
