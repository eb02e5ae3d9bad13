// Races between the end of a guest's time and the payment, some milliseconds apart in either order,
// with the rules of the sale itself. Either the guest has paid and owns the seats, or the money is
// refunded and the seats are not sold to the guest. Runs ten thousand times.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"
#include "sale/domain/rule/test_sale_rules.hpp"
#include "tests/support/chance.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::OrderId;
using payment::OrderState;

constexpr std::uint64_t kTrials = 5'000;  // Per race; the number of a trial is its seed.
constexpr std::size_t kAroundMs = 50;
constexpr std::size_t kTicks = 6;
// At this provider money moves without our confirm, so it may arrive after the order has ended.
constexpr payment::ProviderTraits kPaidAtPage{.can_ask = true, .charges_at_page = true};

// How often each outcome occurred.
using Ends = std::map<std::string_view, std::uint64_t>;

std::vector<std::string> both_seats() {
    return {"A-1", "A-2"};
}

// A shop where one guest races for two seats, possibly with a rival who waits for them.
class RacingShop : public TestShop {
  public:
    RacingShop(std::uint64_t trial, bool contended) : chance_(trial), contended_(contended) {
        // Seats become free during the race; otherwise no rival could get them in time.
        seat::HallRules rules;
        rules.return_delay_max = Duration{chance_.below(kAroundMs)};
        ONSALE_ASSERT(run(command::SetHallRules{kEvent, "fri", rules}));
        // Losing one of two seats means losing both.
        if (chance_.one_in(3)) rival_wants_.pop_back();
    }

    const Buyer& racer() const { return racer_; }
    bool rival_took() const { return rival_took_; }

    // Runs the action near the deadline. The writer wakes several times before and after it.
    template <class Act>
    void play(Instant deadline, const Act& act) {
        pass_to(deadline - Duration{kAroundMs});
        if (contended_) rival_ = let_in(2);
        const Instant at = around(deadline);
        std::vector<Instant> wakes(kTicks);
        std::ranges::generate(wakes, [&] { return around(deadline); });
        std::ranges::sort(wakes);
        // Within one millisecond either may be first.
        const auto next = chance_.one_in(2) ? std::ranges::lower_bound(wakes, at)
                                            : std::ranges::upper_bound(wakes, at);
        std::for_each(wakes.begin(), next, [&](Instant then) { wake(then); });
        pass_to(at);
        act();
        EXPECT_EQ(check_all(state(), now()), "");
        std::for_each(next, wakes.end(), [&](Instant then) { wake(then); });
    }

    // Runs everything that is due, and lets the provider complete all refunds.
    void settle() {
        tick();
        for (const payment::Order& one : state().orders().orders())
            for (std::size_t i = 0; i < one.refunds.size(); ++i)
                EXPECT_TRUE(record_refund(one.id, i));
        // Longer than any hold. Afterwards all returned seats are free, and an owned seat is a sold
        // seat.
        for (const Duration time : {Duration{20min}, Duration{1min}}) {
            pass(time);
            tick();
        }
        EXPECT_EQ(hall().map().counts().may_return(), 0U);
        // Counts match a recount and the size of the hall, and no seat is sold or paid for twice.
        EXPECT_EQ(check_all(state(), now()), "");
    }

    void expect_seats_or_money(OrderId id) const {
        const payment::Order& asked = order(id);
        const bool paid = asked.state == OrderState::kPaid;
        ASSERT_EQ(asked.charges.size(), 1U);
        EXPECT_EQ(asked.charges[0].amount, asked.quote.total);
        EXPECT_EQ(seats_of_racer(), paid ? both_seats() : std::vector<std::string>{});
        ASSERT_EQ(asked.refunds.size(), paid ? 0U : 1U);
        if (paid) return;
        EXPECT_EQ(asked.state, OrderState::kEnded);
        EXPECT_EQ(asked.refunds[0].state, payment::RefundState::kDone);
        EXPECT_EQ(asked.refunds[0].quote.amount, asked.charges[0].amount);
    }
    void expect_neither() const {
        const auto& orders = state().orders().orders();
        EXPECT_EQ(std::ranges::count(orders, racer_.guest, &payment::Order::guest), 0);
        EXPECT_EQ(seats_of_racer(), std::vector<std::string>{});
    }

