// A view restarts while other guests continue to hold seats.
#include "sale/domain/fact_bytes.hpp"
#include "tests/redis/hall/hall_site.hpp"

namespace onsale::redis {
namespace {

class HallFeed : public HallSite {
  protected:
    HallFeed() : HallSite{rows(40, 20), {.return_delay_max = Duration{0}}} {}

    // Each guest takes two seats. Some return them, some of those take others, and some pay.
    void keep_busy(const Buyer& buyer, std::uint32_t turn) {
        const auto seat = [&](std::uint32_t i) {
            return "A" + std::to_string((3 * turn + i) % 40) + "-" +
                   std::to_string(turn / 16 % 20 + 1);
        };
        ++under_way;
        if (turn % 3 == 2)
            spawn(hall_node.holds.call(sale::command::ReleaseSeats{buyer}),
                  [this](const auto&) { --under_way; });
        else if (turn % 20 == 19)
            spawn(hall_node.caller.tell(
                      "seat_pay", {kEvent, "fri"},
                      {guest_arg(buyer.guest), std::to_string(buyer.admission.value)}, in(1s)),
                  [this](const auto&) { --under_way; });
        else
            spawn(hall_node.holds.call(sale::command::SelectSeats{buyer, {seat(0), seat(1)}}),
                  [this](const auto& outcome) {
                      --under_way;
                      held += outcome ? 1 : 0;
                  });
    }

