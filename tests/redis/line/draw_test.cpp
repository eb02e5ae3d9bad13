// The draw of a shuffled lobby: decided by the store, performed in Redis, and seen by every view.
#include "waiting_room/domain/draw.hpp"

#include "adapter/redis/schedule/line_scheduler.hpp"
#include "adapter/redis/script/hall_args.hpp"
#include "tests/redis/line/line_site.hpp"

namespace onsale::redis {
namespace {

using waiting_room::Draw;
using waiting_room::Place;

const Sha256Digest kSecret = sha256("a secret");

class Lobby : public LineSite {
  protected:
    static constexpr std::uint32_t kGuests = 40;

    Lobby() : LineSite{{.max_active = 1, .shuffled_by = kSecret}} {
        run_until([&] { return node.line()->lifecycle() == Lifecycle::kLobby; });
        for (std::uint32_t name = 1; name <= kGuests; ++name)
            (void)enter_at_last(name);
    }

    // The decision of the store, which does not know the members.
    waiting_room::Facts opening() const {
        const auto none =
            std::make_shared<const Draw>(kSecret, std::span<const waiting_room::DrawMember>{},
                                         relay.room().find(kEvent)->book().issued_count());
        return {{kEvent, waiting_room::fact::LobbyDrawn{none->root(), none}},
                {kEvent, waiting_room::fact::LifecycleChanged{Lifecycle::kOpen}}};
    }
    // The draw that anybody who knows the members can compute.
    static Draw expected() {
        std::vector<waiting_room::DrawMember> members;
        for (std::uint32_t name = 1; name <= kGuests; ++name)
            members.push_back({Number{name}, guest(name)});
        return {kSecret, members, kGuests};
    }
    static std::shared_ptr<const std::vector<GuestId>> bars(
        const std::vector<std::uint32_t>& names) {
        std::vector<GuestId> guests;
        for (const std::uint32_t name : names)
            guests.push_back(guest(name));
        return std::make_shared<const std::vector<GuestId>>(std::move(guests));
    }
    void run_until_open(const Node& at) {
        run_until(
            [&] { return at.line() != nullptr && at.line()->lifecycle() == Lifecycle::kOpen; });
    }
    static void expect_drawn(const Node& at) {
        const Draw right = expected();
        ASSERT_NE(at.line()->book().draw(), nullptr);
        EXPECT_EQ(at.line()->book().draw()->root(), right.root());
        for (std::uint32_t name = 1; name <= kGuests; ++name)
            EXPECT_EQ(at.line()->answer(Number{name}, {}).position,
                      right.place_of(Number{name}).value);
    }
};

TEST_F(Lobby, IsSealedByACommitmentThatTellsNothing) {
    EXPECT_EQ(node.line()->draw_commitment(), sha256(as_bytes(kSecret)));
    const std::string secret{as_bytes(kSecret)};
    for (const Reply& entry : server.command({"XRANGE", "facts:{1}", "-", "+"}).items)
        for (const Reply& field : entry.items[1].items)
            EXPECT_EQ(field.text.find(secret), std::string::npos);
    for (const Reply& field : server.command({"HGETALL", "line:{1}"}).items)
        EXPECT_EQ(field.text.find(secret), std::string::npos);
}

TEST_F(Lobby, IsDrawnWhenTheStoreOpensTheSale) {
    apply(opening());
    run_until_open(node);
    expect_drawn(node);
    Node other{loop, config()};
    run_until_open(other);
    expect_drawn(other);
}

TEST_F(Lobby, IsLetInInTheOrderOfItsDraw) {
    apply(opening());
    run_until_open(node);
    LineScheduler scheduler{loop, node.caller, {.owner = "one", .step = 10ms}};
    scheduler.follow({kEvent});
    run_until([&] { return node.line()->ledger().size() == 1; });
    EXPECT_EQ(standing(expected().number_at(Place{1}).value), Standing::kAdmitted);
}

TEST_F(Lobby, IsFollowedByThoseWhoComeLater) {
    apply(opening());
    run_until_open(node);
    EXPECT_EQ(enter_at_last(kGuests + 1), Number{kGuests + 1});
    EXPECT_EQ(position(kGuests + 1), kGuests + 1);
    EXPECT_EQ(node.line()->book().draw()->member_count(), kGuests);
}

// The deny list is set during the draw. The draw includes all members, and then the place of the
// barred guest ends.
TEST_F(Lobby, AGuestBarredDuringTheDrawIsDrawnAndThenOut) {
    apply(opening());
    apply({{kEvent, waiting_room::fact::GuestsBarred{bars({7, kGuests + 1})}}});
    run_until_open(node);
    run_until([&] { return standing(7) == Standing::kEndedRevoked; });
    const Draw right = expected();
    EXPECT_EQ(node.line()->book().draw()->root(), right.root());
    for (std::uint32_t name = 1; name <= kGuests; ++name) {
        if (name == 7) continue;
        const std::uint32_t place = right.place_of(Number{name}).value;
        const bool is_behind = place > right.place_of(Number{7}).value;
        EXPECT_EQ(position(name), place - (is_behind ? 1 : 0)) << name;
    }
    EXPECT_EQ(enter(7).error(), EnterError::kBarred);
    EXPECT_EQ(enter(kGuests + 1).error(), EnterError::kBarred);
}

// No place ends while the members are frozen, so the list is sent again with all other data.
TEST_F(Lobby, AGuestBarredDuringAnUnfinishedDrawIsOutAfterIt) {
    watch->close();
    ASSERT_TRUE(run(node.caller.tell("line_drawing", kEvent, {}, in(1s))).has_value());
    ASSERT_TRUE(
        run(node.caller.tell("line_bar", kEvent, {"1", guest_arg(guest(7))}, in(1s))).has_value());
    EXPECT_EQ(standing(7), Standing::kWaiting);
    auto room = std::make_unique<waiting_room::WaitingRoom>();
    for (const auto& fact : first_facts({.max_active = 1, .shuffled_by = kSecret}))
        room->evolve(fact, {});
    for (const auto& fact : opening())
        room->evolve(fact, {});
    room->evolve({kEvent, waiting_room::fact::GuestsBarred{bars({7})}}, {});
    LineRelay next{
        {loop, node.caller, numbers}, std::move(room), relay.change() + 1, {.block = kBlock}};
    next.tell_all(kEvent);
    run_until_open(node);
    run_until([&] { return standing(7) == Standing::kEndedRevoked; });
    EXPECT_EQ(node.line()->book().draw()->root(), expected().root());
}

// The process of the store has died during the draw.
TEST_F(Lobby, WhoseDrawWasLeftHalfDoneIsDrawnByTheNextProcess) {
    watch->close();
    ASSERT_TRUE(run(node.caller.tell("line_drawing", kEvent, {}, in(1s))).has_value());
    EXPECT_EQ(enter(kGuests + 1).error(), EnterError::kUnavailable);
    auto room = std::make_unique<waiting_room::WaitingRoom>();
    for (const auto& fact : first_facts({.max_active = 1, .shuffled_by = kSecret}))
        room->evolve(fact, {});
    for (const auto& fact : opening())
        room->evolve(fact, {});
    LineRelay next{
        {loop, node.caller, numbers}, std::move(room), relay.change() + 1, {.block = kBlock}};
    const auto next_watch =
        std::make_shared<LineWatch>(loop, node.caller, next, WatchConfig{.every = 20ms});
    next_watch->start();
    run_until_open(node);
    expect_drawn(node);
    next_watch->close();
}

TEST_F(Lobby, ThatIsDrawnIsNotDrawnAgain) {
    apply(opening());
    run_until_open(node);
    (void)run(
        node.lines.call(waiting_room::command::Revoke{kEvent, guest(1)}));  // One member fewer.
    relay.continue_from(relay.change() + 1);
    const auto resyncs = node.client.counters()["redis_view_resyncs_total"];
    relay.tell_all(kEvent);
    run_until([&] { return node.client.counters()["redis_view_resyncs_total"] > resyncs; });
    EXPECT_EQ(node.line()->book().draw()->root(), expected().root());
    EXPECT_EQ(node.line()->lifecycle(), Lifecycle::kOpen);
}

}  // namespace
}  // namespace onsale::redis
