// Random claims, as a failing Redis may cause them: no seat ever has two owners.
#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale_rules.hpp"
#include "sale/domain/rule/test_store.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::OrderId;

constexpr std::uint32_t kSeeds = 20;
constexpr std::uint32_t kSteps = 400;
constexpr std::uint32_t kGuests = 6;
constexpr std::uint32_t kSeats = 10;

class RandomClaims {
  public:
    explicit RandomClaims(std::uint64_t seed) : seed_(seed) {}

    const TestStore& store() const { return store_; }

    void step() {
        switch (below(8)) {
            case 0:
            case 1:
            case 2:
                claim();
                break;
            case 3:
                store_.wait(std::chrono::seconds{below(600)});
                break;
            case 4:
                office();
                break;
            default:  // The value is a random number without an enum.
                money();
        }
    }
    std::uint32_t taken() const { return taken_; }
    std::uint32_t late_won() const { return late_won_; }
    std::uint32_t late_lost() const { return late_lost_; }

  private:
    std::uint64_t below(std::uint64_t end) { return seat::derived(seed_, ++drawn_) % end; }

    // Any guest may claim to hold any seats; this process cannot check it.
    void claim() {
        std::vector<std::uint32_t> seats;
        for (std::uint32_t seat = 0; seat < kSeats; ++seat)
            if (below(4) == 0) seats.push_back(seat);
        const auto guest = static_cast<std::uint32_t>(1 + below(kGuests));
        const auto asked = store_.claim(guest, seats, Duration{static_cast<int>(below(300'000))});
        if (!asked && asked.error().error == PayError::kSeatTaken) ++taken_;
    }
    void office() {
        const std::vector<std::string> seat{"A-" + std::to_string(1 + below(kSeats))};
        if (below(2) == 0)
            (void)store_.run(command::BlockSeats{TestSale::kEvent, "fri", seat, "house", ""});
        else
            (void)store_.run(command::UnblockSeats{TestSale::kEvent, "fri", seat});
    }
    void money() {
        const std::size_t size = store_.state().orders().size();
        if (size == 0) return;
        const OrderId id{size - below(std::min<std::uint64_t>(size, 6))};
        switch (below(6)) {
            case 0:
                (void)store_.confirm(id);
                (void)store_.approve(id);
                break;
            case 1:
                (void)store_.confirm(id);
                (void)store_.decline(id);
                break;
            case 2:
                (void)store_.cancel(id);
                break;
            case 3:
                if (store_.refund(id)) store_.tick();
                if (!store_.order(id).refunds.empty()) (void)store_.record_refund(id);
                break;
            default:  // The value is a random number without an enum.
                approve_late(id);
        }
    }
    void approve_late(OrderId id) {
        const bool is_late = store_.order(id).ended.has_value();
        if (!store_.approve_late(id, below(4) == 0) || !is_late) return;
        ++(store_.order(id).state == payment::OrderState::kPaid ? late_won_ : late_lost_);
    }

    TestStore store_;
    std::uint64_t seed_;
    std::uint64_t drawn_ = 0;
    std::uint32_t taken_ = 0;
    std::uint32_t late_won_ = 0;
    std::uint32_t late_lost_ = 0;
};

TEST(ClaimProperty, NoSeatHasTwoOwners) {
    std::uint32_t taken = 0, late_won = 0, late_lost = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        RandomClaims claims{seed};
        for (std::uint32_t step = 0; step < kSteps; ++step) {
            claims.step();
            ASSERT_EQ(check_all(claims.store().state(), claims.store().now()), "")
                << "seed " << seed << ", step " << step;
        }
        EXPECT_EQ(claims.store().replayed(), claims.store().bytes());
        taken += claims.taken();
        late_won += claims.late_won();
        late_lost += claims.late_lost();
    }
    // Otherwise the test would prove nothing.
    EXPECT_GT(taken, 0U);
    EXPECT_GT(late_won, 0U);
    EXPECT_GT(late_lost, 0U);
}

}  // namespace
}  // namespace onsale::sale