  private:
    Instant around(Instant deadline) {
        return deadline - Duration{kAroundMs} + Duration{chance_.below(2 * kAroundMs + 1)};
    }
    void pass_to(Instant at) { pass(at - now()); }
    void wake(Instant at) {
        pass_to(at);
        tick();
        if (contended_ && !rival_took_) let_rival_try();
    }
    // Some rivals only hold the seats when the money arrives, others have bought them.
    void let_rival_try() {
        rival_took_ = select(rival_, rival_wants_).has_value();
        if (!rival_took_ || chance_.one_in(2)) return;
        const OrderId id = request(rival_)->order;
        EXPECT_TRUE(confirm(id) && approve(id));
    }
    std::vector<std::string> seats_of_racer() const {
        std::vector<std::string> seats;
        for (std::uint32_t i = 0; i < hall().seating().size(); ++i)
            if (hall().owns(racer_.guest, {i})) seats.push_back(hall().seating().id({i}));
        return seats;
    }

    test::Chance chance_;
    bool contended_;
    Buyer racer_ = let_in(1);
    Buyer rival_;
    std::vector<std::string> rival_wants_ = both_seats();
    bool rival_took_ = false;
};

void request_as_the_hold_ends(std::uint64_t trial, Ends& ends) {
    RacingShop shop{trial, true};
    const Instant deadline = shop.select(shop.racer(), both_seats())->seats.deadline;
    std::optional<OrderId> id;
    shop.play(deadline, [&] {
        const OrderResult asked = shop.request(shop.racer());
        // The tick that ends the hold may be late, but the deadline is exact.
        EXPECT_EQ(asked.has_value(), shop.now() < deadline);
        if (asked) id = asked->order;
    });
    // The seats outlive the hold while they are being paid.
    EXPECT_TRUE(!id || (shop.confirm(*id) && shop.approve(*id)));
    shop.settle();
    id ? shop.expect_seats_or_money(*id) : shop.expect_neither();
    EXPECT_TRUE(!id || shop.order(*id).state == OrderState::kPaid);
    ++ends[id ? "seated" : "refused"];
    if (shop.rival_took()) ++ends["taken by the rival"];
}

void approve_as_the_paying_time_ends(std::uint64_t trial, Ends& ends) {
    RacingShop shop{trial, trial % 2 == 0};
    const OrderId id = shop.paying(shop.racer(), both_seats(), kPaidAtPage);
    const Instant deadline = shop.order(id).deadline;
    // A confirm in flight outlives the guest's deadline.
    const bool confirmed = trial % 8 < 2;
    shop.pass(deadline - 60ms - shop.now());
    EXPECT_TRUE(!confirmed || shop.confirm(id));
    bool late = false, lost = false;
    shop.play(deadline, [&] {
        late = shop.order(id).ended.has_value();
        lost = shop.rival_took();
        EXPECT_TRUE(shop.approve(id, payment::ResultSource::kWebhook));
    });
    // Reported twice, it is still the same charge.
    EXPECT_TRUE(shop.approve(id, payment::ResultSource::kQuery));
    shop.settle();
    shop.expect_seats_or_money(id);
    EXPECT_FALSE(confirmed && late);
    EXPECT_EQ(shop.order(id).state == OrderState::kPaid, !lost);
    ++ends[lost ? "refunded" : late ? "seated late" : "seated"];
}

void run_trials(void (*trial_of)(std::uint64_t, Ends&),
                std::initializer_list<std::string_view> ways) {
    Ends ends;
    for (std::uint64_t trial = 1; trial <= kTrials && !testing::Test::HasFailure(); ++trial) {
        SCOPED_TRACE("trial " + std::to_string(trial));
        trial_of(trial, ends);
    }
    // Each outcome must have occurred; otherwise the test proves nothing.
    for (const std::string_view way : ways)
        EXPECT_GT(ends[way], kTrials / 100) << way;
}

TEST(HoldRace, ARequestAsTheHoldEndsIsSeatedOrRefused) {
    run_trials(request_as_the_hold_ends, {"seated", "refused", "taken by the rival"});
}

TEST(HoldRace, AnApprovalAsThePayingTimeEndsIsSeatedOrRefunded) {
    run_trials(approve_as_the_paying_time_ends, {"seated", "seated late", "refunded"});
}

}  // namespace
}  // namespace onsale::sale
