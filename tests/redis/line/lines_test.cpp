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
    EXPECT_LT(node.client.commands().at("line_enter")[runtime::CommandEnd::kAnswered], 5u);
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

// Like a busy line: each new server gets a block of 262,144 numbers, which would take 5.5 MB.
class Restarts : public LineSite {
  protected:
    static constexpr int kRestarts = 12;
    Restarts()
        : LineSite{{.server_arguments = {"--appendonly", "yes", "--appendfsync", "always"},
                    .first_block = 262'144}} {
        (void)enter(1);
    }

    void restart() {
        const std::size_t blocks = numbers.taken.size();
        server.kill();
        server.start();
        run_until([&] { return numbers.taken.size() > blocks && relay.is_idle(kEvent); });
    }
    std::int64_t bytes_of_places() const {
        std::int64_t bytes = 0;
        for (const std::string key : {"place:{1}", "guests:{1}", "queue:seen:{1}"})
            bytes += server.command({"MEMORY", "USAGE", key}).integer;
        return bytes;
    }
};

TEST_F(Restarts, TakeNoMemoryForNumbersThatNobodyGot) {
    const std::int64_t before = bytes_of_places();
    for (int i = 0; i < kRestarts; ++i)
        restart();
    EXPECT_LT(bytes_of_places() - before, 1000);
    EXPECT_EQ(position(1), 1u);
}

TEST_F(Restarts, AloneSkipNumbersAndNotTheNextBlockOfALine) {
    relay.hand_out_numbers(kEvent, 262'144);
    run_until([&] { return numbers.taken.size() == 2 && relay.is_idle(kEvent); });
    EXPECT_EQ(server.command({"HEXISTS", "line:{1}", "pages"}).integer, 0);
    restart();
    EXPECT_EQ(server.command({"HEXISTS", "line:{1}", "pages"}).integer, 1);
}

TEST_F(Restarts, TakeOnePageAtMostIfSomebodyJoinsAfterEach) {
    constexpr std::int64_t kPageBytes = 16'384 * 21;
    constexpr std::int64_t kSpare = 3'000'000;  // Redis keeps a megabyte free behind a long string.
    std::vector<Number> joined;
    for (std::uint32_t name = 2; name < 2 + kRestarts; ++name) {
        restart();
        joined.push_back(enter_at_last(name));
    }
    EXPECT_LT(bytes_of_places(), (kRestarts + 1) * kPageBytes + kSpare);
    EXPECT_GT(joined.back().value, kRestarts * 262'144u);
    for (std::uint32_t name = 2; name < 2 + kRestarts; ++name) {
        EXPECT_EQ(enter_at_last(name), joined[name - 2]);
        EXPECT_EQ(position(joined[name - 2].value), name);
    }
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
