// Actions of operators, and the halls that they sell.
#include <fmt/format.h>

#include "tests/simulation/sale/sale_script.hpp"

namespace onsale::sim {

using namespace std::chrono_literals;
using embedded::Command;
using embedded::SaleCommand;
using sale::HallId;
using waiting_room::EventId;
namespace command = sale::command;
namespace line_command = waiting_room::command;

void SaleScript::operator_acts() {
    const EventId event = any_event();
    std::vector<Asked> asked{{operator_command(event), {}}};
    // Guests act in the same batch.
    for (std::size_t left = chance_.below(3); left > 0; --left)
        guest_acts(asked);
    world_.log([&] { return fmt::format("operator command {}", asked.front().command.index()); });
    run(std::move(asked), chance_.one_in(3));
}

Command SaleScript::operator_command(EventId event) {
    const std::size_t luck = chance_.below(10);
    if (luck < 3) return line_command(event);
    if (luck < 7) return hall_command(event);
    return order_command(event);
}

Command SaleScript::line_command(EventId event) {
    using line_command::LifecycleAction;
    switch (chance_.below(10)) {
        case 0:
            return line_command::FreezeDeadlines{event, true};
        case 1:
        case 2:
            return line_command::FreezeDeadlines{event, false};
        case 3:
            return line_command::MoveDeadlines{event, one_of<Duration>({30s, 1min, 5min})};
        case 4:
            return line_command::ChangeLifecycle{event, LifecycleAction::kPause};
        case 5:
        case 6:
            return line_command::ChangeLifecycle{event, LifecycleAction::kResume};
        case 7:
        case 8:
            return edit_event(event);
        default:
            return line_command::Revoke{event, guests_[chance_.below(guests_.size())].id};
    }
}

// Other durations, while guests are admitted.
Command SaleScript::edit_event(EventId event) {
    const auto& settings = world_.auditor().room().find(event)->settings();
    auto edited = std::make_shared<waiting_room::EventSettings>(settings);
    draw_times(edited->rules);
    return line_command::EditEvent{event, std::move(edited), {}};
}

Command SaleScript::hall_command(EventId event) {
    const HallId hall = any_hall(event);
    const std::string performance = world_.auditor().view().find(hall)->performance();
    auto seats = any_seats(hall, 1 + chance_.below(3));
    switch (chance_.below(10)) {
        case 0:
        case 1:
            return SaleCommand{
                command::BlockSeats{event, performance, std::move(seats), "house", "house"}};
        case 2:
        case 3:
            return SaleCommand{command::UnblockSeats{event, performance, std::move(seats)}};
        case 4:
        case 5:
            return SaleCommand{command::ReleaseReturned{
                event, performance, {}, static_cast<std::uint32_t>(1 + chance_.below(3))}};
        case 6:
            return SaleCommand{command::ReleaseReturned{event, performance, std::move(seats)}};
        case 7:
            return SaleCommand{command::SetHallRules{event, performance, draw_hall_rules()}};
        case 8:
            return SaleCommand{command::SetLevers{event, draw_levers()}};
        default:
            return SaleCommand{command::SetSettings{event, draw_settings()}};
    }
}

Command SaleScript::order_command(EventId event) {
    const Entry* const order = any_order();
    if (order == nullptr) return SaleCommand{command::SetTerms{event, draw_terms()}};
    const payment::Actor by{payment::ActorKind::kOperator, 1};
    switch (chance_.below(6)) {
        case 0:
            return SaleCommand{command::SetTerms{event, draw_terms()}};
        case 1:
            return SaleCommand{command::CancelOrder{order->code, std::nullopt, by}};
        case 2:
            return SaleCommand{command::AskAgain{order->code}};
        case 3:
            return SaleCommand{command::RetryRefund{order->code, {0}}};
        case 4: {
            command::RequestRefund refund;
            refund.order = order->code;
            refund.why = payment::RefundWhy::kOrganiserFault;
            refund.shown = {order->attempts.back(), payment::kWon};
            refund.by = by;
            return SaleCommand{std::move(refund)};
        }
        default:
            break;
    }
    const auto page = world_.bank().page(order->code, order->attempts.size(), world_.now());
    if (page)
        (void)world_.bank().demo().script_refunds(
            page->payment_key, static_cast<gateway::DemoRefundScript>(chance_.below(3)));
    return SaleCommand{command::ListOrders{event, {}, 10}};
}

Command SaleScript::create_event() {
    auto settings = std::make_shared<waiting_room::EventSettings>();
    settings->key = fmt::format("event-{}", events_ + 1);
    settings->title = "Event";
    settings->opens_at = world_.now() + one_of<Duration>({0ms, 0ms, 5s});
    settings->performances = {{"fri", "Friday", world_.now() + between(1h, 240h)},
                              {"sat", "Saturday", world_.now() + between(1h, 240h)}};
    settings->rules.max_active = static_cast<std::uint32_t>(2 + chance_.below(7));
    draw_times(settings->rules);
    settings->rules.away_after = 3min;
    return line_command::CreateEvent{std::move(settings)};
}

void SaleScript::draw_times(waiting_room::LineRules& rules) {
    rules.admission_ttl = one_of<Duration>({1min, 3min, 10min});
    rules.claim_within = one_of<Duration>({0ms, 20s, 1min});
    rules.active_away_after = one_of<Duration>({1min, 3min});
    rules.extension = one_of<Duration>({0ms, 30s, 2min});
    rules.extensions = static_cast<std::uint32_t>(chance_.below(4));
}

// A row, an accessible place with its companion seat and a seat beside it, and a floor. Some halls
// have so few seats that they sell out soon.
std::shared_ptr<const seat::HallPlan> SaleScript::draw_plan() {
    auto plan = std::make_shared<seat::HallPlan>();
    plan->name = "Small hall";
    plan->grades = {{"R", "Royal", "#aa0000"}, {"S", "Standard", ""}};
    seat::Section stalls{"1", "Stalls", {{"A", 0, {}}, {"B", 1, {}}}, {}};
    const bool tiny = chance_.one_in(3);
    const int front = static_cast<int>(tiny ? 2 : 2 + chance_.below(4));
    for (int number = 1; number <= front; ++number)
        stalls.rows[0].seats.push_back(
            {fmt::format("A{}", number), std::to_string(number), "R", {number * 50, 0}});
    stalls.rows[1].seats = {{"B1", "1", "S", {50, 90}, true},
                            {"B2", "2", "S", {100, 90}, false, "B1"},
                            {"B3", "3", "S", {150, 90}}};
    if (tiny) {
        stalls.rows.pop_back();
        plan->sections = {std::move(stalls)};
        return plan;
    }
    seat::Section floor{"2", "Floor", {}, {}};
    floor.areas.push_back({"FLOOR", "Floor", "S", {250, 300}, 2});
    plan->sections = {std::move(stalls), std::move(floor)};
    return plan;
}

seat::HallRules SaleScript::draw_hall_rules() {
    seat::HallRules rules;
    rules.hold_ttl = one_of<Duration>({30s, 2min, 10min});
    rules.retake_after = retake_after_;
    rules.return_delay_max = one_of<Duration>({0ms, 5s, 30s});
    rules.seats_per_hold = one_of<std::uint32_t>({2, 4});
    rules.accessible_per_hold = one_of<std::uint32_t>({0, 1, 2});
    return rules;
}

std::shared_ptr<const payment::Terms> SaleScript::draw_terms() {
    auto terms = std::make_shared<payment::Terms>();
    terms->prices.grades = {{"S", {{"adult", 50'000}, {"youth", 30'000}}},
                            {"R", {{"adult", 100'000}, {"youth", 60'000}}}};
    terms->prices.fees = {{"booking", payment::FeePer::kSeat, one_of<std::int64_t>({0, 1'000})},
                          {"order", payment::FeePer::kOrder, one_of<std::int64_t>({0, 500})}};
    terms->refunds.rows = {{7, 0, 0}, {3, 100, 0}, {1, 1'000, 0}};
    terms->refunds.free_within = one_of<Duration>({0ms, 1h});
    terms->rules.attempts_max = static_cast<std::uint8_t>(1 + chance_.below(3));
    terms->rules.paying_cap = one_of<Duration>({20s, 1min, 5min, 15min});
    terms->rules.answer_within = one_of<Duration>({15s, 75s});
    return terms;
}

std::shared_ptr<const sale::SaleSettings> SaleScript::draw_settings() {
    auto settings = std::make_shared<sale::SaleSettings>();
    settings->seats_per_guest = one_of<std::uint32_t>({0, 2, 4});
    settings->seats_per_performance = one_of<std::uint32_t>({0, 0, 2});
    settings->more_purchases = !chance_.one_in(3);
    settings->returns = one_of({sale::ReturnPolicy::kAtOnce, sale::ReturnPolicy::kAtRandom,
                                sale::ReturnPolicy::kByOperator});
    settings->return_window = one_of<Duration>({0ms, 10s, 10min});
    settings->public_map = chance_.one_in(2);
    return settings;
}

std::shared_ptr<const sale::SaleLevers> SaleScript::draw_levers() {
    auto levers = std::make_shared<sale::SaleLevers>();
    if (chance_.one_in(2)) return levers;
    levers->holds_stopped = chance_.one_in(4);
    if (chance_.one_in(4)) levers->sections_stopped = {one_of({"1", "2"})};
    if (chance_.one_in(4)) levers->providers_stopped = {{1}};
    return levers;
}

}  // namespace onsale::sim
