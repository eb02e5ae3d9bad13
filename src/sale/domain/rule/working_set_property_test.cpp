// Random lives of a sale whose orders and seats are in rows, in lockstep with a state that keeps
// everything: the same answers, facts about orders, messages, bodies and seats after every batch.
// Two differences are left out, see holds_elsewhere() and office(): the whole state has holds of
// declined orders and seats that are returned with a delay, which a store does not have.
#include <array>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "sale/domain/rule/test_lockstep.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::Order;
using payment::OrderId;

constexpr std::uint32_t kSeeds = 40;
constexpr std::uint32_t kBatches = 300;
constexpr std::uint32_t kGuests = 6;
constexpr std::uint32_t kSeats = 10;
constexpr std::size_t kRecentOrders = 12;

class RandomLife {
  public:
    explicit RandomLife(std::uint64_t seed) : seed_(seed) {}

    Lockstep both;

    // Returns what differs, or nothing.
    std::string batch() {
        before_batch();
        if (below(4) == 0) {
            both.pass(std::chrono::seconds{below(8) == 0 ? 3600 : below(300)});
            both.end_holds();
            return both.run({Deadlines{}});
        }
        std::vector<StoreCommand> commands;
        for (std::uint64_t left = 1 + below(4); left > 0; --left)
            if (auto command = next()) commands.push_back(std::move(*command));
        return both.run(commands);
    }

  private:
    std::uint64_t below(std::uint64_t end) { return seat::derived(seed_, ++drawn_) % end; }
    bool one_in(std::uint64_t times) { return below(times) == 0; }

    void before_batch() {
        used_guests_.clear();
        used_orders_.clear();
        if (one_in(20)) change_settings();
        if (!one_in(20)) return;
        frozen_ = !frozen_;
        both.decide_event(
            waiting_room::Fact{TestSale::kEvent, waiting_room::fact::DeadlinesFrozen{frozen_}});
    }
    void change_settings() {
        auto settings = std::make_shared<SaleSettings>();
        settings->seats_per_guest = static_cast<std::uint32_t>(below(3) * 3);
        settings->seats_per_performance = static_cast<std::uint32_t>(below(3) * 2);
        settings->returns = static_cast<ReturnPolicy>(below(3));
        both.decide_event(fact::SettingsSet{TestSale::kEvent, settings});
        // Orders keep the version that they were priced with.
        payment::Terms terms = TestSale::terms();
        terms.rules.attempts_max = static_cast<std::uint8_t>(1 + below(4));
        both.decide_event(
            payment::Fact{{},
                          {},
                          payment::fact::TermsSet{TestSale::kEvent,
                                                  std::make_shared<const payment::Terms>(terms)}});
    }

    std::optional<StoreCommand> next() {
        const std::uint64_t kind = below(16);
        if (kind < 5) return request();
        if (kind == 5) return office();
        if (kind == 6) return hold_longer();
        const Order* const order = some_order();
        if (order == nullptr) return std::nullopt;
        if (kind == 7) return question(*order);
        return on(*order);
    }

    // A guest or an order is in a batch once.
    std::optional<GuestId> some_guest() {
        const GuestId guest = TestSale::guest(static_cast<std::uint32_t>(1 + below(kGuests)));
        if (!used_guests_.insert(guest).second) return std::nullopt;
        return guest;
    }
    const Order* some_order() {
        const std::size_t size = both.whole().orders().size();
        if (size == 0) return nullptr;
        const OrderId id{size - below(std::min(size, kRecentOrders))};
        const Order* const order = both.whole().orders().find(id);
        const bool fresh =
            used_orders_.insert(id).second && used_guests_.insert(order->guest).second;
        return fresh ? order : nullptr;
    }
    std::string performance() { return one_in(4) ? "sun" : "fri"; }
    std::optional<payment::CallKey> call() {
        if (one_in(2)) return std::nullopt;
        return payment::CallKey{below(4), below(8) == 0 ? 1U : 0U};
    }

