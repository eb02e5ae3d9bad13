#include "crowd/domain/guest.hpp"

#include <gtest/gtest.h>

namespace onsale::crowd {
namespace {

using namespace std::chrono_literals;

// Rolls that select a behaviour: guest.cpp compares its percentages with the roll modulo 100.
constexpr std::uint64_t kOnlyLooks = 5;
constexpr std::uint64_t kChangesMind = 12;
constexpr std::uint64_t kGivesUpPaying = 28;
constexpr std::uint64_t kHasOneCardDeclined = 32;
constexpr std::uint64_t kVanishes = 39;
// 169 modulo 85 is 84, so the guest buys in any hall that is not closed to the crowd.
constexpr std::uint64_t kBuys = 69 + 100;

Answer done() {
    return {.outcome = Outcome::kDone};
}
Answer refused() {
    return {.outcome = Outcome::kRefused};
}
Answer waits(Duration ask_again) {
    return {.outcome = Outcome::kDone, .standing = Standing::kWaiting, .ask_again = ask_again};
}
Answer is_inside() {
    return {.outcome = Outcome::kDone, .standing = Standing::kInside};
}
Answer hall(std::uint32_t sold) {
    return {.outcome = Outcome::kDone, .hall_seats = 100, .seats_sold = sold};
}

class DemoGuest : public ::testing::Test {
  protected:
    Act act() const { return guest.errand().act; }

    // Advances the time to the guest's next action and lets the site answer.
    void tell(const Answer& answer) {
        now = guest.due();
        guest.hear(answer, programme, now, dice);
    }
    void tell_each(std::initializer_list<Answer> answers) {
        for (const Answer& answer : answers)
            tell(answer);
    }
    void look_around(std::uint32_t sold = 0) { tell_each({done(), is_inside(), hall(sold)}); }
    void take_seats(std::uint32_t sold = 0) {
        look_around(sold);
        tell(done());
    }
    void pay() {
        tell({.outcome = Outcome::kDone, .address = "/demo-pay/k", .order = "O-1"});
        tell({.outcome = Outcome::kDone, .address = "/back"});
    }

