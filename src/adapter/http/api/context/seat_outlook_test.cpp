#include "adapter/http/api/context/seat_outlook.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "adapter/http/guest/test_guest_site.hpp"
#include "seat/domain/test_hall.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
namespace line_fact = waiting_room::fact;
using sale::LeftShown;
using testing::kTestStart;
using waiting_room::EventId;
using waiting_room::EventSettings;
using waiting_room::QueueAnswer;
using waiting_room::QueueStatus;

// An open event with the small hall of the seat tests, unless a test uses none.
class SeatOutlookTest : public ::testing::Test, public testing::TestLoop {
  protected:
    SeatOutlookTest() {
        const auto settings = std::make_shared<EventSettings>();
        room_.publish(kEvent, {line_fact::EventCreated{settings},
                               line_fact::LifecycleChanged{waiting_room::Lifecycle::kOpen}});
        answer_.status = QueueStatus::kWaiting;
        answer_.position = 1;
    }

    void open_hall() {
        apply(sale::fact::HallOpened{
            .event = kEvent,
            .performance = "p1",
            .plan = std::make_shared<const seat::HallPlan>(seat::test_plan()),
            .rules = {},
            .seating = nullptr});
        seats_ = context_.sale.counts(kEvent)[seat::SeatState::kFree];
    }
    void show(LeftShown shown) {
        auto settings = std::make_shared<sale::SaleSettings>();
        settings->left_shown = shown;
        apply(sale::fact::SettingsSet{kEvent, settings});
    }
    void apply(const sale::Fact& fact) {
        context_.sale.apply(fact);
        context_.buying.apply(fact);
    }
    void hold_all() { apply(held(seats_)); }
    sale::Fact held(std::uint32_t count) {
        seat::Seats seats;
        for (std::uint32_t i = 0; i < count; ++i)
            seats.push_back({i});
        return sale::fact::HallChanged{
            {1}, seat::fact::SeatsHeld{{}, {1}, kTestStart + 10min, seats, {}, {}}};
    }
    void let_in(std::uint32_t count) {
        for (std::uint32_t i = 1; i <= count; ++i) {
            GuestId guest;
            guest.bytes[0] = static_cast<std::uint8_t>(i);
            room_.publish(kEvent, {line_fact::Joined{guest}, line_fact::Admitted{{i}}});
        }
    }
    std::string text() {
        return std::string{outlook_.about(
            context_, {kEvent, *context_.view.find(kEvent), answer_, kTestStart + passed_})};
    }
    std::optional<SeatFigures> figures() {
        return outlook_.figures(
            context_, {kEvent, *context_.view.find(kEvent), answer_, kTestStart + passed_});
    }
    boost::json::value json() { return boost::json::parse("{\"x\":0" + text() + "}"); }
    std::string odds(std::uint32_t ahead) {
        answer_.ahead = ahead;
        return std::string{json().at("odds").at("answer").as_string()};
    }
    std::string message(std::uint32_t number) {
        (void)text();
        return std::string{outlook_.message_to(
            {number}, {kEvent, *context_.view.find(kEvent), answer_, kTestStart + passed_})};
    }

    static constexpr EventId kEvent{1};
    SeatOutlook outlook_;
    QueueAnswer answer_;
    Duration passed_{0};
    std::uint32_t seats_ = 0;
};

TEST_F(SeatOutlookTest, AnEventWithoutHallsSaysNothing) {
    EXPECT_EQ(text(), "");
}

TEST_F(SeatOutlookTest, SaysHowManyAreFreeAndMayReturn) {
    open_hall();
    apply(held(2));
    EXPECT_EQ(json().at("seatsFree").as_int64(), seats_ - 2);
    EXPECT_EQ(json().at("seatsMayReturn").as_int64(), 2);
    EXPECT_FALSE(json().as_object().contains("seatsRough"));
}

TEST_F(SeatOutlookTest, AllTakenIsNotSoldOut) {
    open_hall();
    hold_all();
    EXPECT_EQ(json().at("seatsFree").as_int64(), 0);
    EXPECT_EQ(json().at("seatsMayReturn").as_int64(), seats_);
    EXPECT_NE(odds(0), "none");
}

TEST_F(SeatOutlookTest, SoldOutIsNone) {
    open_hall();
    room_.publish(kEvent, {line_fact::SoldOutSet{true}});
    answer_.status = QueueStatus::kSoldOut;
    EXPECT_EQ(odds(0), "none");
}

