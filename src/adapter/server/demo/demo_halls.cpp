// The offer of the demo event: a theatre and an arena, with prices, fees and refunds.
#include <array>

#include "adapter/server/demo/demo_event.hpp"
#include "payment/codec/default_terms.hpp"
#include "seat/codec/made_hall.hpp"

namespace onsale::server {
namespace {

struct DemoHall {
    const char* performance;
    seat::HallKind kind;
};

constexpr std::array kHalls = {DemoHall{"day-1", seat::HallKind::kTheatre},
                               DemoHall{"day-2", seat::HallKind::kArena}};

struct DemoGrade {
    const char* grade;
    std::int64_t price;
};

// The grades of both halls, in won.
constexpr std::array kGrades = {DemoGrade{"VIP", 176'000}, DemoGrade{"R", 154'000},
                                DemoGrade{"S", 132'000}, DemoGrade{"A", 99'000},
                                DemoGrade{"FLOOR", 143'000}};

// Rounded down to a thousand won, as in price lists.
std::int64_t share(std::int64_t price, std::int64_t percent) {
    return price * percent / 100 / 1'000 * 1'000;
}

payment::Terms demo_terms() {
    std::vector<payment::GradePrices> prices;
    for (const auto& [grade, price] : kGrades)
        prices.push_back(
            {grade,
             {{"adult", price}, {"youth", share(price, 70)}, {"disability", share(price, 50)}}});
    return payment::default_terms(std::move(prices));
}

sale::OfficeOutcome run(embedded::Engine& engine, embedded::SaleCommand command) {
    const embedded::Command one = std::move(command);
    auto outcomes = engine.run({&one, 1}, true).outcomes;
    return std::get<sale::OfficeOutcome>(outcomes.front());
}

void open_hall(embedded::Engine& engine, waiting_room::EventId event, const DemoHall& hall) {
    const auto plan = std::make_shared<const seat::HallPlan>(seat::make_hall(hall.kind));
    const auto seating = std::make_shared<const seat::Seating>(*plan);
    // Refused if the operator changed the performances, which is allowed.
    (void)run(engine, sale::command::OpenHall{event, hall.performance, plan, {}, seating});
}

}  // namespace

void furnish_demo_event(embedded::Engine& engine) {
    const waiting_room::Line* const line = engine.room().find("demo");
    if (line == nullptr || !line->settings().demo) return;
    const waiting_room::EventId event = line->id();
    for (const DemoHall& hall : kHalls)
        if (!engine.state().halls().find(event, hall.performance)) open_hall(engine, event, hall);
    if (engine.state().orders().terms(event) != nullptr) return;
    (void)run(engine,
              sale::command::SetTerms{event, std::make_shared<const payment::Terms>(demo_terms())});
}

}  // namespace onsale::server
