#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "adapter/embedded/engine/engine.hpp"
#include "base/assert.hpp"
#include "tests/support/test_engine.hpp"

namespace onsale::test {

// Where a guest buys. The default is the only performance that has seats from the start.
struct EventPerformance {
    waiting_room::EventId event = kEvent;
    std::string performance = "fri";
};

// An engine that sells twenty seats of two grades on Friday, with a disk that can fail and a manual
// clock. The functions that buy return `false` if the disk fails.
class TestBoxOffice {
  public:
    static constexpr payment::ProviderId kCard{1};
    static constexpr payment::ProviderId kOther{2};

    TestBoxOffice() {
        start();
        add_event("tour");
    }

    // The event sells Friday. Saturday has no seats until its hall is opened.
    waiting_room::EventId add_event(const std::string& key) {
        auto settings = std::make_shared<waiting_room::EventSettings>();
        settings->key = key;
        settings->title = key;
        settings->opens_at = kOpening;
        settings->performances = {{"fri", "Friday", kOpening + std::chrono::hours{24 * 60}},
                                  {"sat", "Saturday", kOpening + std::chrono::hours{24 * 61}}};
        const auto created = std::get<waiting_room::OperatorOutcome>(
            act(waiting_room::command::CreateEvent{settings}));
        ONSALE_ASSERT(created);
        const waiting_room::EventId event = created->event;
        tick();
        open_hall({event, "fri"});
        ONSALE_ASSERT(
            ask(sale::command::SetTerms{event, std::make_shared<const payment::Terms>(terms())}));
        sale::SaleSettings sells;
        sells.more_purchases = true;
        ONSALE_ASSERT(ask(
            sale::command::SetSettings{event, std::make_shared<const sale::SaleSettings>(sells)}));
        return event;
    }
    void open_hall(const EventPerformance& at) {
        const auto hall = plan();
        auto seating = std::make_shared<const seat::Seating>(*hall);
        ONSALE_ASSERT(ask(sale::command::OpenHall{at.event, at.performance, hall, {}, seating}));
    }

    static std::shared_ptr<const seat::HallPlan> plan() {
        auto plan = std::make_shared<seat::HallPlan>();
        plan->name = "Small hall";
        plan->grades = {{"R", "R", ""}, {"S", "S", ""}};
        for (const std::string grade : {"R", "S"}) {
            seat::Row row{.label = grade, .rank = 0, .seats = {}};
            for (int i = 1; i <= 10; ++i) {
                const std::string name = std::to_string(i);
                row.seats.push_back({.id = grade + "-" + name,
                                     .label = name,
                                     .grade = grade,
                                     .at = {i * 50, grade == "R" ? 0 : 100}});
            }
            plan->sections.push_back({.id = grade, .name = grade, .rows = {row}, .areas = {}});
        }
        return plan;
    }
    static payment::Terms terms() {
        payment::Terms terms;
        terms.prices.grades = {{"R", {{"adult", 100'000}, {"youth", 60'000}}},
                               {"S", {{"adult", 50'000}, {"youth", 30'000}}}};
        terms.prices.fees = {{"booking", payment::FeePer::kSeat, 1'000},
                             {"order", payment::FeePer::kOrder, 2'000}};
        terms.refunds.rows = {{30, 100, 0}, {1, 300, 0}};
        terms.refunds.free_within = std::chrono::hours{1};
        return terms;
    }

    Storage storage() const { return {"data", disk.name()}; }
    void start() {
        engine = std::make_unique<Engine>(
            storage(), time, [this] { return sha256("entropy " + std::to_string(++drawn_)); });
    }
    // Simulates a power loss and an immediate restart.
    void power_loss(std::uint64_t luck) {
        disk.crash(luck);
        engine.reset();
        start();
    }
    void tick() { engine->run({}, true); }
    void pass(Duration by) {
        time.advance(by);
        tick();
    }

    Outcome act(Command command) {
        std::vector<Command> commands;
        commands.push_back(std::move(command));
        return engine->run(commands, false).outcomes.front();
    }
    template <class SaleCommand>
    SaleCommand::Outcome ask(SaleCommand command) {
        const Outcome outcome = act(Command{embedded::SaleCommand{std::move(command)}});
        return std::get<typename SaleCommand::Outcome>(outcome);
    }

    // Joins and is admitted. Returns nullopt if the disk fails.
    std::optional<sale::Buyer> let_in(std::uint32_t name, const EventPerformance& at = {}) {
        const auto entered = std::get<waiting_room::EnterOutcome>(
            act(waiting_room::command::Enter{at.event, guest_named(name), {}, {}}));
        if (!entered) return std::nullopt;
        const auto* const admission = engine->room().find(at.event)->ledger().find(*entered);
        if (admission == nullptr) return std::nullopt;
        return sale::Buyer{at.event, at.performance, guest_named(name),
                           waiting_room::admission_id(*entered, admission->attempt)};
    }
    std::optional<payment::OrderCode> request(std::uint32_t name, std::vector<std::string> seats,
                                              payment::ProviderId provider = kCard,
                                              const EventPerformance& at = {}) {
        const auto buyer = let_in(name, at);
        if (!buyer || !ask(sale::command::SelectSeats{*buyer, seats})) return std::nullopt;
        // The first seat has the price of a youth ticket.
        const auto order = ask(sale::command::RequestPayment{
            *buyer, {{seats.front(), "youth"}}, provider, "hall", {}});
        if (!order) return std::nullopt;
        return order->order.code;
    }
    bool approve(payment::OrderCode code, const std::string& key = "key") {
        const auto shown = ask(sale::command::ShowOrder{code, std::nullopt});
        return shown && ask(sale::command::RecordPayment{
                            code, shown->order.attempt(), payment::ResultSource::kQuery,
                            payment::result::Approved{key + payment_key(code), "hall",
                                                      shown->order.attempts.back().total}});
    }
    bool buy(std::uint32_t name, std::vector<std::string> seats,
             payment::ProviderId provider = kCard, const EventPerformance& at = {}) {
        const auto code = request(name, std::move(seats), provider, at);
        return code && approve(*code);
    }
    bool ask_refund(payment::OrderCode code, std::vector<std::string> seats = {}) {
        sale::command::RequestRefund wish;
        wish.order = code;
        wish.seats = std::move(seats);
        const auto quote = ask(sale::command::PreviewRefund{wish});
        if (!quote) return false;
        wish.shown = quote->amount;
        return ask(wish).has_value();
    }
    // The provider confirms all requested refunds.
    void answer_refunds() {
        tick();
        for (const payment::Order& order : engine->state().orders().orders()) {
            const payment::OrderCode code = order.code;
            for (std::size_t i = 0; i < order.refunds.size(); ++i)
                if (order.refunds[i].state == payment::RefundState::kSent)
                    (void)ask(sale::command::RecordRefund{code,
                                                          {static_cast<std::uint16_t>(i)},
                                                          order.refunds[i].tries,
                                                          payment::RefundResult::kDone});
        }
    }
    const payment::Order& order(std::uint64_t id) const {
        return *engine->state().orders().find(payment::OrderId{id});
    }

    TornDisk disk;
    ManualTime time{kOpening};
    std::unique_ptr<Engine> engine;

  private:
    static std::string payment_key(payment::OrderCode code) {
        return "-" + std::to_string(code.value);
    }

    std::uint64_t drawn_ = 0;
};

}  // namespace onsale::test
