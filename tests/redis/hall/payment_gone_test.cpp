// Deadlines while the payment process is absent: nobody can pay, so nothing that is held ends.
#include "tests/redis/hall/hall_site.hpp"

namespace onsale::redis {
namespace {

constexpr seat::HallRules kShortHolds{.hold_ttl = 400ms, .return_delay_max = 0ms};

class PaymentGone : public HallSite {
  protected:
    PaymentGone() : HallSite{rows(10, 10), kShortHolds} { sweeper.start(); }

    // The state that the sweeper knows. Later checks are immediate.
    void see(bool is_open, std::chrono::milliseconds ago = 0ms) {
        sight.see(is_open ? std::optional{3000ms} : std::nullopt,
                  std::chrono::steady_clock::now() - ago);
    }
    // Looks at the key of a payment process that died so long ago.
    void see_dead(std::chrono::milliseconds ago) {
        sight.see(3000ms - ago, std::chrono::steady_clock::now());
    }
    void tell(std::vector<std::string> words, std::int64_t given = 0) {
        const auto answer =
            run(hall_node.caller.ask("line_payment", kEvent, std::move(words), in(5s)));
        ASSERT_EQ(answer->items.at(0).text, "ok");
        EXPECT_NEAR(static_cast<double>(answer->items.at(2).integer), static_cast<double>(given),
                    1000.0);
    }
    bool tell_moves(const std::string& moves) {
        return run(hall_node.caller.ask("line_set", kEvent, {"999", "", "moves", moves}, in(5s)))
            .has_value();
    }
    std::int64_t gone_at() const {
        const Reply reply = server.command({"HGET", "line:{1}", "payment_gone_at"});
        return reply.text.empty() ? 0 : std::stoll(reply.text);
    }
    void run_for(std::chrono::milliseconds time) {
        const Deadline until = in(time);
        run_until([&] { return std::chrono::steady_clock::now() >= until; });
    }
    LineAnswer pay(const Buyer& buyer) {
        return run(hall_node.caller.tell(
                       "seat_pay", {kEvent, "fri"},
                       {guest_arg(buyer.guest), std::to_string(buyer.admission.value)}, in(5s)))
            .value();
    }