    std::uint64_t roll = kBuys;
    Dice dice{[this] { return roll; }};
    Programme programme{{"day-1"}, {}};
    Duration now{};
    Guest guest{0ms};
};

TEST_F(DemoGuest, AsksNoSoonerThanTheSiteSays) {
    tell_each({done(), waits(3s)});
    EXPECT_EQ(act(), Act::kAsk);
    EXPECT_GE(guest.due() - now, 3s);
    EXPECT_LE(guest.due() - now, 4s);
}

TEST_F(DemoGuest, BuysWithDemoPay) {
    take_seats();
    EXPECT_EQ(act(), Act::kOrder);
    tell({.outcome = Outcome::kDone, .address = "/demo-pay/k", .order = "O-1"});
    EXPECT_EQ(act(), Act::kPay);
    EXPECT_EQ(guest.errand().address, "/demo-pay/k");
    EXPECT_EQ(guest.errand().button, Button::kApprove);
    tell({.outcome = Outcome::kDone, .address = "/back"});
    EXPECT_EQ(act(), Act::kComeBack);
    EXPECT_EQ(guest.errand().address, "/back");
}

TEST_F(DemoGuest, ComesAgainAsANewVisitor) {
    guest.cookies().keep("onsale_v=old");
    take_seats();
    pay();
    tell(done());
    EXPECT_EQ(act(), Act::kMeet);
    EXPECT_GE(guest.due() - now, 10s);
    EXPECT_EQ(guest.cookies().header(), "");
}

TEST_F(DemoGuest, BuysNothingInAHallThatIsNearlySold) {
    look_around(kBuyUntilPercent);
    tell(done());
    EXPECT_EQ(act(), Act::kGiveBack);
    tell(done());
    EXPECT_EQ(act(), Act::kLeave);
}

TEST_F(DemoGuest, BuysUpToThere) {
    take_seats(kBuyUntilPercent - 1);
    EXPECT_EQ(act(), Act::kOrder);
}

TEST_F(DemoGuest, BuysTheMoreSeldomTheFullerTheHall) {
    roll = kBuys - 1;
    take_seats(kBuyUntilPercent - 1);
    EXPECT_EQ(act(), Act::kGiveBack);
}

TEST_F(DemoGuest, OnlyLooksAndLeaves) {
    roll = kOnlyLooks;
    look_around();
    EXPECT_EQ(act(), Act::kLeave);
}

TEST_F(DemoGuest, ChangesTheMindAndGivesSeatsBack) {
    roll = kChangesMind;
    take_seats();
    EXPECT_EQ(act(), Act::kGiveBack);
}

TEST_F(DemoGuest, VanishesWithSeatsInHandAndSaysNothing) {
    roll = kVanishes;
    take_seats();
    EXPECT_EQ(act(), Act::kMeet);
}

TEST_F(DemoGuest, PaysAgainAfterADecline) {
    roll = kHasOneCardDeclined;
    take_seats();
    pay();
    EXPECT_EQ(guest.errand().button, Button::kDecline);
    tell(done());
    EXPECT_EQ(act(), Act::kOrder);
    pay();
    EXPECT_EQ(guest.errand().button, Button::kApprove);
}

TEST_F(DemoGuest, GivesUpPayingAndCancelsTheOrder) {
    roll = kGivesUpPaying;
    take_seats();
    pay();
    EXPECT_EQ(guest.errand().button, Button::kLeave);
    tell(done());
    EXPECT_EQ(act(), Act::kCancel);
    EXPECT_EQ(guest.errand().order, "O-1");
    tell(done());
    EXPECT_EQ(act(), Act::kLeave);
}

TEST_F(DemoGuest, ReturnsATicketAsTheVisitorWhoBoughtIt) {
    take_seats();
    guest.cookies().keep("onsale_v=buyer");
    pay();
    roll = 0;  // Everything that depends on chance happens.
    tell(done());
    EXPECT_EQ(act(), Act::kAskRefund);
    EXPECT_EQ(guest.errand().order, "O-1");
    EXPECT_EQ(guest.cookies().header(), "onsale_v=buyer");
    tell({.outcome = Outcome::kDone, .amount = 88'000, .currency = "KRW"});
    EXPECT_EQ(act(), Act::kRefund);
    EXPECT_EQ(guest.errand().amount, 88'000);
    EXPECT_EQ(guest.errand().order, "O-1");
    tell(done());
    EXPECT_EQ(act(), Act::kMeet);
}

TEST_F(DemoGuest, TakesAnySeatsWhereTheCheapOnesAreGone) {
    programme.prices = {99'000};
    tell_each({done(), is_inside()});
    roll = 0;  // The guest is price-conscious.
    tell(hall(0));
    ASSERT_EQ(guest.errand().price_max, 99'000);
    tell(refused());
    EXPECT_EQ(act(), Act::kTake);
    EXPECT_EQ(guest.errand().price_max, 0);
    tell(refused());
    EXPECT_EQ(act(), Act::kLeave);
}

TEST_F(DemoGuest, RefusedInsideLeavesSoThatTheSlotIsFree) {
    take_seats();
    tell(refused());
    EXPECT_EQ(act(), Act::kLeave);
}

TEST_F(DemoGuest, RefusedAtTheDoorComesAsSomebodyElse) {
    guest.cookies().keep("onsale_v=old");
    tell_each({done(), refused()});
    EXPECT_EQ(act(), Act::kMeet);
    EXPECT_EQ(guest.cookies().header(), "");
}

TEST_F(DemoGuest, WhosePlaceEndedComesAgain) {
    tell_each({done(), waits(1s), {.outcome = Outcome::kDone, .standing = Standing::kOver}});
    EXPECT_EQ(act(), Act::kMeet);
}

TEST_F(DemoGuest, LosesPatienceNowAndThen) {
    tell(done());
    roll = 0;
    tell(waits(1s));
    for (int asked = 0; act() == Act::kAsk && asked < 30; ++asked)
        tell(waits(1s));
    EXPECT_EQ(act(), Act::kLeave);
}

TEST_F(DemoGuest, TriesTheSameAgainEverLater) {
    tell(done());
    roll = 0;
    const Answer nobody{.outcome = Outcome::kTryLater};
    Duration before{};
    for (int tries = 0; tries < 4; ++tries) {
        tell(nobody);
        EXPECT_EQ(act(), Act::kEnter);
        EXPECT_GT(guest.due() - now, before);
        before = guest.due() - now;
    }
    for (int tries = 0; tries < 100; ++tries)
        tell(nobody);
    EXPECT_LE(guest.due() - now, 45s);
}

TEST_F(DemoGuest, WaitsAsLongAsAnOverloadedSiteAsks) {
    tell({.outcome = Outcome::kTryLater, .ask_again = 40s});
    EXPECT_EQ(act(), Act::kMeet);
    EXPECT_GE(guest.due() - now, 40s);
}

}  // namespace
}  // namespace onsale::crowd