    std::optional<StoreCommand> request() {
        const auto guest = some_guest();
        const std::string where = performance();
        if (!guest || holds_elsewhere(*guest, where)) return std::nullopt;
        const payment::ProviderTraits traits{.can_ask = !one_in(4), .charges_at_page = one_in(2)};
        command::RequestPayment request{
            {TestSale::kEvent, where, *guest, waiting_room::admission_id({1}, 1)},
            {},
            TestSale::kProvider,
            "hall",
            traits,
            call(),
            HoldElsewhere{seats_for(*guest), Duration{static_cast<int>(below(400'000))}}};
        return request;
    }
    // The seats of a declined order in another hall count for a guest's limit, but only in the
    // whole state. In a store they are free.
    bool holds_elsewhere(const GuestId& guest, const std::string& here) const {
        return std::ranges::any_of(both.whole().halls(), [&](const auto& hall) {
            const auto& visits = hall.second.seats.visits();
            const auto visit = visits.find(guest);
            return hall.second.performance != here && visit != visits.end() &&
                   visit->second.state == seat::Visit::State::kHeld;
        });
    }
    // Often those of an open order, as a guest who tries again.
    seat::Seats seats_for(const GuestId& guest) {
        seat::Seats seats;
        if (const Order* const open = both.whole().orders().open_order(guest, {1}))
            if (!one_in(4))
                for (const payment::QuoteLine& line : open->quote.lines)
                    seats.push_back(line.chosen.seat);
        const std::uint64_t rare = seats.empty() ? 5 : 1000;
        for (std::uint32_t seat = 0; seats.empty() && seat < kSeats; ++seat)
            if (one_in(rare)) seats.push_back({seat});
        return seats;
    }
    std::optional<StoreCommand> hold_longer() {
        const auto guest = some_guest();
        if (!guest) return std::nullopt;
        return command::HoldLonger{TestSale::kEvent, performance(), *guest,
                                   std::chrono::seconds{below(900)}};
    }

    // The whole state has holds, and seats that are returned with a delay, which rows do not have.
    // The operator names no such seat, because a store answers as if it were free.
    std::optional<StoreCommand> office() {
        const std::string where = performance();
        const seat::Hall& hall = both.hall(*both.whole().halls().find(TestSale::kEvent, where));
        std::vector<std::string> names;
        for (std::uint32_t seat = 0; seat < kSeats; ++seat)
            if (one_in(4) && (hall.state({seat}) == seat::SeatState::kFree ||
                              living_state(hall, {seat}) != seat::SeatState::kFree))
                names.push_back("A-" + std::to_string(seat + 1));
        switch (below(4)) {
            case 0:
                return command::BlockSeats{TestSale::kEvent, where, names, "house", "press"};
            case 1:
                return command::UnblockSeats{TestSale::kEvent, where, names};
            case 2:
                if (names.empty()) return std::nullopt;
                return command::ReleaseReturned{TestSale::kEvent, where, names};
            default:  // The value is a random number without an enum.
                return command::ReleaseReturned{
                    TestSale::kEvent, where, {}, static_cast<std::uint32_t>(1 + below(3))};
        }
    }

    std::string key(const Order& order) {
        const std::string end = one_in(12) ? "-other" : "";
        return "key-" + std::to_string(order.id.value) + "-" + std::to_string(order.attempt()) +
               end;
    }
    payment::Money amount(const Order& order) {
        payment::Money money = order.attempts.back().total;
        if (one_in(20)) money.amount -= 1000;
        return money;
    }
    StoreCommand on(const Order& order) {
        if (order.confirming && one_in(6)) return command::TakeBack{order.code, order.attempt()};
        if (!order.refunds.empty() && one_in(4)) return step_of_refund(order);
        switch (below(12)) {
            case 0:
                return command::KeepReturn{order.code, order.attempt(), key(order), amount(order),
                                           "approval"};
            case 1:
                return command::TakeBack{order.code, order.attempt()};
            case 2:
                return command::CancelOrder{
                    order.code,
                    {},
                    {one_in(3) ? payment::ActorKind::kOperator : payment::ActorKind::kGuest},
                    call()};
            case 3:
                return command::AskAgain{order.code};
            case 4:
                return refund(order);
            case 5:
                return step_of_refund(order);
            case 6:
            case 7:
                return command::ConfirmPayment{order.code, order.guest,   0,
                                               key(order), amount(order), call()};
            default:  // The value is a random number without an enum.
                return record(order);
        }
    }
    StoreCommand record(const Order& order) {
        command::RecordPayment record{
            order.code, order.attempt(), static_cast<payment::ResultSource>(below(5)), {}};
        if (one_in(10)) record.attempt = 1;
        record.seats_lost = one_in(8);
        switch (below(6)) {
            case 0:
                record.result = payment::result::Declined{payment::DeclineReason::kLimit};
                break;
            case 1:
                record.result = payment::result::OutcomeUnknown{};
                break;
            case 2:
                record.result = payment::result::Unavailable{};
                break;
            default:  // The value is a random number without an enum.
                record.result = payment::result::Approved{key(order), "hall", amount(order)};
        }
        return record;
    }
    // All seats, or one of them, for the amount that the guest was shown.
    command::RequestRefund wish(const Order& order) {
        command::RequestRefund wish{
            order.code, order.guest, {}, payment::RefundWhy::kGuestWish, {}};
        if (one_in(2))
            wish.seats = {"A-" + std::to_string(1 + order.quote.lines.front().chosen.seat.value)};
        return wish;
    }
    StoreCommand refund(const Order& order) {
        command::RequestRefund wanted = wish(order);
        const Moment moment{{both.now(), both.now()}, 0, kZones};
        const auto quote = answer(both.whole(), command::PreviewRefund{wanted}, moment);
        if (quote) wanted.shown = quote->amount;
        wanted.call = call();
        return wanted;
    }
    // Usually the answer to the refund that was sent.
    StoreCommand step_of_refund(const Order& order) {
        const auto sent =
            std::ranges::find(order.refunds, payment::RefundState::kSent, &payment::Refund::state);
        const payment::RefundIndex index{static_cast<std::uint16_t>(
            sent == order.refunds.end() ? 0 : sent - order.refunds.begin())};
        if (order.refunds.empty() || one_in(4)) return command::RetryRefund{order.code, index};
        return command::RecordRefund{order.code, index, order.refunds[index.value].tries,
                                     static_cast<payment::RefundResult>(one_in(2) ? below(4) : 0)};
    }
    StoreCommand question(const Order& order) {
        const auto* const number = both.whole().bookings().number_of(order.id);
        const std::uint32_t limit = static_cast<std::uint32_t>(1 + below(5));
        switch (below(8)) {
            case 0:
                return command::ShowOrder{order.code, order.guest};
            case 1:
                return command::ShowOrderById{order.id};
            case 2:
                return command::ShowBooking{number == nullptr ? booking::BookingNumber{} : *number,
                                            order.guest};
            case 3:
                return command::ShowOpenOrder{TestSale::kEvent, performance(), order.guest};
            case 4:
                return command::ListBookings{order.guest};
            case 5:
                return command::ListOrders{TestSale::kEvent, order.id, limit};
            case 6:
                return command::FindOrders{TestSale::kEvent, order.id, {}, limit};
            default:  // The value is a random number without an enum.
                return command::PreviewRefund{wish(order)};
        }
    }

    inline static const ZoneOffsets kZones = [](std::string_view, Instant) { return 9h; };
    std::uint64_t seed_;
    std::uint64_t drawn_ = 0;
    bool frozen_ = false;
    std::set<GuestId> used_guests_;
    std::set<OrderId> used_orders_;
};

// How often the lives had each fact about an order, and each end.
struct Seen {
    std::array<std::uint32_t, std::variant_size_v<payment::FactBody>> facts{};
    std::array<std::uint32_t, 7> ends{};
    std::uint32_t late_won = 0;
    std::uint32_t second_owner = 0;
    std::map<std::size_t, std::uint32_t> hall_facts;

    void count(const BatchRun& run) {
        for (const Fact& fact : run.facts)
            if (const auto* const one = std::get_if<payment::Fact>(&fact)) {
                ++facts[one->body.index()];
                if (const auto* const end = std::get_if<payment::fact::OrderEnded>(&one->body))
                    ++ends[static_cast<std::size_t>(end->reason)];
            } else if (const auto* const hall = std::get_if<fact::HallChanged>(&fact)) {
                ++hall_facts[hall->change.index()];
            }
    }
    void count(const Lockstep& both) {
        for (const Order& order : both.whole().orders().orders()) {
            bool ended = false;
            for (const payment::Step& step : order.history) {
                late_won += ended && step.to == payment::OrderState::kPaid ? 1 : 0;
                ended = step.to == payment::OrderState::kEnded;
            }
            for (const payment::QuoteLine& line : order.quote.lines)
                second_owner += order.booked && line.chosen.fence.value > 1 ? 1 : 0;
        }
    }
};

TEST(WorkingSetProperty, DecidesAsAStateThatKeepsEverything) {
    Seen seen;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        RandomLife life{seed};
        for (std::uint32_t batch = 0; batch < kBatches; ++batch) {
            ASSERT_EQ(life.batch(), "") << "seed " << seed << ", batch " << batch;
            seen.count(life.both.last());
        }
        ASSERT_EQ(life.both.differing_order(), "") << "seed " << seed;
        seen.count(life.both);
    }
    // Otherwise the test would prove nothing. Terms are no fact about an order.
    for (std::size_t kind = 1; kind < seen.facts.size(); ++kind)
        EXPECT_GT(seen.facts[kind], 0U) << "fact " << kind;
    for (std::size_t reason = 0; reason < seen.ends.size(); ++reason)
        EXPECT_GT(seen.ends[reason], 0U) << "end " << reason;
    EXPECT_GT(seen.late_won, 0U);
    EXPECT_GT(seen.second_owner, 0U);
    // All facts of a hall except its rules.
    EXPECT_EQ(seen.hall_facts.size(), std::variant_size_v<seat::HallFact> - 1);
}

}  // namespace
}  // namespace onsale::sale