    int under_way = 0;
    int held = 0;
};

TEST_F(HallFeed, StartingAnewWhileHoldsGoOnGivesTheViewThatFollowedFromTheStart) {
    const std::vector<Buyer> buyers = let_in_all(40);
    hall_node.sweeper.start();
    std::vector<std::unique_ptr<HallNode>> late;
    for (std::uint32_t turn = 0; turn < 400; ++turn) {
        keep_busy(buyers[turn * 7 % buyers.size()], turn);
        if (turn % 40 == 20) late.push_back(std::make_unique<HallNode>(loop, config(), turn));
        if (turn % 8 == 0) run_until([&] { return under_way < 16; });
    }
    run_until([&] { return under_way == 0; });
    ASSERT_GT(held, 100);
    hall_node.sweeper.close();
    for (const auto& one : late) {
        catch_up(*one, hall_node);
        EXPECT_EQ(difference(*one, hall_node, buyers), "");
        EXPECT_EQ(one->client.counters()["redis_view_hall_loads_total"], 1u);
    }
    EXPECT_GT(late.front()->client.counters()["redis_view_hall_facts"], 0u);
}

TEST_F(HallFeed, AViewThatMissedEntriesStartsAnewAndGoesOn) {
    const std::vector<Buyer> buyers = let_in_all(3);
    boost::asio::io_context slow_loop{1};
    HallNode slow{slow_loop, config()};
    while (slow.hall() == nullptr)
        slow_loop.run_one();
    ASSERT_TRUE(select(hall_node, buyers[0], {"A0-1", "A0-2"}));
    ASSERT_TRUE(select(hall_node, buyers[1], {"A0-3"}));
    (void)server.command({"XTRIM", "facts:{1}", "MAXLEN", "0"});
    ASSERT_TRUE(select(hall_node, buyers[2], {"A0-4"}));
    while (slow.feed.applied(kEvent) < hall_node.feed.applied(kEvent) ||
           !slow.sale_feed.is_loaded(kEvent))
        slow_loop.run_one();
    EXPECT_EQ(difference(slow, hall_node, buyers), "");
    EXPECT_EQ(slow.client.counters()["redis_view_hall_loads_total"], 2u);
    EXPECT_EQ(slow.hall()->starts(), 1u);
}

TEST_F(HallFeed, FactsThatDoNotFitWhatIsHeldBackAreReadInstead) {
    const std::vector<Buyer> buyers = let_in_all(10);
    HallNode small{loop, config(), 5, {.held_back_max = 1}};
    for (std::uint32_t turn = 0; turn < 100; ++turn) {
        keep_busy(buyers[turn % buyers.size()], turn);
        if (turn % 8 == 0) run_until([&] { return under_way < 8; });
    }
    run_until([&] { return under_way == 0; });
    catch_up(small, hall_node);
    EXPECT_EQ(difference(small, hall_node, buyers), "");
}

TEST_F(HallFeed, AHallThatOpensLaterJoinsUnderItsOwnNumber) {
    open("sat", HallId{3}, rows(2, 5));
    run_until([&] { return hall_node.hall("sat") != nullptr; });
    EXPECT_EQ(*hall_node.sale.id_of(kEvent, "sat"), HallId{3});
    EXPECT_EQ(*hall_node.sale.id_of(kEvent, "fri"), kFriday);
    EXPECT_EQ(hall_node.sale.counts(kEvent)[SeatState::kFree], 810u);
    Buyer buyer = let_in(1);
    buyer.performance = "sat";
    ASSERT_TRUE(select(hall_node, buyer, {"A0-1"}));
    EXPECT_EQ(hall_node.hall("sat")->map().counts()[SeatState::kHeld], 1u);
}

TEST_F(HallFeed, AnEmptiedServerIsShownAsItWasUntilItIsToldAgain) {
    ASSERT_TRUE(select(hall_node, let_in(1), {"A0-1"}));
    const sale::HallView* const hall = hall_node.hall();
    (void)server.command({"FLUSHALL"});
    run_until([&] { return hall_node.client.counters()["redis_view_resyncs_total"] == 1; });
    EXPECT_EQ(hall_node.state("A0-1"), SeatState::kHeld);
    open("fri", kFriday, rows(40, 20));
    run_until([&] { return hall_node.state("A0-1") == SeatState::kFree; });
    EXPECT_EQ(hall_node.hall(), hall) << "whoever looks at it may go on";
}

TEST_F(HallFeed, AViewThatStartsLaterKnowsSettingsLeversAndTerms) {
    auto settings = std::make_shared<sale::SaleSettings>();
    settings->seats_per_guest = 6;
    auto levers = std::make_shared<sale::SaleLevers>();
    levers->message_paid = "Thank you.";
    auto terms = std::make_shared<payment::Terms>();
    terms->prices.grades = {{"R", {{"adult", 100'000}}}};
    const auto keep = [&](const std::string& field, const sale::Fact& fact) {
        std::string bytes;
        ByteWriter out{bytes};
        sale::save(out, fact);
        (void)server.command({"HSET", "event:{1}", field, bytes});
    };
    keep("fact:settings", sale::fact::SettingsSet{kEvent, settings});
    keep("fact:levers", sale::fact::LeversSet{kEvent, levers});
    keep("fact:terms", payment::Fact{{}, {}, payment::fact::TermsSet{{kEvent.value}, terms}});
    HallNode late{loop, config()};
    run_until([&] { return late.sale_feed.is_loaded(kEvent); });
    EXPECT_EQ(late.sale.settings(kEvent), *settings);
    EXPECT_EQ(late.sale.levers(kEvent), *levers);
    EXPECT_EQ(*late.sale.terms(kEvent), *terms);
}

TEST_F(HallFeed, HouseSeatsAreKnownWithTheirReason) {
    std::string why;
    ByteWriter out{why};
    out.text("press");
    out.text("Kim");
    ASSERT_TRUE(run(node.caller.tell(
        "seat_sync", {kEvent, "fri"},
        {"0", "3", "1", "BLOCKED", why, "0", "4", "1", "BLOCKED", why, "0"}, in(1s))));
    HallNode late{loop, config()};
    run_until([&] { return late.hall() != nullptr; });
    const sale::HouseSeats expected{{{"press", "Kim"}, {{3}, {4}}}};
    EXPECT_EQ(late.hall()->house_seats(), expected);
    catch_up(late, hall_node);
    EXPECT_EQ(hall_node.hall()->house_seats(), expected);
}

TEST_F(HallFeed, EveryFactIsHeardOnceAndCounted) {
    const Buyer buyer = let_in(1);
    ASSERT_TRUE(select(hall_node, buyer, {"A0-1", "A0-2"}));
    ASSERT_TRUE(run(hall_node.holds.call(sale::command::ReleaseSeats{buyer})));
    EXPECT_EQ(hall_node.ends().size(), 1u);
    EXPECT_EQ(hall_node.counts.of(kEvent).held_seats_returned, 2u);
}

}  // namespace
}  // namespace onsale::redis
