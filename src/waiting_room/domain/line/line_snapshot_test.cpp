// The bytes of a line, used for snapshots and to compare replays.
#include <gtest/gtest.h>

#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

Line loaded_from(const std::string& bytes) {
    ByteReader in{bytes};
    Line line{EventId{1}, in};
    EXPECT_TRUE(in.ok() && in.at_end());
    return line;
}

void expect_comes_back(const TestLine& line) {
    const std::string bytes = line.saved();
    EXPECT_EQ(TestLine::saved(loaded_from(bytes)), bytes);
    EXPECT_EQ(line.replayed(), bytes);
}

// Has at least one guest in every standing.
TestLine line_in_every_state() {
    LineRules rules = rules_with_slots(3);
    rules.admit_per_second = 7;
    TestLine line{test_settings(rules)};
    line.enter_all(1, 12);
    static_cast<void>(line.claim(2));
    static_cast<void>(line.complete(3));  // Admits guest 4.
    line.limit(1);
    line.pass(120s);  // Guests 1 and 4 miss their claims.
    line.seen(1);
    line.seen(2);
    static_cast<void>(line.revoke(5));
    line.pass(59s);
    static_cast<void>(line.leave(6));
    line.seen(7);
    line.pass(1s);  // Guests who were never seen again are away.
    static_cast<void>(line.leave(7));
    static_cast<void>(line.revoke(9, true));
    return line;
}

// A line that was restored from a backup three times, with guests before, between and after the
// skipped numbers.
Line line_with_skips() {
    Line line{EventId{1}, std::make_shared<const EventSettings>(test_settings())};
    for (std::uint32_t name = 1; name <= 3; ++name) {
        line.evolve(fact::Joined{test_guest(name)}, kOpensAt);
        line.evolve(fact::NumbersSkipped{Number{name * 10'000'000}}, kOpensAt);
    }
    line.evolve(fact::Joined{test_guest(4)}, kOpensAt);
    return line;
}

}  // namespace

TEST(LineSnapshot, TheSampleHasEveryStandingOfALivingPlace) {
    const TestLine line = line_in_every_state();
    for (const Standing standing : {Standing::kWaiting, Standing::kAway, Standing::kLeaving,
                                    Standing::kAdmitted, Standing::kMissed, Standing::kRecalled})
        EXPECT_GT(line.line().book().count(standing) + (standing == Standing::kWaiting), 0u)
            << static_cast<int>(standing);
}

TEST(LineSnapshot, AnEmptyLineComesBack) {
    expect_comes_back(TestLine{test_settings(), kOpensAt - 2h});
    expect_comes_back(TestLine{});
}

TEST(LineSnapshot, EveryStandingComesBack) {
    expect_comes_back(line_in_every_state());
}

TEST(LineSnapshot, PlacesThatMovedComeBackAlsoAfterTheirEnd) {
    TestLine line = line_in_every_state();
    ASSERT_TRUE(line.offer(2, 1) && line.take(20, 1));
    ASSERT_TRUE(line.offer(8, 2) && line.take(21, 2));
    ASSERT_TRUE(line.complete(20));
    expect_comes_back(line);
    const Line loaded = loaded_from(line.saved());
    EXPECT_EQ(loaded.find(test_guest(21)), Number{8});
    const LineView view{loaded};
    EXPECT_EQ(view.answer_to(test_guest(2), Number{2}, line.now()).status, QueueStatus::kMoved);
    EXPECT_EQ(view.answer_to(test_guest(8), Number{8}, line.now()).status, QueueStatus::kMoved);
}

