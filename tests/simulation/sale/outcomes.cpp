#include "tests/simulation/sale/outcomes.hpp"

#include <algorithm>
#include <type_traits>

#include "tests/simulation/require.hpp"

namespace onsale::sim {

using embedded::Command;
using embedded::Health;
using embedded::Outcome;
using embedded::SaleCommand;
namespace command = sale::command;

namespace {

template <class Error>
bool is_environment(Error error, Health health) {
    return error == (health == Health::kDiskFull ? Error::kUnavailable : Error::kOutcomeUnknown);
}

template <class Value, class Error>
bool refused(const Result<Value, Error>& outcome, Health health) {
    if (outcome) return false;
    if constexpr (requires { outcome.error().error; })
        return is_environment(outcome.error().error, health);
    else
        return is_environment(outcome.error(), health);
}

// The fact of a deadline that expired in the same batch.
bool is_due(const sale::Fact& fact) {
    const auto* const changed = std::get_if<sale::fact::HallChanged>(&fact);
    if (changed == nullptr) return false;
    const auto* const ended = std::get_if<seat::fact::HoldEnded>(&changed->change);
    return std::holds_alternative<seat::fact::SeatsFreed>(changed->change) ||
           (ended != nullptr && ended->reason == seat::HoldEnd::kExpired);
}

// Facts that a refused command may be accompanied by: facts of the line, deadlines, and an inquiry
// to the provider after contradictory information.
bool is_nothing_sold(const sale::Fact& fact) {
    const auto* const order = std::get_if<payment::Fact>(&fact);
    return std::holds_alternative<waiting_room::Fact>(fact) || is_due(fact) ||
           (order != nullptr &&
            std::holds_alternative<payment::fact::InquiryScheduled>(order->body));
}

bool was_refused(const Outcome& outcome) {
    return std::visit(
        [](const auto& one) {
            if constexpr (requires { one.has_value(); })
                return !one.has_value();
            else
                return false;
        },
        outcome);
}

void check_held(const sale::Held& held, const GuestId& guest, const Auditor& after) {
    const SeatBook& book = *after.hall(held.hall);
    const SeatBook::Visit* const visit = book.visit(guest);
    // Its deadline may have expired in the same batch.
    if (visit == nullptr || visit->seats.empty()) return;
    require(held.seats.seats.size() == visit->seats.size(), "promised other seats than are held");
    for (const seat::FencedSeat& one : held.seats.seats)
        require(visit->seats.contains(one.seat.value) &&
                    book.seats()[one.seat.value].fence == one.fence,
                "promised a seat or a fence that is not the guest's");
    require(held.seats.deadline == visit->deadline, "promised another deadline");
}

void check(const command::SelectSeats& select, const Outcome& outcome, const Auditor& after) {
    const auto& held = std::get<sale::HoldOutcome>(outcome);
    check_held(*held, select.buyer.guest, after);
    const std::set<std::string> wanted{select.seats.begin(), select.seats.end()};
    require(held->seats.seats.size() == wanted.size(), "a hold is not all or nothing");
}

void check(const command::SelectBest& select, const Outcome& outcome, const Auditor& after) {
    const auto& held = std::get<sale::HoldOutcome>(outcome);
    check_held(*held, select.buyer.guest, after);
    require(held->seats.seats.size() == select.wish.count, "best is not as many as wished");
}

void check(const command::ReleaseSeats& release, const Outcome&, const Auditor& after) {
    for (const auto& [id, hall] : after.halls()) {
        if (after.event_of(id) != release.buyer.event) continue;
        const auto* const view = after.view().find(id);
        if (view->performance() != release.buyer.performance) continue;
        require(hall.held_by(release.buyer.guest) == 0, "released and still holding");
        require(after.orders().open_order(release.buyer.guest, id) == nullptr,
                "released, and an order for the seats goes on");
    }
}

template <class Command_>
constexpr bool kNamesOrder = false;
template <class Command_>
    requires std::is_same_v<decltype(Command_::order), payment::OrderCode>
constexpr bool kNamesOrder<Command_> = true;

template <class OrderCommand>
    requires kNamesOrder<OrderCommand>
void check(const OrderCommand& asked, const Outcome& outcome, const Auditor&) {
    if (const auto* const order = std::get_if<sale::OrderOutcome>(&outcome))
        require((*order)->order.code == asked.order, "answered about another order");
}

void check(const command::ConfirmPayment& asked, const Outcome& outcome, const sale::Facts& facts) {
    const auto& order = std::get<sale::OrderOutcome>(outcome);
    require(order->order.code == asked.order, "answered about another order");
    const bool sent = std::ranges::any_of(facts, [](const sale::Fact& fact) {
        const auto* const of_order = std::get_if<payment::Fact>(&fact);
        return of_order != nullptr &&
               std::holds_alternative<payment::fact::ConfirmSent>(of_order->body);
    });
    require(order->calls_provider == sent, "the provider is called twice, or never");
}

template <class Other>
    requires(!kNamesOrder<Other>)
void check(const Other&, const Outcome&, const Auditor&) {}

}  // namespace

bool refused_by_environment(const Outcome& outcome, Health health) {
    if (std::holds_alternative<std::monostate>(outcome)) return true;
    return std::visit(
        [health](const auto& one) {
            using One = std::remove_cvref_t<decltype(one)>;
            if constexpr (std::is_same_v<One, std::monostate>)
                return true;
            else
                return refused(one, health);
        },
        outcome);
}

void check_outcome(const Command& asked, const Outcome& outcome, const sale::Facts& facts,
                   const Auditor& after, bool ticked) {
    const auto* const sale = std::get_if<SaleCommand>(&asked);
    if (sale == nullptr) return;
    if (was_refused(outcome))
        return require(ticked || std::ranges::all_of(facts, is_nothing_sold),
                       "a refusal changed something");
    if (const auto* const confirm = std::get_if<command::ConfirmPayment>(sale))
        return check(*confirm, outcome, facts);
    std::visit([&](const auto& one) { check(one, outcome, after); }, *sale);
}

}  // namespace onsale::sim
