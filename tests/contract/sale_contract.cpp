#include "tests/contract/sale_contract.hpp"

namespace onsale::contract {

using namespace sale::command;

SaleContract::SaleContract() {
    edit([](waiting_room::EventSettings& settings) {
        settings.performances = {{"fri", "Friday", instant_from_ms(2'000'000'000'000)},
                                 {"sat", "Saturday", instant_from_ms(2'000'100'000'000)}};
        settings.rules.max_active = 100;
    });
    (void)open_hall("fri").value();
    (void)await(sale_adapter().sale_office().call(SetTerms{event_, terms()})).value();
}

std::shared_ptr<const seat::HallPlan> SaleContract::plan() {
    seat::HallPlan plan;
    plan.name = "Small hall";
    plan.grades = {{"R", "R", ""}};
    seat::Row row{.label = "A", .rank = 0, .seats = {}};
    for (int i = 1; i <= 10; ++i) {
        const std::string name = std::to_string(i);
        row.seats.push_back({.id = "A-" + name, .label = name, .grade = "R", .at = {i * 50, 0}});
    }
    plan.sections = {{.id = "S", .name = "Stalls", .rows = {row}, .areas = {}}};
    return std::make_shared<const seat::HallPlan>(plan);
}

std::shared_ptr<const payment::Terms> SaleContract::terms() {
    payment::Terms terms;
    terms.prices.grades = {{"R", {{"adult", 100'000}, {"youth", 60'000}}}};
    terms.prices.fees = {{"booking", payment::FeePer::kSeat, 1'000}};
    terms.refunds.rows = {{1, 100, 0}};
    return std::make_shared<const payment::Terms>(terms);
}

sale::OfficeOutcome SaleContract::open_hall(const std::string& performance) {
    const auto hall = plan();
    auto seating = std::make_shared<const seat::Seating>(*hall);
    return await(
        sale_adapter().sale_office().call(OpenHall{event_, performance, hall, {}, seating}));
}

sale::Buyer SaleContract::let_in(std::uint32_t name) {
    const waiting_room::Number number = enter(name).value();
    run_until([&] { return standing(number) == waiting_room::Standing::kAdmitted; });
    return {event_, "fri", guest(name), waiting_room::admission_id(number, 1)};
}

sale::OrderOutcome SaleContract::request(const sale::Buyer& buyer) {
    return await(sale_adapter().orders().call(RequestPayment{buyer, {}, kProvider, "hall", {}}));
}

sale::OrderOutcome SaleContract::confirm(const payment::Order& order) {
    return await(sale_adapter().orders().call(
        ConfirmPayment{order.code, order.guest, 0, key(order), order.quote.total}));
}

sale::OrderOutcome SaleContract::record(const payment::Order& order,
                                        payment::PaymentResult result) {
    return await(sale_adapter().orders().call(RecordPayment{
        order.code, order.attempt(), payment::ResultSource::kAnswer, std::move(result)}));
}

payment::Order SaleContract::paid(std::uint32_t name, const std::string& seat) {
    const sale::Buyer buyer = let_in(name);
    (void)select(buyer, {seat}).value();
    const payment::Order order = request(buyer).value().order;
    (void)confirm(order).value();
    const payment::result::Approved approved{key(order), "hall", order.quote.total};
    return record(order, approved).value().order;
}

}  // namespace onsale::contract
