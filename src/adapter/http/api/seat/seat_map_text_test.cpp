#include "adapter/http/api/seat/seat_map_text.hpp"

#include <memory>
#include <random>
#include <string>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "adapter/http/api/context/test_unpack.hpp"
#include "seat/codec/made_hall.hpp"
#include "seat/domain/test_hall.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using boost::json::parse;
using seat::kStart;
using seat::SeatIndex;
using seat::SeatMap;
using seat::SeatState;

// The map of the small hall and its text, in virtual time.
class SeatMapTextTest : public ::testing::Test {
  protected:
    void set(std::uint32_t seat, SeatState state) { map_.set(SeatIndex{seat}, state); }

    std::string body(const SeatMapAsk& ask = {}) {
        text_.look(map_, now_);
        std::string out;
        text_.append(out, map_, ask);
        return out;
    }
    boost::json::object whole() { return parse(body()).as_object(); }
    boost::json::object since(std::uint64_t version) {
        return parse(body({.since = version})).as_object();
    }
    std::string changes(std::uint64_t version) {
        const auto answer = since(version);
        return answer.contains("changes") ? boost::json::serialize(answer.at("changes")) : "whole";
    }

    SeatMap map_{std::make_shared<seat::Seating>(seat::test_plan())};
    SeatMapText text_{"demo", "p\"1"};
    Instant now_ = kStart;
};

TEST_F(SeatMapTextTest, SaysEachSeatsStateInPlanOrderButNotWhoHasIt) {
    set(0, SeatState::kHeld);
    set(1, SeatState::kPaying);
    set(2, SeatState::kSold);
    set(3, SeatState::kReturned);
    set(4, SeatState::kBlocked);
    EXPECT_EQ(body(),
              R"({"eventId":"demo","performanceId":"p\"1","version":5,)"
              R"("counts":{"free":24,"held":2,"sold":2,"blocked":1},"mayReturn":3,"soldOut":false,)"
              R"("states":"hhssbffffffffffffffffffffffff","asOf":"2027-01-15T08:00:00.000+00:00",)"
              R"("mine":[],"hold":null})");
}

TEST_F(SeatMapTextTest, IsSoldOutOnlyWhenNothingCanComeBack) {
    for (std::uint32_t seat = 0; seat < 29; ++seat)
        set(seat, seat == 7 ? SeatState::kReturned : SeatState::kSold);
    EXPECT_FALSE(whole().at("soldOut").as_bool());
    set(7, SeatState::kBlocked);
    now_ += kPictureInterval;
    EXPECT_TRUE(whole().at("soldOut").as_bool());
}

TEST_F(SeatMapTextTest, SaysTheGuestsOwnHold) {
    const std::vector<SeatIndex> seats{{3}, {28}};
    const OwnHold hold{.seats = seats, .until = kStart + 10min, .revision = 7};
    const auto answer = parse(body({.hold = &hold})).as_object();
    EXPECT_EQ(boost::json::serialize(answer.at("mine")), "[3,28]");
    EXPECT_EQ(boost::json::serialize(answer.at("hold")),
              R"({"state":"held","until":"2027-01-15T08:10:00.000+00:00","frozen":false})");
}

TEST_F(SeatMapTextTest, SaysThatTheHoldIsBeingPaidAndThatTimeStandsStill) {
    const OwnHold hold{.paying = true, .frozen = true, .revision = 8};
    const auto answer = parse(body({.hold = &hold}));
    EXPECT_EQ(answer.at("hold").at("state").as_string(), "paying");
    EXPECT_TRUE(answer.at("hold").at("frozen").as_bool());
}

TEST_F(SeatMapTextTest, TakesNoSecondPictureTooSoon) {
    whole();
    set(0, SeatState::kHeld);
    now_ += kPictureInterval - 1ms;
    EXPECT_EQ(whole().at("version").as_int64(), 0);
    now_ += 1ms;
    EXPECT_EQ(whole().at("version").as_int64(), 1);
}

TEST_F(SeatMapTextTest, AChangeAfterAQuietTimeIsSeenAtOnce) {
    whole();
    now_ += 1min;
    set(0, SeatState::kHeld);
    EXPECT_EQ(whole().at("version").as_int64(), 1);
}

TEST_F(SeatMapTextTest, IsAsFreshAsTheLastLookThatFoundNoChange) {
    whole();
    now_ += 1h;
    EXPECT_EQ(whole().at("asOf").as_string(), "2027-01-15T09:00:00.000+00:00");
    set(0, SeatState::kHeld);
    whole();
    set(1, SeatState::kHeld);
    now_ += 100ms;
    EXPECT_EQ(whole().at("asOf").as_string(), "2027-01-15T09:00:00.000+00:00");
}

TEST_F(SeatMapTextTest, TheTagIsTheVersionAndTheRevisionOfTheHold) {
    set(0, SeatState::kHeld);
    whole();
    const OwnHold hold{.revision = 18'446'744'073'709'551'615U};
    EXPECT_EQ(text_.tag(nullptr).text(), R"("1")");
    EXPECT_EQ(text_.tag(&hold).text(), R"("1-18446744073709551615")");
}

