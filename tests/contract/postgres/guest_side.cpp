#include "tests/contract/postgres/guest_side.hpp"

#include "sale/domain/rule/consequences.hpp"
#include "seat/domain/delay.hpp"
#include "waiting_room/domain/line/line_rules.hpp"

namespace onsale::contract {

using namespace waiting_room;

sale::Moment GuestSide::moment() {
    return {{time_.wall(), time_.wall()}, seat::derived(1, ++randoms_), zones_};
}

void GuestSide::record(sale::Facts facts) {
    for (sale::Fact& fact : facts)
        record_one(std::move(fact));
    std::vector<EventId> events;
    for (const auto& [event, line] : state_.room())
        events.push_back(event);
    for (const EventId event : events)
        settle(event);
}

void GuestSide::record_one(sale::Fact fact) {
    sale::Facts then = sale::follow(state_, fact, moment());
    state_.evolve(fact, time_.wall());
    if (const auto* const of_line = std::get_if<Fact>(&fact)) view_.apply(*of_line, time_.wall());
    sale_view_.apply(fact);
    for (sale::Fact& one : then)
        record_one(std::move(one));
}

void GuestSide::settle(EventId event) {
    for (sale::Fact& fact : sale::follow_counts(state_, event))
        record_one(std::move(fact));
    for (FactBody& body : decide_admissions(*state_.room().find(event), time_.wall()))
        record_one(Fact{event, std::move(body)});
}

sale::OrderOutcome GuestSide::settled(decltype(sale::OrderDecision::outcome) outcome) {
    if (!outcome) return fail(outcome.error());
    sale::OrderCopy copy = sale::copy_of(state_, outcome->order);
    copy.refund = outcome->refund;
    return copy;
}

boost::asio::awaitable<EnterOutcome> GuestSide::enter(command::Enter enter) {
    if (enter.code) {
        const auto spent =
            co_await store_.call(command::SpendCode{enter.event, enter.guest, *enter.code});
        if (!spent) co_return fail(spent.error());
        if (spent->refused) co_return fail(*spent->refused);
        const auto guests = std::make_shared<const std::vector<GuestId>>(1, enter.guest);
        if (!spent->phase.empty())
            record({Fact{enter.event, fact::GuestsListed{spent->phase, guests}}});
    }
    const Line* const line = state_.room().find(enter.event);
    if (line == nullptr) co_return fail(EnterError::kUnknownEvent);
    EnterDecision decision = decide(*line, enter);
    sale::Facts facts;
    for (FactBody& body : decision.facts)
        facts.push_back(Fact{enter.event, std::move(body)});
    record(std::move(facts));
    co_return decision.outcome;
}

}  // namespace onsale::contract
