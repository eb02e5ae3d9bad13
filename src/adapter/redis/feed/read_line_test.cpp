#include "adapter/redis/feed/read_line.hpp"

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "waiting_room/domain/settings_bytes.hpp"

namespace onsale::redis {
namespace {

using namespace waiting_room;

template <class Record>
std::string bytes_of(const Record& record) {
    std::string bytes;
    ByteWriter out{bytes};
    save(out, record);
    return bytes;
}

Reply flat(const std::vector<std::string>& words) {
    Reply reply = Reply::array({});
    for (const std::string& word : words)
        reply.items.push_back(Reply::bulk(word));
    return reply;
}

// An answer of line_read: number 1 waits, 2 is admitted, 3 has left.
struct Answer {
    std::vector<std::string> line{
        "event",  "7",    "lifecycle", "2", "version",  "4", "phase",     "1",
        "behind", "5000", "brake",     "9", "sold_out", "1", "frozen_at", "1800000000000",
        "issued", "10"};
    std::string settings = [] {
        EventSettings its;
        its.key = "concert";
        return bytes_of(its);
    }();
    std::string standings{"\0\1\4\7", 4};
    std::vector<std::string> admissions{"2", "1 1 2 1800000600000 1800000120000"};
    std::vector<std::string> moved{"1", std::string(16, 'g')};

    Result<LineAt, ReadLineError> read() const {
        return read_line(
            Reply::array({Reply::bulk("12-3"), Reply::integer_of(1'800'000'000'000), flat(line),
                          flat({"settings", settings, "levers", bytes_of(Levers{})}),
                          Reply::bulk(standings), flat(admissions), flat(moved)}));
    }
};

// Numbers 4 to 7 and 12 to 15 are stored, in that order, and 13 was issued last.
TEST(ReadLine, StandingsAreWhereTheirPagesAre) {
    Answer answer;
    answer.line.back() = "13";
    answer.line.insert(answer.line.end(), {"pages", "4\n1 1\n3 1\n"});
    answer.standings = std::string("\1\0\0\4\7\1\1\1", 8);
    answer.admissions.front() = "7";
    const LineAt at = answer.read().value();
    ASSERT_EQ(at.image.standings.size(), 14u);
    EXPECT_EQ(at.image.standings, std::string("\0\0\0\0\1\0\0\4\0\0\0\0\7\1", 14));
    answer.line.back() = "4\n1\n";
    EXPECT_EQ(answer.read().error(), ReadLineError::kBroken);
}

TEST(ReadLine, StandingsEndWithTheLastNumberIssued) {
    Answer answer;
    EXPECT_EQ(answer.read().value().image.standings.size(), 11u);
    answer.standings.resize(100);
    EXPECT_EQ(answer.read().value().image.standings.size(), 11u);
}

TEST(ReadLine, HasTheStateAndTheStreamsId) {
    const LineAt at = Answer{}.read().value();
    EXPECT_EQ(at.id, (StreamId{12, 3}));
    EXPECT_EQ(at.image.settings->key, "concert");
    EXPECT_EQ(at.image.lifecycle, Lifecycle::kOpen);
    EXPECT_EQ(at.image.version, 4u);
    EXPECT_EQ(at.image.phase, std::uint16_t{0});
    EXPECT_EQ(at.image.brake, 9u);
    EXPECT_TRUE(at.image.sold_out);
    EXPECT_EQ(at.image.issued, 10u);
    EXPECT_EQ(at.image.clock.behind(), std::chrono::seconds{5});
    EXPECT_EQ(at.image.clock.frozen_at(), instant_from_ms(1'800'000'000'000));
    EXPECT_EQ(at.image.waits_until, Instant{});
}

TEST(ReadLine, HasTheTimeForWhichAdmissionWaitsForLostPlaces) {
    Answer answer;
    answer.line.insert(answer.line.end(), {"wait_until", "1800000010000"});
    EXPECT_EQ(answer.read().value().image.waits_until, instant_from_ms(1'800'000'010'000));
}

TEST(ReadLine, HasPlacesAdmissionsAndMoves) {
    const LineAt at = Answer{}.read().value();
    EXPECT_EQ(at.image.standings.substr(0, 4), Answer{}.standings);
    const Admission* const admission = at.image.ledger.find(Number{2});
    ASSERT_NE(admission, nullptr);
    EXPECT_EQ(*admission, (Admission{.attempt = 1,
                                     .claimed = true,
                                     .deadline = instant_from_ms(1'800'000'600'000),
                                     .claim_by = instant_from_ms(1'800'000'120'000),
                                     .keep = Keep::kByPayment,
                                     .own_end = instant_from_ms(1'800'000'600'000)}));
    GuestId holder;
    holder.bytes.fill('g');
    EXPECT_TRUE(at.image.moved.belongs(Number{1}, holder));
    EXPECT_FALSE(at.image.moved.belongs(Number{1}, GuestId{}));
}

// A row without the field, from an older version, has no extensions.
TEST(ReadLine, HasTheExtensionsOfAnAdmission) {
    Answer answer;
    EXPECT_EQ(answer.read().value().image.ledger.find(Number{2})->extensions, 0u);
    answer.admissions[1] += " 3";
    EXPECT_EQ(answer.read().value().image.ledger.find(Number{2})->extensions, 3u);
    answer.admissions[1].back() = 'x';
    EXPECT_EQ(answer.read().error(), ReadLineError::kBroken);
}

// A row without the field, from an older version, has its deadline for it.
TEST(ReadLine, HasTheOwnEndOfAnAdmission) {
    Answer answer;
    const auto own_end = [&] {
        return to_ms(answer.read().value().image.ledger.find(Number{2})->own_end);
    };
    answer.admissions[1] += " 3";
    EXPECT_EQ(own_end(), 1'800'000'600'000);
    answer.admissions[1] += " 1800000540000";
    EXPECT_EQ(own_end(), 1'800'000'540'000);
    answer.admissions[1] = "1 1 2 1800000600000 1800000120000 3 x";
    EXPECT_EQ(answer.read().error(), ReadLineError::kBroken);
}

TEST(ReadLine, AnEventThatRedisDoesNotKnowHasNoLine) {
    Answer answer;
    answer.line.clear();
    EXPECT_EQ(answer.read().error(), ReadLineError::kNoLine);
}

TEST(ReadLine, LedgerAndStandingsMustKnowTheSamePeople) {
    Answer without_admission;
    without_admission.admissions.clear();
    EXPECT_EQ(without_admission.read().error(), ReadLineError::kBroken);
    Answer waiting_with_admission;
    waiting_with_admission.admissions[0] = "1";
    EXPECT_EQ(waiting_with_admission.read().error(), ReadLineError::kBroken);
}

TEST(ReadLine, AStandingThatIsNoneIsBroken) {
    Answer answer;
    answer.standings[3] = '\x0c';
    EXPECT_EQ(answer.read().error(), ReadLineError::kBroken);
}

}  // namespace
}  // namespace onsale::redis
