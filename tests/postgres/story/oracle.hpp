#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "adapter/embedded/engine/engine.hpp"
#include "adapter/postgres/order/order_command.hpp"
#include "sale/domain/rule/test_store.hpp"
#include "tests/support/torn_disk.hpp"

namespace onsale::postgres {

// The engine of one machine, which must decide everything as the rows do. It sells by holds that
// are stored elsewhere. All decisions of a step get the same random number.
class Oracle {
  public:
    static constexpr EventId kEvent{1};
    static constexpr sale::HallId kHall{1};

    Oracle(const TimeSource& time, sale::ReturnPolicy returns)
        : engine_({"data", disk_.name()}, time, [this] { return entropy_; }) {
        waiting_room::EventSettings settings;
        settings.key = "tour";
        settings.title = "Tour";
        settings.opens_at = time.wall();
        settings.performances = {{"fri", "Friday", sale::TestSale::kFridayStarts}};
        tell(waiting_room::command::CreateEvent{
            std::make_shared<const waiting_room::EventSettings>(settings)});
        tick();
        const auto plan = sale::TestSale::plan();
        tell(sale::command::OpenHall{
            kEvent, "fri", plan, {}, std::make_shared<const seat::Seating>(*plan)});
        auto terms = sale::TestSale::terms();
        terms.rules.attempts_max = 3;
        tell(sale::command::SetTerms{kEvent, std::make_shared<const payment::Terms>(terms)});
        sale::SaleSettings rules;
        rules.seats_per_guest = 4;
        rules.returns = returns;
        tell(sale::command::SetSettings{kEvent, std::make_shared<const sale::SaleSettings>(rules)});
    }

    // Facts about the event since the last call, for the copies of the processes.
    sale::Facts take_news() { return std::exchange(news_, {}); }

    void set_random(std::uint64_t random) { std::memcpy(entropy_.data(), &random, sizeof random); }
    sale::OrderOutcome run(const OrderCommand& command) {
        return std::visit(
            [this](const auto& one) {
                return std::get<sale::OrderOutcome>(act(embedded::SaleCommand{one}));
            },
            command);
    }
    sale::RefundPreview preview(const sale::command::RequestRefund& refund) {
        return std::get<sale::RefundPreview>(
            act(embedded::SaleCommand{sale::command::PreviewRefund{refund}}));
    }
    void tick() { (void)run_batch({}, true); }
    const sale::State& state() const { return engine_.state(); }
    // Everything that was told so far, in its order.
    std::vector<embedded::OutboxRow> messages() {
        return embedded::read_outbox(engine_.journal().database(), 0, 100'000);
    }

  private:
    template <class Command>
    void tell(Command command) {
        if constexpr (std::is_constructible_v<embedded::SaleCommand, Command>)
            (void)act(embedded::SaleCommand{std::move(command)});
        else
            (void)act(std::move(command));
    }
    embedded::Outcome act(embedded::Command command) {
        std::vector<embedded::Command> one;
        one.push_back(std::move(command));
        return std::move(run_batch(one, false).outcomes.front());
    }
    embedded::BatchResult run_batch(const std::vector<embedded::Command>& commands, bool tick) {
        auto result = engine_.run(commands, tick);
        for (const sale::Fact& fact : result.facts)
            if (is_of_event(fact)) news_.push_back(fact);
        return result;
    }
    static bool is_of_event(const sale::Fact& fact) {
        const auto* const order = std::get_if<payment::Fact>(&fact);
        if (order != nullptr) return std::holds_alternative<payment::fact::TermsSet>(order->body);
        return !std::holds_alternative<sale::fact::HallChanged>(fact) &&
               !std::holds_alternative<sale::fact::BookingMade>(fact);
    }

    test::TornDisk disk_;
    Sha256Digest entropy_{};
    embedded::Engine engine_;
    sale::Facts news_;
};

}  // namespace onsale::postgres