TEST(LineSnapshot, SkippedNumbersTakeAFewBytesAndComeBack) {
    const Line line = line_with_skips();
    const std::string bytes = TestLine::saved(line);
    EXPECT_LT(bytes.size(), TestLine{}.saved().size() + 4 * 17 + 32);
    Line loaded = loaded_from(bytes);
    EXPECT_EQ(TestLine::saved(loaded), bytes);
    EXPECT_EQ(loaded.find(test_guest(3)), Number{20'000'001});
    EXPECT_EQ(loaded.next_in_line(9), line.next_in_line(9));
    EXPECT_EQ(loaded.book().joined_count(), 4u);
    // A skipped number may turn out to belong to a guest.
    loaded.evolve(fact::PlaceRestored{test_guest(5), Number{7'000'000}}, kOpensAt);
    EXPECT_EQ(loaded.book().position(Number{10'000'001}), 3u);
    EXPECT_EQ(TestLine::saved(loaded_from(TestLine::saved(loaded))), TestLine::saved(loaded));
}

// Version 5 of the snapshot had a byte for every number and no marker of the counted form.
TEST(LineSnapshot, AByteForEachSkippedNumberIsStillRead) {
    TestLine line;
    static_cast<void>(line.enter(1));
    const std::string now = line.saved();
    std::string mark;
    ByteWriter{mark}.varint(std::uint64_t{1} << 32);
    const std::size_t places = now.rfind(mark);
    ASSERT_NE(places, std::string::npos);
    const std::string guest = now.substr(places + mark.size() + 1);
    const std::string before = now.substr(0, places) + "\x04" + guest + std::string(3, '\0');
    const Line loaded = loaded_from(before);
    EXPECT_EQ(loaded.book().issued_count(), 4u);
    EXPECT_EQ(loaded.find(test_guest(1)), Number{1});
    const std::string counted = now.substr(0, places) + mark + "\x04" + guest + '\0' + '\x03';
    EXPECT_EQ(TestLine::saved(loaded), counted);
}

// Version 6 of the snapshot had no own end of an admission and no marker of the ledger.
TEST(LineSnapshot, AnAdmissionWithoutItsOwnEndHasItsDeadlineForIt) {
    TestLine line{test_settings(rules_with_slots(1))};
    line.enter_all(1, 1);
    line.apply({fact::AdmissionDeadlineSet{Number{1}, kOpensAt + 14min}});
    ASSERT_EQ(line.line().ledger().find(Number{1})->own_end, kOpensAt + 10min);
    std::string before = line.saved();
    std::string marked, own_end;
    ByteWriter{marked}.varint(std::uint64_t{1} << 32);
    ByteWriter{own_end}.zigzag(to_ms(kOpensAt + 10min));
    before.erase(before.find(marked), marked.size());
    before.erase(before.find(own_end), own_end.size());
    const Line loaded = loaded_from(before);
    EXPECT_EQ(loaded.ledger().find(Number{1})->own_end, kOpensAt + 14min);
    EXPECT_EQ(loaded.ledger().find(Number{1})->deadline, kOpensAt + 14min);
}

TEST(LineSnapshot, ACountBeyondTheLastNumberIsNotReadable) {
    std::string bytes = TestLine::saved(line_with_skips());
    const std::string skip{"\0\xff\xac\xe2\x04", 5};  // 9,999,999 numbers.
    const std::size_t at = bytes.find(skip);
    ASSERT_NE(at, std::string::npos);
    bytes[at + 4] = '\x7f';
    ByteReader in{bytes};
    const Line line{EventId{1}, in};
    EXPECT_FALSE(in.ok());
}

TEST(LineSnapshot, AFrozenAndExtendedClockComesBack) {
    TestLine line = line_in_every_state();
    line.extend(5min);
    line.freeze(true);
    expect_comes_back(line);
    line.pass(1min);
    line.freeze(false);
    line.resume_after(9min);
    expect_comes_back(line);
}

TEST(LineSnapshot, AShuffledLobbyComesBackBeforeAndAfterItsDraw) {
    EventSettings settings = test_settings(rules_with_slots(2));
    settings.order = OrderPolicy::kLobbyShuffle;
    TestLine line{settings, kOpensAt - 2min};
    line.enter_all(1, 9);
    static_cast<void>(line.revoke(4));
    expect_comes_back(line);
    line.pass(2min);
    static_cast<void>(line.enter(10));
    expect_comes_back(line);
}