TEST_F(SeatOutlookTest, ASaleThatSoldOutIsSaidAtOnce) {
    open_hall();
    EXPECT_NE(json().at("seatsFree").as_int64(), 0);
    hold_all();
    seat::Seats all;
    for (std::uint32_t i = 0; i < seats_; ++i)
        all.push_back({i});
    apply(sale::fact::HallChanged{{1}, seat::fact::SeatsSold{{}, all}});
    room_.publish(kEvent, {line_fact::SoldOutSet{true}});
    EXPECT_EQ(json().at("seatsFree").as_int64(), 0);
    EXPECT_EQ(json().at("seatsMayReturn").as_int64(), 0);
}

TEST_F(SeatOutlookTest, TheOddsAreThoseOfTheArithmetic) {
    open_hall();
    let_in(2);
    for (std::uint32_t ahead = 0; ahead < 3 * seats_; ++ahead) {
        const auto wanted = sale::odds_of(
            {.seats_free = seats_, .seats_may_return = 0, .guests_ahead = ahead + 2, .rates = {}});
        EXPECT_EQ(odds(ahead), to_word(wanted.odds)) << ahead;
    }
    EXPECT_EQ(boost::json::serialize(json().at("odds")),
              R"({"answer":"unlikely","seats":)" + std::to_string(seats_) +
                  R"(,"inside":2,"seatsPerGuest":1E0,"measured":false})");
}

TEST_F(SeatOutlookTest, PagesHaveTheNumbersOfTheAnswer) {
    open_hall();
    let_in(2);
    answer_.ahead = 3 * seats_;
    const auto told = figures();
    ASSERT_TRUE(told && told->chance);
    EXPECT_EQ(told->free, seats_);
    EXPECT_EQ(told->chance->odds, sale::Odds::kUnlikely);
    EXPECT_EQ(told->chance->seats, seats_);
    // "ahead" equals that of the answer. Admitted guests are counted separately.
    EXPECT_EQ(told->chance->ahead, 3 * seats_);
    EXPECT_EQ(told->chance->inside, 2u);
    answer_.status = QueueStatus::kAdmitted;
    EXPECT_FALSE(figures()->chance);
    answer_.status = QueueStatus::kExpired;
    EXPECT_FALSE(figures());
}

TEST_F(SeatOutlookTest, AGuestWithoutAPositionHasNoOdds) {
    open_hall();
    answer_.position = 0;
    answer_.status = QueueStatus::kLobby;
    EXPECT_TRUE(json().as_object().contains("seatsFree"));
    EXPECT_FALSE(json().as_object().contains("odds"));
    answer_.status = QueueStatus::kAdmitted;
    EXPECT_FALSE(json().as_object().contains("odds"));
    answer_.status = QueueStatus::kExpired;
    EXPECT_EQ(text(), "");
}

TEST_F(SeatOutlookTest, IsMadeOnceASecond) {
    open_hall();
    const std::string first = text();
    apply(held(1));
    EXPECT_EQ(text(), first);
    passed_ = 1s;
    EXPECT_NE(text(), first);
}

TEST_F(SeatOutlookTest, TheSellerMayShowLess) {
    open_hall();
    show(LeftShown::kRough);
    EXPECT_TRUE(json().at("seatsRough").as_bool());
    passed_ = 1s;
    show(LeftShown::kNone);
    EXPECT_EQ(text(), "");
}

TEST(ShownCount, IsRoundedWhereTheEventShowsRoughCounts) {
    EXPECT_EQ(shown_count(649, LeftShown::kRough), 600U);
    EXPECT_EQ(shown_count(649, LeftShown::kExact), 649U);
}

TEST_F(SeatOutlookTest, OnlyWhoHoldsSeatsReadsTheMessageToHolders) {
    auto levers = std::make_shared<sale::SaleLevers>();
    levers->message_holding = "Card payments are slow.";
    levers->message_paid = "Thank you.";
    apply(sale::fact::LeversSet{kEvent, levers});
    let_in(2);
    room_.publish(kEvent, {line_fact::AdmissionKept{{1}, waiting_room::Keep::kBySeats}});
    answer_.status = QueueStatus::kAdmitted;
    EXPECT_EQ(message(1), "Card payments are slow.");
    EXPECT_EQ(message(2), "");
    answer_.status = QueueStatus::kExpired;
    answer_.reason = waiting_room::EndReason::kCompleted;
    EXPECT_EQ(message(2), "Thank you.");
    answer_.reason = waiting_room::EndReason::kLeft;
    EXPECT_EQ(message(2), "");
}

}  // namespace
}  // namespace onsale::http
