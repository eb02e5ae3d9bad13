// A reader that has missed facts restarts from an image of the line.
#include "waiting_room/domain/room_view.hpp"

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

constexpr EventId kEvent{7};
constexpr Instant kNow = instant_from_ms(1'800'000'000'000);

LineImage image_of(const std::string& standings) {
    LineImage image;
    image.settings = std::make_shared<const EventSettings>(test_settings(rules_with_slots(1)));
    image.levers = std::make_shared<const Levers>();
    image.lifecycle = Lifecycle::kOpen;
    image.issued = static_cast<std::uint32_t>(standings.size());
    image.standings = std::string(1, '\0') + standings;
    return image;
}

// Waiting, away, ended by leaving, waiting.
const std::string kStandings{"\1\2\7\1"};

TEST(RoomView, AnImageMakesAnEventKnownByItsIdAndKey) {
    RoomView room;
    room.start_anew(kEvent, image_of(kStandings));
    ASSERT_NE(room.find(kEvent), nullptr);
    EXPECT_EQ(*room.id_of(room.find(kEvent)->settings().key), kEvent);
}

TEST(RoomView, PositionsAreThoseOfTheImage) {
    RoomView room;
    room.start_anew(kEvent, image_of(kStandings));
    const LineView& line = *room.find(kEvent);
    EXPECT_EQ(line.answer(Number{4}, kNow).position, 3u);
    EXPECT_EQ(line.answer(Number{3}, kNow).status, QueueStatus::kExpired);
    EXPECT_EQ(line.joined_total(), 4u);
}

TEST(RoomView, FactsGoOnFromTheImage) {
    RoomView room;
    LineImage image = image_of(kStandings);
    image.issued = 10;  // Numbers 5 to 10 were discarded.
    room.start_anew(kEvent, std::move(image));
    room.apply({kEvent, fact::Joined{test_guest(1)}}, kNow);
    EXPECT_EQ(room.find(kEvent)->book().standing(Number{11}), Standing::kWaiting);
    EXPECT_EQ(room.find(kEvent)->joined_total(), 5u) << "nobody had the numbers between";
}

TEST(RoomView, TotalsAreThoseOfTheWholeLine) {
    RoomView room;
    LineImage image = image_of(kStandings);
    image.admitted_total = 20;
    image.no_show_total = 3;
    room.start_anew(kEvent, std::move(image));
    room.apply({kEvent, fact::Admitted{Number{1}}}, kNow);
    EXPECT_EQ(room.find(kEvent)->admitted_total(), 21u);
    room.start_anew(kEvent, image_of(kStandings));
    EXPECT_EQ(room.find(kEvent)->admitted_total(), 21u) << "an emptied server knows less";
    EXPECT_EQ(room.find(kEvent)->no_show_total(), 3u);
}

TEST(RoomView, ASecondImageReplacesTheFirstAndWhatWasRendered) {
    RoomView room;
    room.start_anew(kEvent, image_of(kStandings));
    const LineView* const line = room.find(kEvent);
    const std::uint64_t revision = line->revision();
    room.start_anew(kEvent, image_of("\1"));
    EXPECT_EQ(room.find(kEvent), line);
    EXPECT_GT(line->revision(), revision);
    EXPECT_EQ(line->book().keeping_count(), 1u);
}

TEST(RoomView, ALostNumberIsPutBackAtItsPlace) {
    RoomView room;
    LineImage image = image_of(kStandings);
    image.issued = 10;
    room.start_anew(kEvent, std::move(image));
    room.apply({kEvent, fact::Joined{test_guest(1)}}, kNow);
    room.apply({kEvent, fact::PlaceRestored{test_guest(2), Number{6}}}, kNow);
    const LineView& line = *room.find(kEvent);
    EXPECT_EQ(line.answer(Number{6}, kNow).position, 4u);
    EXPECT_EQ(line.answer(Number{11}, kNow).position, 5u);
}

}  // namespace
}  // namespace onsale::waiting_room
