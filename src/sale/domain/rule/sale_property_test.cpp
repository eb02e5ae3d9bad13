// Long random sales: after each step all invariants hold, and view, replay and snapshot agree.
#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"
#include "sale/domain/rule/test_sale_rules.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::OrderId;

constexpr std::uint32_t kGuests = 6;
constexpr std::uint32_t kSeeds = 10;
constexpr std::uint32_t kSteps = 400;
// Loading a snapshot rebuilds its halls, which takes most of the time of this test.
constexpr std::size_t kStepsPerSnapshot = 5;
constexpr waiting_room::EventId kEvent = TestSale::kEvent;

class RandomSale {
  public:
    explicit RandomSale(std::uint64_t seed) : seed_(seed) { (void)shop_.open_hall("sun"); }

    const TestShop& shop() const { return shop_; }

    void step() {
        switch (below(10)) {
            case 0:
                return line_step();
            case 1:
            case 2:
            case 3:
                return seat_step();
            case 4:
            case 5:
            case 6:
                return money_step();
            case 7:
                return refund_step();
            case 8:
                return time_step();
            default:  // The value is a random number without an enum.
                return office_step();
        }
    }

    // Replays the bytes of the facts into an empty state and compares.
    Problems check() {
        for (; read_ < shop_.journal().size(); ++read_) {
            Facts facts;
            if (!load(shop_.journal()[read_].second, facts)) return "a row cannot be read";
            for (const Fact& fact : facts)
                replayed_.evolve(fact, shop_.journal()[read_].first);
        }
        if (TestSale::bytes_of(replayed_) != shop_.bytes()) return "the replay differs";
        if (auto problems = check_view(SaleView{shop_.state()}); !problems.empty())
            return "view: " + problems;
        if (++checked_ % kStepsPerSnapshot != 0) return check_all(shop_.state(), shop_.now());
        const auto reloaded = shop_.reloaded();
        if (reloaded == nullptr) return "the snapshot cannot be read";
        if (TestSale::bytes_of(*reloaded) != shop_.bytes()) return "the snapshot differs";
        if (auto problems = check_all(*reloaded, shop_.now()); !problems.empty())
            return "reloaded: " + problems;
        if (auto problems = check_view(SaleView{*reloaded}); !problems.empty())
            return "reloaded view: " + problems;
        return check_all(shop_.state(), shop_.now());
    }

  private:
    std::uint64_t below(std::uint64_t end) { return seat::derived(seed_, ++drawn_) % end; }
    bool often() { return below(4) != 0; }
    template <class Value>
    Value one_of(std::initializer_list<Value> values) {
        return values.begin()[below(values.size())];
    }

    std::uint32_t a_guest() { return static_cast<std::uint32_t>(1 + below(kGuests)); }
    std::string a_performance() { return often() ? "fri" : "sun"; }
    Buyer a_buyer() { return shop_.let_in(a_guest(), a_performance()); }
    std::vector<std::string> seats(std::size_t count) {
        std::vector<std::string> ids;
        for (std::size_t i = 0; i < count; ++i)
            ids.push_back("A-" + std::to_string(1 + below(10)));
        return ids;
    }
    // Recent orders are chosen more often than old ones.
    std::optional<OrderId> an_order() {
        const std::size_t size = shop_.state().orders().size();
        if (size == 0) return std::nullopt;
        return OrderId{size - below(std::min<std::uint64_t>(size, 8))};
    }

    void line_step() {
        const Buyer buyer = a_buyer();
        if (below(3) == 0) (void)shop_.leave(buyer);
        if (below(5) == 0) (void)shop_.revoke(buyer);
    }

    void seat_step() {
        const Buyer buyer = a_buyer();
        if (often())
            (void)shop_.select(buyer, seats(1 + below(3)));
        else if (often())
            (void)shop_.run(command::SelectBest{buyer, {.count = 1 + std::uint32_t(below(3))}});
        else
            (void)shop_.release(buyer);
    }

    payment::PaymentResult a_result(OrderId id) {
        const payment::Money total = shop_.order(id).attempts.back().total;
        switch (below(8)) {
            case 0:
                return payment::result::Declined{};
            case 1:
                return payment::result::OutcomeUnknown{};
            case 2:
                return payment::result::Unavailable{};
            case 3:
                return payment::result::Approved{"another " + std::to_string(below(3)), "hall",
                                                 total};
            case 4:
                return payment::result::Approved{shop_.key(id), "hall", {777, payment::kWon}};
            default:  // The value is a random number without an enum.
                return payment::result::Approved{shop_.key(id), "hall", total};
        }
    }
    // A guest who holds seats, if there is one.
    Buyer a_holder() {
        for (std::uint32_t name = 1; name <= kGuests; ++name)
            for (const auto& [id, hall] : shop_.view())
                if (hall->hold(TestSale::guest(name)) != nullptr && often())
                    return shop_.let_in(name, hall->performance());
        return a_buyer();
    }
    void money_step() {
        using payment::ResultSource;
        const auto id = an_order();
        if (!id || below(3) == 0) {
            const payment::ProviderTraits traits{.can_ask = often(), .charges_at_page = !often()};
            (void)shop_.request(a_holder(), {}, traits);
            return;
        }
        if (below(3) == 0) return (void)shop_.confirm(*id);
        if (below(20) == 0) return (void)shop_.cancel(*id);
        const std::uint8_t present = shop_.order(*id).attempt();
        const auto attempt = often() ? present : static_cast<std::uint8_t>(1 + below(present + 1u));
        const auto source = one_of({ResultSource::kAnswer, ResultSource::kWebhook,
                                    ResultSource::kQuery, ResultSource::kBrowser});
        (void)shop_.run(
            command::RecordPayment{shop_.order(*id).code, attempt, source, a_result(*id)});
    }