TEST(LineSnapshot, PhasesAndEligibilityComeBack) {
    EventSettings settings = test_settings();
    Phase phase;
    phase.id = "a";
    phase.from = kOpensAt;
    phase.to = kOpensAt + 1min;
    phase.who = Eligibility::kList;
    settings.phases = {phase};
    TestLine line{settings};
    const auto guests =
        std::make_shared<const std::vector<GuestId>>(std::vector{test_guest(1), test_guest(2)});
    ASSERT_TRUE(line.operate(command::ListGuests{{}, "a", guests}));
    static_cast<void>(line.enter(1));
    expect_comes_back(line);
    line.pass(1min);
    expect_comes_back(line);
}

// A restart must not change later decisions: order, recalls, bucket, deadlines.
TEST(LineSnapshot, ALoadedLineDecidesTheSameAsTheOriginal) {
    TestLine line = line_in_every_state();
    line.seen(4);  // Back after guest 1, so the order of recalled guests matters.
    line.extend(5min);
    line.enter_all(21, 23);
    line.limit(3);  // Admits guests at this instant, so the bucket is not full.
    ASSERT_LT(line.line().bucket_available(line.now()), 7u);
    line.limit(0);
    const Line loaded = loaded_from(line.saved());
    EXPECT_EQ(loaded.clock().at(line.now()), line.line().clock().at(line.now()));
    const LineView view{loaded};
    EXPECT_EQ(loaded.next_in_line(100), line.line().next_in_line(100));
    EXPECT_EQ(loaded.bucket_available(line.now()), line.line().bucket_available(line.now()));
    EXPECT_EQ(loaded.ledger().in_order_of_due(), line.line().ledger().in_order_of_due());
    EXPECT_EQ(loaded.leaves_over(line.now() + 1h), line.line().leaves_over(line.now() + 1h));
    for (std::uint32_t name = 1; name <= 12; ++name) {
        EXPECT_EQ(loaded.find(test_guest(name)), line.line().find(test_guest(name)));
        const QueueAnswer answer = view.answer(line.number(name), line.now());
        EXPECT_EQ(answer.position, line.position(name));
        EXPECT_EQ(answer.status, line.answer(name).status);
        EXPECT_EQ(answer.keep_until, line.answer(name).keep_until);
        EXPECT_EQ(answer.admission, line.answer(name).admission);
    }
}

TEST(LineSnapshot, TheOrderOfTheRecalledComesBack) {
    TestLine line{test_settings(rules_with_slots(2))};
    line.enter_all(1, 2);
    line.pass(120s);
    line.limit(0);
    line.seen(2);
    line.seen(1);
    const Line loaded = loaded_from(line.saved());
    EXPECT_EQ(loaded.next_in_line(2), (std::vector{Number{2}, Number{1}}));
}

// A stale entry would not change any decision, but it would stay in every snapshot.
TEST(LineSnapshot, ARecalledGuestWhoIsRevokedLeavesNothingBehind) {
    const auto bytes_after = [](bool recalled) {
        TestLine line{test_settings(rules_with_slots(1))};
        line.enter_all(1, 1);
        line.pass(120s);
        line.limit(0);
        if (recalled) line.seen(1);
        static_cast<void>(line.revoke(1));
        return line.saved();
    };
    EXPECT_EQ(bytes_after(true), bytes_after(false));
}

TEST(LineSnapshot, TruncationAtEveryByteIsNoticed) {
    const std::string bytes = line_in_every_state().saved();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        ByteReader in{std::string_view{bytes}.substr(0, size)};
        const Line line{EventId{1}, in};
        ASSERT_FALSE(in.ok()) << size;
    }
}

}  // namespace onsale::waiting_room
