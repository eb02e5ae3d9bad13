#include "waiting_room/domain/waiting_room.hpp"

#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::waiting_room {
namespace {

Fact created(std::uint32_t event, const std::string& key) {
    auto settings = std::make_shared<EventSettings>(test_settings());
    settings->key = key;
    return {EventId{event}, fact::EventCreated{std::move(settings)}};
}

Facts two_events() {
    return {created(1, "one"),
            created(2, "two"),
            {EventId{2}, fact::LifecycleChanged{Lifecycle::kOpen}},
            {EventId{2}, fact::Joined{test_guest(1)}},
            {EventId{2}, fact::Joined{test_guest(2)}},
            {EventId{2}, fact::Admitted{Number{1}}}};
}

std::string bytes_of(const WaitingRoom& room) {
    std::string bytes;
    ByteWriter out{bytes};
    room.save(out);
    return bytes;
}

}  // namespace

TEST(WaitingRoom, FactsReachTheirOwnEventOnly) {
    WaitingRoom room;
    for (const Fact& fact : two_events())
        room.evolve(fact, kOpensAt);
    EXPECT_EQ(room.find(EventId{1})->book().issued_count(), 0u);
    EXPECT_EQ(room.find(EventId{2})->book().issued_count(), 2u);
    EXPECT_EQ(room.next_id(), EventId{3});
}

TEST(WaitingRoom, FindsAnEventByItsKey) {
    WaitingRoom room;
    for (const Fact& fact : two_events())
        room.evolve(fact, kOpensAt);
    EXPECT_EQ(room.find("two"), room.find(EventId{2}));
    EXPECT_EQ(room.find("three"), nullptr);
    EXPECT_EQ(room.find(EventId{3}), nullptr);
}

TEST(WaitingRoom, ComesBackFromItsBytes) {
    WaitingRoom room;
    for (const Fact& fact : two_events())
        room.evolve(fact, kOpensAt);
    const std::string bytes = bytes_of(room);
    ByteReader in{bytes};
    const auto loaded = WaitingRoom::load(in);
    EXPECT_TRUE(in.ok() && in.at_end());
    EXPECT_EQ(bytes_of(*loaded), bytes);
    EXPECT_EQ(loaded->next_id(), EventId{3});
    EXPECT_EQ(loaded->find("two")->id(), EventId{2});
}

TEST(RoomView, FollowsTheFactsLikeTheRoom) {
    WaitingRoom room;
    RoomView fed;
    for (const Fact& fact : two_events()) {
        room.evolve(fact, kOpensAt);
        fed.apply(fact, kOpensAt);
    }
    const RoomView copied{room};
    for (const RoomView* const view : {static_cast<const RoomView*>(&fed), &copied}) {
        ASSERT_NE(view->id_of("two"), nullptr);
        EXPECT_EQ(*view->id_of("two"), EventId{2});
        EXPECT_EQ(view->id_of("three"), nullptr);
        EXPECT_EQ(view->find(EventId{9}), nullptr);
        const LineView& line = *view->find(EventId{2});
        EXPECT_EQ(line.answer(Number{1}, kOpensAt).status, QueueStatus::kAdmitted);
        EXPECT_EQ(line.answer(Number{2}, kOpensAt).position, 1u);
    }
}

TEST(WaitingRoom, ALostNumberIsItsGuestsAgain) {
    WaitingRoom room;
    for (const Fact& fact : two_events())
        room.evolve(fact, kOpensAt);
    room.evolve({EventId{2}, fact::NumbersSkipped{Number{100}}}, kOpensAt);
    room.evolve({EventId{2}, fact::Joined{test_guest(3)}}, kOpensAt);
    room.evolve({EventId{2}, fact::PlaceRestored{test_guest(4), Number{50}}}, kOpensAt);
    const Line& line = *room.find(EventId{2});
    EXPECT_EQ(line.find(test_guest(4)), Number{50});
    EXPECT_EQ(line.next_in_line(9), (std::vector{Number{2}, Number{50}, Number{101}}));
    const std::string bytes = bytes_of(room);
    ByteReader in{bytes};
    EXPECT_EQ(bytes_of(*WaitingRoom::load(in)), bytes);
}

}  // namespace onsale::waiting_room