    void refund_step() {
        const auto& numbers = shop_.state().bookings().numbers();
        if (numbers.empty()) return;
        const OrderId* const id =
            &std::next(numbers.begin(), std::ptrdiff_t(below(numbers.size())))->first;
        if (below(3) == 0) return (void)shop_.refund(*id, seats(below(2)));
        shop_.tick();
        const std::size_t refunds = shop_.order(*id).refunds.size();
        if (refunds == 0) return;
        const std::size_t index = below(refunds);
        using payment::RefundResult;
        if (below(4) == 0)
            (void)shop_.run(
                command::RetryRefund{shop_.order(*id).code, {static_cast<std::uint16_t>(index)}});
        else
            (void)shop_.record_refund(
                *id, index,
                one_of({RefundResult::kDone, RefundResult::kDone, RefundResult::kRefused,
                        RefundResult::kUnavailable, RefundResult::kOutcomeUnknown}));
    }

    void time_step() {
        shop_.everybody_polls = often();
        switch (below(8)) {
            case 0:
                shop_.freeze(!shop_.line().clock().frozen());
                break;
            case 1:
                shop_.apply(waiting_room::fact::DeadlinesMoved{1min});
                break;
            case 2:
                shop_.pass(5min);
                shop_.apply(waiting_room::fact::Resumed{5min});
                break;
            default:  // The value is a random number without an enum.
                shop_.pass(one_of<Duration>({100ms, 2s, 31s, 3min, 10min}));
        }
        shop_.tick();
    }

    void office_step() {
        const std::string performance = a_performance();
        switch (below(8)) {
            case 0:
                return (void)shop_.run(
                    command::BlockSeats{kEvent, performance, seats(2), "house", "house"});
            case 1:
            case 2:
                return (void)shop_.run(command::UnblockSeats{kEvent, performance, seats(1)});
            case 3:
                return (void)shop_.run(command::ReleaseReturned{
                    kEvent, performance, {}, static_cast<std::uint32_t>(below(3))});
            case 4:
                return set_settings();
            case 5:
                return set_levers();
            case 6:
                return (void)shop_.set_terms(TestSale::terms());
            default:  // The value is a random number without an enum.
                seat::HallRules rules;
                rules.hold_ttl = one_of<Duration>({1min, 10min});
                return (void)shop_.run(command::SetHallRules{kEvent, performance, rules});
        }
    }
    void set_settings() {
        SaleSettings settings;
        settings.more_purchases = often();
        settings.seats_per_guest = often() ? 0 : 5;
        settings.returns =
            one_of({ReturnPolicy::kAtOnce, ReturnPolicy::kAtRandom, ReturnPolicy::kByOperator});
        (void)shop_.set(settings);
    }
    void set_levers() {
        SaleLevers levers;
        levers.holds_stopped = below(8) == 0;
        if (below(8) == 0) levers.providers_stopped = {TestSale::kProvider};
        (void)shop_.set(levers);
    }

    // The view updated by facts must equal the view made now.
    Problems check_view(const SaleView& made) const {
        const SaleView& fed = shop_.view();
        if (auto found = difference(fed, made, kEvent); !found.empty()) return found;
        for (std::uint32_t name = 1; name <= kGuests; ++name)
            for (const auto& [id, hall] : fed) {
                const GuestId guest = TestSale::guest(name);
                auto found = difference(hall->hold(guest), made.find(id)->hold(guest));
                if (!found.empty()) return found;
            }
        return {};
    }

    std::uint64_t seed_;
    std::uint64_t drawn_ = 0;
    TestShop shop_;
    State replayed_;
    std::size_t read_ = 0;
    std::size_t checked_ = 0;
};

TEST(RandomSale, BreaksNoRuleAtAnyStep) {
    std::size_t bookings = 0;
    std::size_t refunds = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        RandomSale sale{seed * 7919};
        for (std::uint32_t step = 0; step < kSteps; ++step) {
            sale.step();
            ASSERT_EQ(sale.check(), "") << "seed " << seed << ", step " << step;
        }
        bookings += sale.shop().state().bookings().size();
        refunds += sale.shop().recorded<payment::fact::RefundDone>();
    }
    // A run without sales proves nothing.
    EXPECT_GT(bookings, kSeeds * 3);
    EXPECT_GT(refunds, kSeeds);
}

}  // namespace
}  // namespace onsale::sale
