#include "tests/simulation/sale/sale_script.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tests/simulation/require.hpp"

namespace onsale::sim {

using namespace std::chrono_literals;
using embedded::Command;
using embedded::SaleCommand;
using sale::HallId;
using waiting_room::EventId;
namespace command = sale::command;
namespace line_command = waiting_room::command;

namespace {

constexpr std::size_t kGuestsMax = 8;
constexpr int kStepsPerSeed = 500;
// Far more than the orders of a run need to settle.
constexpr int kRoundsMax = 5'000;

GuestId guest_named(std::size_t name) {
    const Sha256Digest digest = sha256(fmt::format("guest {}", name));
    GuestId guest;
    std::copy_n(digest.begin(), guest.bytes.size(), guest.bytes.begin());
    return guest;
}

}  // namespace

SaleScript::SaleScript(SaleWorld& world, std::uint64_t seed)
    : world_(world), chance_(seed), retake_after_(one_of<Duration>({0ms, 30s, 10min})) {
    const std::size_t guests = 3 + chance_.below(kGuestsMax - 2);
    for (std::size_t name = 0; name < guests; ++name)
        guests_.push_back({guest_named(name)});
    for (std::uint32_t left = chance_.one_in(3) ? 2 : 1; left > 0; --left) {
        run({{create_event(), {}}}, true);
        prepare({++events_});
    }
}

// Creates halls, prices and settings before the first guest comes.
void SaleScript::prepare(EventId event) {
    std::vector<Asked> asked;
    const auto plan = draw_plan();
    const auto seating = std::make_shared<const seat::Seating>(*plan);
    for (const char* const performance : {"fri", "sat"}) {
        if (performance[0] == 's' && chance_.one_in(2)) continue;
        asked.push_back(
            {SaleCommand{command::OpenHall{event, performance, plan, draw_hall_rules(), seating}},
             {}});
    }
    asked.push_back({SaleCommand{command::SetTerms{event, draw_terms()}}, {}});
    asked.push_back({SaleCommand{command::SetSettings{event, draw_settings()}}, {}});
    run(std::move(asked), true);
}

void SaleScript::run(std::vector<Asked> asked, bool tick) {
    (void)world_.run(asked, tick);
}

void SaleScript::play(int steps) {
    for (int i = 0; i < steps; ++i)
        step();
    world_.check_replay();
}

void SaleScript::step() {
    // An operator repairs a server that refuses everything.
    if (!world_.healthy() && chance_.one_in(4)) {
        world_.make_space();
        return world_.restart(SaleWorld::End::kKill, 2s);
    }
    const std::size_t luck = chance_.below(100);
    if (luck < 42) return guests_act();
    if (luck < 62) return network_acts();
    if (luck < 76) return time_passes(one_of<Duration>({100ms, 1s, 5s, 31s}));
    if (luck < 82) return time_passes(between(30s, 4min));
    if (luck < 83) return time_passes(between(10min, 30min));
    if (luck < 90) return operator_acts();
    if (luck < 94) return refunds();
    if (luck < 98) return accident();
    Guest& guest = guests_[chance_.below(guests_.size())];
    guest.present = !guest.present;
}

void SaleScript::guests_act() {
    std::vector<Asked> asked;
    for (std::size_t left = chance_.one_in(2) ? 1 : 1 + chance_.below(4); left > 0; --left)
        guest_acts(asked);
    run(std::move(asked), chance_.one_in(4));
}

// Delivers calls, answers and webhooks. Some arrive twice or in another order.
void SaleScript::network_acts() {
    world_.bank().fetch_webhooks(chance_.one_in(6), world_.now());
    for (std::size_t left = 1 + chance_.below(3); left > 0 && world_.bank().has_calls(); --left)
        world_.bank().carry_call(chance_, true, world_.now());
    std::vector<Asked> asked;
    for (std::size_t left = 1 + chance_.below(3); left > 0; --left) {
        if (!world_.bank().has_incoming(world_.now())) break;
        Incoming one = world_.bank().take_incoming(chance_, chance_.one_in(6), world_.now());
        asked.push_back({std::move(one.command), std::move(one.webhook)});
    }
    if (const Entry* const order = any_order(); order != nullptr) {
        if (chance_.one_in(8)) asked.push_back({forged(*order), {}});
        if (order->ended) pay_late(*order);
    }
    world_.log([&] { return fmt::format("{} messages arrive", asked.size()); });
    run(std::move(asked), chance_.one_in(4));
}

void SaleScript::time_passes(Duration by) {
    world_.log([&] { return fmt::format("{} ms pass", by.count()); });
    std::vector<Asked> asked;
    // Guests who are present poll in between.
    constexpr Duration kPollEvery = 2min;
    for (; by > kPollEvery; by -= kPollEvery) {
        world_.pass(kPollEvery);
        polls(asked);
        run(std::exchange(asked, {}), chance_.one_in(2));
    }
    world_.pass(by);
    if (!chance_.one_in(4)) polls(asked);
    run(std::move(asked), !chance_.one_in(6));
}

void SaleScript::polls(std::vector<Asked>& asked) {
    for (std::uint32_t event = 1; event <= events_; ++event) {
        embedded::Seen seen{{event}, {}, 0ms};
        for (const Guest& guest : guests_)
            if (const auto number = world_.auditor().place({event}, guest.id);
                number && guest.present)
                seen.numbers.push_back(*number);
        if (!seen.numbers.empty()) asked.push_back({std::move(seen), {}});
    }
}

void SaleScript::accident() {
    switch (chance_.below(8)) {
        case 0:
            return world_.plan_crash(1 + chance_.below(40));
        case 1:
            return world_.plan_sync_failure(chance_.below(6));
        case 2:
            if (world_.has_space()) return world_.fill_disk(chance_.below(12'000));
            return world_.make_space();
        case 3:
            return world_.checkpoint();
        case 4:
        case 5:
            return world_.snapshot();
        default:
            break;
    }
    world_.make_space();
    world_.restart(one_of({SaleWorld::End::kClean, SaleWorld::End::kKill, SaleWorld::End::kKill,
                           SaleWorld::End::kPowerLoss}),
                   one_of<Duration>({0ms, 2s, 3min, 20min}));
}

// Any buyer may ask for a refund, some three times in one batch.
void SaleScript::refunds() {
    const Entry* const order = any_order();
    if (order == nullptr) return;
    const GuestId guest = chance_.one_in(10) ? guests_.front().id : order->guest;
    command::RequestRefund wish;
    wish.order = order->code;
    wish.guest = guest;
    wish.call = any_key();
    if (!order->seats.empty() && chance_.one_in(2))
        wish.seats = any_seats(order->performance, 1 + chance_.below(2));
    if (chance_.one_in(2)) {
        wish.seats.clear();
        const SeatBook& hall = *world_.auditor().hall(order->performance);
        wish.seats.push_back(hall.seating().id({order->seats.begin()->first}));
    }
    const auto previewed = world_.run({{SaleCommand{command::PreviewRefund{wish}}, {}}}, false);
    if (!previewed.empty()) {
        const auto& quote = std::get<sale::RefundPreview>(previewed.front());
        if (quote) wish.shown = quote->amount;
    }
    std::vector<Asked> asked;
    for (std::size_t left = chance_.one_in(3) ? 3 : 1; left > 0; --left)
        asked.push_back({SaleCommand{wish}, {}});
    world_.log([&] { return fmt::format("{} refunds are asked for", asked.size()); });
    run(std::move(asked), chance_.one_in(3));
}

void SaleScript::help_parked(std::vector<Asked>& asked) const {
    for (const payment::Order& order : world_.state().orders().orders()) {
        if (order.inquiry && !order.inquiry->next_at)
            asked.push_back({SaleCommand{command::AskAgain{order.code}}, {}});
        for (std::size_t i = 0; i < order.refunds.size(); ++i)
            if (!order.refunds[i].next_at && order.refunds[i].state != payment::RefundState::kDone)
                asked.push_back(
                    {SaleCommand{command::RetryRefund{order.code, {static_cast<std::uint16_t>(i)}}},
                     {}});
    }
}

std::optional<Instant> SaleScript::next_due() const {
    const Instant now = world_.now();
    std::optional<Instant> next = world_.bank().next_incoming();
    const auto take_earlier = [&](const payment::OrderBook::DueOrders& due, Duration line_behind) {
        if (due.empty()) return;
        const Instant at = due.begin()->first + line_behind;
        if (!next || at < *next) next = at;
    };
    const payment::OrderBook& orders = world_.state().orders();
    take_earlier(orders.in_order_of_due(), 0ms);
    for (std::uint32_t event = 1; event <= events_; ++event)
        take_earlier(orders.waiting_for_guests({event}),
                     now - world_.auditor().line_time({event}, now));
    return next;
}

bool SaleScript::is_quiet() const {
    for (const auto& [event, line] : world_.auditor().room())
        if (line->clock().frozen()) return false;
    return std::ranges::all_of(world_.auditor().orders().entries(), [](const auto& one) {
        const Entry& order = one.second;
        return !order.open() && !order.asking &&
               std::ranges::all_of(order.refunds, [](const OrderLedger::Refund& refund) {
                   return refund.state == payment::RefundState::kDone;
               });
    });
}

void SaleScript::drain() {
    world_.log([] { return std::string{"== coming to rest"}; });
    world_.make_space();
    std::vector<Asked> asked;
    const bool webhooks_lost = chance_.one_in(2);
    for (const auto& [reference, payment] : world_.bank().payments())
        (void)world_.bank().demo().script_refunds(
            world_.bank().look(reference, world_.now())->payment_key,
            gateway::DemoRefundScript::kApprove);
    for (int round = 0; !is_quiet() || round == 0; ++round) {
        require(round < kRoundsMax, "it never comes to rest");
        if (!world_.healthy()) world_.restart(SaleWorld::End::kKill, 0ms);
        help_parked(asked);
        for (std::uint32_t event = 1; event <= events_; ++event)
            if (world_.auditor().room().find({event})->clock().frozen())
                asked.push_back({line_command::FreezeDeadlines{{event}, false}, {}});
        while (world_.bank().has_calls())
            world_.bank().carry_call(chance_, false, world_.now());
        world_.bank().fetch_webhooks(webhooks_lost, world_.now());
        while (world_.bank().has_incoming(world_.now())) {
            Incoming one = world_.bank().take_incoming(chance_, false, world_.now());
            asked.push_back({std::move(one.command), std::move(one.webhook)});
        }
        const bool idle = asked.empty();
        run(std::exchange(asked, {}), true);
        if (!idle || world_.bank().has_calls()) continue;
        if (const auto next = next_due(); next && *next > world_.now())
            world_.pass(*next - world_.now());
    }
    // Longer than any hold, and repeated for each planned fault that has not occurred yet.
    constexpr int kLastHours = 4;
    for (int hour = 0; hour < kLastHours; ++hour) {
        if (!world_.healthy()) world_.restart(SaleWorld::End::kKill, 0ms);
        world_.pass(1h);
        run({}, true);
    }
    if (!world_.healthy()) world_.restart(SaleWorld::End::kKill, 0ms);
    world_.check_replay();
    world_.check_settled();
}

SaleTotals run_sale_seed(std::uint64_t seed, std::ostream* log) {
    SaleWorld world{seed, log};
    SaleScript script{world, seed};
    script.play(kStepsPerSeed);
    script.drain();
    return world.totals();
}

}  // namespace onsale::sim