TEST_F(SeatMapTextTest, TellsWhatChangedSince) {
    set(0, SeatState::kHeld);
    set(5, SeatState::kSold);
    set(0, SeatState::kFree);
    EXPECT_EQ(changes(0), R"([[0,"f"],[5,"s"]])");
    EXPECT_EQ(changes(2), R"([[0,"f"]])");
    EXPECT_EQ(changes(3), "[]");
    EXPECT_EQ(since(2).at("version").as_int64(), 3);
    EXPECT_EQ(since(2).at("since").as_int64(), 2);
    EXPECT_EQ(since(2).at("counts").at("sold").as_int64(), 1);
}

TEST_F(SeatMapTextTest, ChangesAreThoseOfThePictureAndNotOfTheLiveMap) {
    set(0, SeatState::kHeld);
    whole();
    set(0, SeatState::kSold);
    set(1, SeatState::kHeld);
    EXPECT_EQ(since(0).at("version").as_int64(), 1);
    EXPECT_EQ(changes(0), R"([[0,"h"],[1,"f"]])");
}

TEST_F(SeatMapTextTest, AReaderAheadOfThePictureGetsNothingOlder) {
    whole();
    set(0, SeatState::kHeld);
    set(0, SeatState::kSold);
    EXPECT_EQ(changes(1), "[]");
    EXPECT_EQ(changes(2), "[]");
}

TEST_F(SeatMapTextTest, AVersionNotYetReachedGetsTheWholeMap) {
    EXPECT_EQ(changes(1), "whole");
}

TEST_F(SeatMapTextTest, AVersionTheLogForgotGetsTheWholeMap) {
    map_.restore_version(100);
    set(0, SeatState::kHeld);
    EXPECT_EQ(changes(99), "whole");
    EXPECT_EQ(changes(100), R"([[0,"h"]])");
}

TEST_F(SeatMapTextTest, ChangesLongerThanTheMapAreTheMap) {
    for (std::uint32_t seat = 0; seat < 29; ++seat)
        set(seat, SeatState::kSold);
    EXPECT_EQ(changes(0), "whole");
}

TEST_F(SeatMapTextTest, TooManyDifferentVersionsGetTheWholeMapUntilTheNextPicture) {
    for (std::uint64_t i = 0; i < kSinceVersionsMax + 1; ++i)
        set(0, i % 2 == 0 ? SeatState::kHeld : SeatState::kFree);
    for (std::uint64_t version = 0; version < kSinceVersionsMax; ++version)
        ASSERT_EQ(changes(version), R"([[0,"h"]])");
    EXPECT_EQ(changes(kSinceVersionsMax), "whole");
    EXPECT_EQ(changes(0), R"([[0,"h"]])");
    set(0, SeatState::kFree);
    now_ += kPictureInterval;
    EXPECT_EQ(changes(kSinceVersionsMax), R"([[0,"f"]])");
}

// The largest generated hall, half of it sold at random: the pattern that compresses worst.
class StadiumTextTest : public ::testing::Test {
  protected:
    StadiumTextTest() {
        std::mt19937 random{1};
        for (std::uint32_t seat = 0; seat < map_.seating().size(); ++seat)
            if (random() % 2 == 0) map_.set(SeatIndex{seat}, SeatState::kSold);
        text_.look(map_, kStart);
    }

    std::string plain(SeatMapAsk ask = {}) {
        std::string out;
        ask.gzip = false;
        EXPECT_FALSE(text_.append(out, map_, ask));
        return out;
    }
    std::string packed(SeatMapAsk ask = {}) {
        std::string out;
        ask.gzip = true;
        EXPECT_TRUE(text_.append(out, map_, ask));
        return out;
    }

    SeatMap map_{std::make_shared<seat::Seating>(seat::make_hall(seat::HallKind::kStadium))};
    SeatMapText text_{"demo", "p1"};
};

TEST_F(StadiumTextTest, FitsIntoAHundredKilobytes) {
    constexpr std::size_t kPromised = 100 * 1024;
    ASSERT_EQ(map_.seating().size(), 50'000U);
    EXPECT_LT(packed().size(), kPromised);
    RecordProperty("packed_bytes", static_cast<int>(packed().size()));
}

TEST_F(StadiumTextTest, IsPackedOnceAndEndsForEachGuestInItsOwnWay) {
    const std::vector<SeatIndex> seats{{1}, {2}};
    const OwnHold hold{.seats = seats, .until = kStart, .revision = 1};
    EXPECT_EQ(testing::unpacked(packed(), 100'000), plain());
    EXPECT_EQ(testing::unpacked(packed({.hold = &hold}), 100'000), plain({.hold = &hold}));
    EXPECT_NE(plain(), plain({.hold = &hold}));
}

TEST_F(StadiumTextTest, AnotherPictureIsPackedAnew) {
    packed();
    map_.set(SeatIndex{0}, SeatState::kHeld);
    text_.look(map_, kStart + kPictureInterval);
    EXPECT_EQ(testing::unpacked(packed(), 100'000), plain());
}

TEST_F(StadiumTextTest, TellsChangesToWhoIsNotTooFarBehind) {
    const std::uint64_t version = map_.version();
    const SeatMapAsk near{.since = version - kSeatChangesMax};
    const SeatMapAsk far{.since = version - kSeatChangesMax - 1};
    EXPECT_EQ(parse(plain(near)).at("changes").as_array().size(), kSeatChangesMax);
    EXPECT_EQ(testing::unpacked(packed(near), 100'000), plain(near));
    EXPECT_LT(packed(near).size(), packed().size());
    EXPECT_EQ(plain(far), plain());
}

}  // namespace
}  // namespace onsale::http