    PaymentSight sight;
    HallSweeper sweeper{
        {loop, hall_node.caller, hall_node.feed, hall_node.sale, random_from(5), &sight},
        {.every = 50ms, .jitter = 10ms}};
};

TEST_F(PaymentGone, HoldsEndWhenTheTimeIsGivenBackAndOverAgain) {
    see(true);
    see(false);
    run_until([&] { return gone_at() > 0; });
    const Buyer buyer = let_in(1);
    const auto held = select(hall_node, buyer, {"A0-1"});
    ASSERT_TRUE(held);
    run_for(1000ms);
    EXPECT_EQ(hall_node.ends().size(), 0u);
    const auto again = select(hall_node, buyer, {"A0-1"});
    ASSERT_TRUE(again) << "the time of the hold is not over";
    EXPECT_EQ(again->seats.deadline, held->seats.deadline);
    ASSERT_TRUE(select(hall_node, buyer, {"A0-2"})) << "other seats may be chosen too";

    sight = {};
    // As reported by the payment process at start.
    ASSERT_TRUE(tell_moves("998 2000 down\n"));
    EXPECT_EQ(gone_at(), 0);
    run_until([&] { return !hall_node.ends().empty(); });
    const Duration more = hall_node.ends().front() - held->seats.deadline;
    EXPECT_GE(more, 2s);
    EXPECT_LT(more, 3s);
}

TEST_F(PaymentGone, AHoldThatWasKeptCanBePaidBeforeTheTimeIsGivenBack) {
    tell({"gone", "1000"});
    const Buyer buyer = let_in(1);
    ASSERT_TRUE(select(hall_node, buyer, {"A0-1"}));
    run_for(600ms);
    const LineAnswer paid = pay(buyer);
    EXPECT_EQ(paid.word, "ok");
    EXPECT_GT(paid.more.at(0).integer, paid.more.at(1).integer) << "the hold has time left";
}

// The hold is due two seconds after the death, one second before the key is gone.
TEST_F(PaymentGone, AHoldThatEndsBeforeTheAbsenceIsNoticedIsKeptToo) {
    const Buyer buyer = let_in(1);
    see_dead(1600ms);
    const auto held = select(hall_node, buyer, {"A0-1"});
    ASSERT_TRUE(held);
    run_for(1300ms);
    EXPECT_EQ(gone_at(), 0);
    see(false);
    run_until([&] { return gone_at() > 0; });
    run_for(200ms);
    EXPECT_EQ(hall_node.ends().size(), 0u);
    ASSERT_TRUE(tell_moves("998 3000 down\n"));
    see(true);
    EXPECT_EQ(pay(buyer).word, "ok");
}

// Its key never went, so nobody told the line.
TEST_F(PaymentGone, AQuickRestartEndsNoHoldBeforeItGivesItsTimeBack) {
    const Buyer buyer = let_in(1);
    see_dead(1600ms);
    ASSERT_TRUE(select(hall_node, buyer, {"A0-1"}));
    run_for(600ms);
    see(true);
    run_for(200ms);
    EXPECT_EQ(hall_node.ends().size(), 0u);
    ASSERT_TRUE(tell_moves("998 2000 down\n"));
    EXPECT_EQ(pay(buyer).word, "ok");
}

TEST_F(PaymentGone, WhatWasOverBeforeEndsAsEver) {
    const Buyer buyer = let_in(1);
    sweeper.close();
    ASSERT_TRUE(select(hall_node, buyer, {"A0-1"}));
    run_for(600ms);
    tell({"gone", "50"});
    EXPECT_EQ(pay(buyer).word, "time_over");
    hall_node.sweeper.start();
    run_until([&] { return !hall_node.ends().empty(); });
}

TEST_F(PaymentGone, AfterTenMinutesHoldsEnd) {
    tell({"gone", "600000"});
    const auto held = select(hall_node, let_in(1), {"A0-1"});
    run_until([&] { return !hall_node.ends().empty(); });
    EXPECT_LT(hall_node.ends().front() - held->seats.deadline, 1s);
}

TEST_F(PaymentGone, WhoWasCutOffFindsItsTimeGivenBackOnce) {
    tell({"gone", "60000"});
    tell({"gone", "500000"});  // A second report changes nothing.
    const Buyer buyer = let_in(1);
    const auto held = select(hall_node, buyer, {"A0-1"});
    tell({"back", "60500"});  // A process that has not detected the absence yet.
    EXPECT_GT(gone_at(), 0);
    tell({"back", "10000"}, 50'000);
    EXPECT_EQ(gone_at(), 0);
    tell({"back", "10000"});
    // A process that detects it late.
    tell({"gone", "60000"});
    tell({"back", "0"});
    run_for(600ms);
    EXPECT_EQ(hall_node.ends().size(), 0u);
}

// The payment process was cut off, then the line is updated with a minute added by an operator.
TEST_F(PaymentGone, TimeThatAnOperatorHasAddedDoesNotReplaceIt) {
    tell({"gone", "60000"});
    const std::int64_t since = gone_at();
    ASSERT_TRUE(tell_moves("998 60000\n"));
    EXPECT_EQ(gone_at(), since);
    tell({"back", "10000"}, 50'000);
    EXPECT_EQ(gone_at(), 0);
    EXPECT_NEAR(std::stod(server.command({"HGET", "line:{1}", "behind"}).text), 110'000.0, 1000.0);
}

TEST_F(PaymentGone, TheSweeperTellsTheLineThatItIsBack) {
    see(true, 60s);
    see(false, 59s);
    see(false);
    run_until([&] { return gone_at() > 0; });
    see(true, 11s);
    see(true);
    run_until([&] { return gone_at() == 0; });
}

TEST_F(PaymentGone, AdmissionsWithSeatsStayAndOthersEnd) {
    auto settings = std::make_shared<waiting_room::EventSettings>(node.line()->settings());
    settings->rules.admission_ttl = 500ms;
    settings->rules.claim_within = Duration{0};
    apply({{kEvent, waiting_room::fact::EventEdited{settings}}});
    run_until([&] { return relay.is_idle(kEvent); });
    tell({"gone", "1000"});
    const Buyer with = let_in(1);
    ASSERT_TRUE(select(hall_node, with, {"A0-1"}));
    (void)let_in(2);
    run_until([&] { return standing(2) == Standing::kEndedAdmission; });
    run_for(500ms);
    EXPECT_EQ(standing(1), Standing::kAdmitted);
    tell({"back", "0"});
    run_until([&] { return standing(1) == Standing::kEndedAdmission; });
}

}  // namespace
}  // namespace onsale::redis
