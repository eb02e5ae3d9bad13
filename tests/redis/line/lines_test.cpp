// Entering in batches, and after failures.
#include <algorithm>
#include <map>

#include "tests/redis/line/line_site.hpp"

namespace onsale::redis {
namespace {

class Lines : public LineSite {};

TEST_F(Lines, ManyEnterByFewCallsInTheOrderTheyCame) {
    constexpr std::uint32_t kGuests = 900;
    // Keyed by guest, because the answers of two calls may interleave.
    std::map<std::uint32_t, EnterOutcome> outcomes;
    for (std::uint32_t name = 1; name <= kGuests; ++name)
        spawn(node.lines.call(waiting_room::command::Enter{kEvent, guest(name), {}, {}}),
              [&outcomes, name](EnterOutcome outcome) { outcomes.emplace(name, outcome); });
    run_until([&] { return outcomes.size() == kGuests; });
    for (const auto& [name, outcome] : outcomes)
        EXPECT_EQ(outcome.value(), Number{name});
    EXPECT_LT(node.client.commands().at("line_enter").answered, 5u);
}

TEST_F(Lines, NumbersGoOnOverTheEndOfABlock) {
    std::uint32_t last = 0;
    for (std::uint32_t name = 1; name <= kBlock + 10; ++name)
        last = enter_at_last(name).value;
    EXPECT_EQ(last, kBlock + 10);
    EXPECT_EQ(position(last), kBlock + 10);
}

class SmallBlocks : public LineSite {
  protected:
    static constexpr std::uint32_t kFirst = 100;
    SmallBlocks() : LineSite{{.first_block = kFirst}} {}
};

TEST_F(SmallBlocks, GrowWithDemandAndNoNumberIsMissing) {
    EXPECT_EQ(numbers.taken, std::vector{kFirst});
    std::uint32_t last = 0;
    for (std::uint32_t name = 1; name <= kBlock; ++name)
        last = enter_at_last(name).value;
    EXPECT_EQ(last, kBlock);
    EXPECT_GT(std::ranges::max(numbers.taken), kFirst);
    EXPECT_LE(std::ranges::max(numbers.taken), kBlock);
}

// A burst uses the first block up long before the next one arrives. Nobody is rejected for that.
TEST_F(SmallBlocks, ABurstWaitsForTheNextBlock) {
    std::vector<EnterOutcome> outcomes;
    for (std::uint32_t name = 1; name <= 5 * kFirst; ++name)
        spawn(node.lines.call(waiting_room::command::Enter{kEvent, guest(name), {}, {}}),
              [&outcomes](EnterOutcome outcome) { outcomes.push_back(std::move(outcome)); });
    run_until([&] { return outcomes.size() == 5 * kFirst; });
    EXPECT_TRUE(std::ranges::all_of(outcomes, [](const auto& one) { return one.has_value(); }));
}

TEST_F(SmallBlocks, AreAllThatALineWithoutGuestsGetsFromANewServer) {
    server.kill();
    server.start();
    run_until([&] { return numbers.taken.size() == 2 && relay.is_idle(kEvent); });
    EXPECT_EQ(numbers.taken.back(), kFirst);
    EXPECT_EQ(node.line()->joined_total(), 0u);
}

// The server returns to an earlier state, like a promoted replica that had not received the last
// writes.
class LostPlaces : public LineSite {
  protected:
    LostPlaces() {
        (void)enter(1);
        (void)server.command({"SAVE"});
        (void)enter(2);
        (void)enter(3);
        server.kill();
        server.start();
    }
};

TEST_F(LostPlaces, APlaceComesBackByItsToken) {
    EXPECT_EQ(enter_at_last(3, Number{3}), Number{3});
    EXPECT_EQ(enter_at_last(2, Number{2}), Number{2});
    EXPECT_EQ(position(2), 2u);
    EXPECT_EQ(position(3), 3u);
}

TEST_F(LostPlaces, NoNumberIsIssuedTwice) {
    EXPECT_GT(enter_at_last(4).value, kBlock);
    EXPECT_EQ(enter_at_last(1), Number{1});
}

TEST_F(LostPlaces, AReturningGuestStandsBeforeLaterOnes) {
    const Number later = enter_at_last(4);
    (void)enter_at_last(2, Number{2});
    EXPECT_EQ(position(2), 2u);
    EXPECT_EQ(position(later.value), 3u);
}

TEST_F(Lines, WithoutAServerEverybodyIsAnsweredInTime) {
    (void)enter(2);  // Opens a connection, which will stop answering without being closed.
    server.pause();
    const auto before = std::chrono::steady_clock::now();
    const auto outcome = enter(1);
    EXPECT_LT(std::chrono::steady_clock::now() - before, 3s);
    EXPECT_EQ(outcome.error(), EnterError::kOutcomeUnknown);
    server.resume();
    EXPECT_EQ(enter_at_last(1), Number{2});
}

TEST_F(Lines, SignsOfLifeAreRefusedForAnUnknownEvent) {
    EXPECT_FALSE(node.lines.seen(EventId{99}, {Number{1}}, {}));
    EXPECT_TRUE(node.lines.seen(kEvent, {Number{1}}, {}));
}

}  // namespace
}  // namespace onsale::redis
