#include "benchmarks/bench_sale.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "payment/codec/default_terms.hpp"
#include "seat/codec/made_hall.hpp"

namespace onsale::bench {

using namespace std::chrono_literals;
using waiting_room::EventId;

namespace {

constexpr std::uint32_t kSeatsPerHold = 4;
constexpr std::int64_t kPrice = 100'000;
constexpr Duration kNeverInARun = 12h;  // Maximum of any deadline; longer than any run.

std::shared_ptr<waiting_room::EventSettings> sale_settings(const std::string& key, Instant now,
                                                           std::uint32_t inside,
                                                           std::uint32_t performances) {
    auto settings = std::make_shared<waiting_room::EventSettings>();
    settings->key = key;
    settings->title = "Benchmark";
    settings->demo = true;
    settings->opens_at = now;
    for (std::uint32_t i = 1; i <= performances; ++i)
        settings->performances.push_back({performance_key(i), "", now + 720h});
    waiting_room::LineRules& rules = settings->rules;
    rules.max_active = inside;
    rules.admit_per_second = inside;
    rules.admission_ttl = kNeverInARun;
    rules.claim_within = {};
    rules.active_away_after = kNeverInARun;
    rules.away_after = waiting_room::kForgetAfterMax;
    rules.forget_after = waiting_room::kForgetAfterMax;
    return settings;
}

std::vector<embedded::Outcome> run(embedded::Engine& engine,
                                   const std::vector<embedded::Command>& commands) {
    return engine.run(commands, true).outcomes;
}

void set(embedded::Engine& engine, embedded::SaleCommand command) {
    const auto outcomes = run(engine, {std::move(command)});
    if (!std::get<sale::OfficeOutcome>(outcomes.front()))
        throw std::runtime_error{"the sale could not be set up"};
}

payment::Terms prices_of(const seat::HallPlan& plan) {
    std::vector<payment::GradePrices> prices;
    for (const seat::Grade& grade : plan.grades)
        prices.push_back({grade.id, {{"adult", kPrice}}});
    return payment::default_terms(std::move(prices));
}

const sale::OrderCopy& order_in(const embedded::Outcome& outcome) {
    const auto& order = std::get<sale::OrderOutcome>(outcome);
    if (!order) throw std::runtime_error{"a party could not be sold"};
    return *order;
}

}  // namespace

std::string performance_key(std::uint32_t number) {
    return fmt::format("day-{}", number);
}

EventId open_sale(embedded::Engine& engine, const std::string& key, std::uint32_t inside,
                  std::uint32_t performances) {
    const auto outcomes = run(engine, {waiting_room::command::CreateEvent{sale_settings(
                                          key, engine.clock().wall(), inside, performances)}});
    const auto& created = std::get<waiting_room::OperatorOutcome>(outcomes.front());
    if (!created) throw std::runtime_error{"the event could not be created"};
    const EventId event = created->event;
    const auto plan =
        std::make_shared<const seat::HallPlan>(seat::make_hall(seat::HallKind::kStadium));
    const auto seating = std::make_shared<const seat::Seating>(*plan);
    const seat::HallRules rules{.hold_ttl = kNeverInARun,
                                .retake_after = {},
                                .return_delay_max = {},
                                .seats_per_hold = kSeatsPerHold};
    for (std::uint32_t i = 1; i <= performances; ++i)
        set(engine, sale::command::OpenHall{event, performance_key(i), plan, rules, seating});
    set(engine,
        sale::command::SetTerms{event, std::make_shared<const payment::Terms>(prices_of(*plan))});
    sale::SaleSettings settings;
    settings.more_purchases = true;
    set(engine,
        sale::command::SetSettings{event, std::make_shared<const sale::SaleSettings>(settings)});
    return event;
}

std::vector<Party> parties_of(const embedded::Engine& engine) {
    const seat::Seating& seating = engine.state().halls().begin()->second.seats.seating();
    std::vector<Party> parties;
    for (const seat::Stretch& stretch : seating.stretches()) {
        if (stretch.standing) continue;
        for (std::uint32_t i = 0; i < stretch.size; ++i) {
            if (i % kSeatsPerHold == 0) parties.emplace_back();
            parties.back().push_back(seating.id({stretch.first.value + i}));
        }
    }
    return parties;
}

void sell_round(embedded::Engine& engine, std::span<const sale::Buyer> buyers,
                std::span<const Party> parties) {
    constexpr std::size_t kPerBuyer = 2;  // Two commands per buyer: the hold and the order.
    std::vector<embedded::Command> holds;
    for (std::size_t i = 0; i < buyers.size(); ++i) {
        holds.push_back(sale::command::SelectSeats{buyers[i], parties[i]});
        holds.push_back(sale::command::RequestPayment{
            .buyer = buyers[i], .types = {}, .provider = {}, .merchant = "bench", .traits = {}});
    }
    const auto ordered = run(engine, holds);
    std::vector<embedded::Command> payments;
    for (std::size_t i = 0; i < buyers.size(); ++i) {
        const payment::Order& order = order_in(ordered[i * kPerBuyer + 1]).order;
        const payment::Money total = order.attempts.back().total;
        const std::string key = fmt::format("bench-{}", order.id.value);
        payments.push_back(sale::command::ConfirmPayment{
            .order = order.code, .guest = {}, .attempt = 0, .payment_key = key, .amount = total});
        payments.push_back(
            sale::command::RecordPayment{.order = order.code,
                                         .attempt = order.attempt(),
                                         .source = payment::ResultSource::kAnswer,
                                         .result = payment::result::Approved{key, "bench", total}});
    }
    const auto paid = run(engine, payments);
    for (std::size_t i = 0; i < buyers.size(); ++i)
        if (!order_in(paid[i * kPerBuyer + 1]).booking)
            throw std::runtime_error{"a paid party has no booking"};
}

}  // namespace onsale::bench
