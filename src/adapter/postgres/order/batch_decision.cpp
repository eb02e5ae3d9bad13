#include "adapter/postgres/order/batch_decision.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "sale/domain/fact_bytes.hpp"
#include "sale/domain/message.hpp"
#include "sale/domain/rule/consequences.hpp"

namespace onsale::postgres {

using payment::Order;
using payment::OrderId;

namespace {

bool asks_provider(const sale::Facts& facts) {
    return std::ranges::any_of(facts, [](const sale::Fact& fact) {
        const auto* const order = std::get_if<payment::Fact>(&fact);
        return order != nullptr && std::holds_alternative<payment::fact::ConfirmSent>(order->body);
    });
}

}  // namespace

bool BatchDecision::knows_all(sale::State& state, const StoredRows& rows) {
    const sale::WorkingSet set{state};
    return std::ranges::all_of(rows.orders,
                               [&](const StoredOrder& one) { return set.knows(one.order); });
}

BatchDecision::BatchDecision(sale::State& state, const StoredRows& rows, OrderId next_id,
                             Stamp stamp, const Random& random, const sale::ZoneOffsets& zones)
    : state_(state), stored_(rows), stamp_(stamp), random_(random), zones_(zones), set_(state) {
    for (const StoredOrder& one : rows.orders) {
        set_.bring(one.order, one.booking);
        stamp_.now = std::max(stamp_.now, one.last_at);
    }
    for (const auto& [hall, seat] : rows.seats)
        if (state.halls().find(hall)->seats.seating().has(seat.seat)) set_.bring(hall, seat);
    for (const sale::BoughtSeats& bought : rows.bought)
        set_.bring(bought);
    set_.hand_out(next_id);
}

sale::OrderOutcome BatchDecision::decide(const OrderCommand& command) {
    return std::visit(
        [this](const auto& one) -> sale::OrderOutcome {
            const sale::Moment at = moment();
            return settle(sale::decide(state_, one, at), at);
        },
        command);
}

void BatchDecision::decide_deadlines() {
    for (;;) {
        const sale::Moment at = moment();
        sale::Facts facts = sale::decide_order_deadlines(state_, at);
        if (facts.empty()) return;
        record(std::move(facts), at);
    }
}

sale::OrderOutcome BatchDecision::settle(sale::OrderDecision decision, const sale::Moment& moment) {
    const bool calls = asks_provider(decision.facts);
    record(std::move(decision.facts), moment);
    if (!decision.outcome) return fail(decision.outcome.error());
    sale::OrderCopy copy = sale::copy_of(state_, decision.outcome->order);
    copy.refund = decision.outcome->refund;
    copy.calls_provider = calls;
    return copy;
}

void BatchDecision::record(sale::Facts facts, const sale::Moment& moment) {
    for (sale::Fact& fact : facts)
        record(std::move(fact), moment);
}

// As the writer of one machine does: a fact, its messages, then its consequences.
void BatchDecision::record(sale::Fact fact, const sale::Moment& moment) {
    // The state belongs to the events; only their own rows change the rest of it.
    ONSALE_ASSERT(!std::holds_alternative<waiting_room::Fact>(fact));
    sale::Facts then = sale::follow(state_, fact, moment);
    if (const auto* const of_order = std::get_if<payment::Fact>(&fact)) touch(of_order->order);
    state_.evolve(fact, stamp_.now);
    note(fact);
    for (const sale::Message& message : sale::messages_of(state_, fact, stamp_.now))
        decided_.rows.add(message);
    record(std::move(then), moment);
}

BatchDecision::Touched& BatchDecision::touch(OrderId order) {
    const auto [found, is_new] = touched_.try_emplace(order);
    last_touched_ = order;
    if (!is_new) return found->second;
    if (const Order* const before = state_.orders().find(order)) found->second.before = *before;
    return found->second;
}

void BatchDecision::note(const sale::Fact& fact) {
    if (const auto* const changed = std::get_if<sale::fact::HallChanged>(&fact))
        return note_seats(*changed);
    ByteWriter out{touched_.at(last_touched_).facts};
    sale::save(out, fact);
    decided_.facts.push_back(fact);
}

// Follows from the refund that was recorded just before.
void BatchDecision::note_seats(const sale::fact::HallChanged& fact) {
    const auto* const back = std::get_if<seat::fact::SeatsRefunded>(&fact.change);
    if (back == nullptr || back->free_at) return;
    touched_.at(last_touched_).wait_for_operator.insert(back->seats.begin(), back->seats.end());
}

const StoredOrder* BatchDecision::stored(OrderId order) const {
    const auto found = std::ranges::find(stored_.orders, order,
                                         [](const StoredOrder& one) { return one.order.id; });
    return found == stored_.orders.end() ? nullptr : &*found;
}

Decided BatchDecision::finish() && {
    for (auto& [id, touched] : touched_) {
        const StoredOrder* const before = stored(id);
        const Order& after = *state_.orders().find(id);
        const auto* const number = state_.bookings().number_of(id);
        OrderChange change{.before = touched.before ? &*touched.before : nullptr,
                           .after = after,
                           .facts_before = before == nullptr ? 0 : before->facts,
                           .facts = std::move(touched.facts),
                           .booking = number != nullptr ? std::optional{*number} : std::nullopt,
                           .wait_for_operator = std::move(touched.wait_for_operator),
                           .now = stamp_.now};
        decided_.rows.add(change);
        decided_.changed.push_back({change.facts_before + 1, stamp_.now, change.booking, after});
    }
    decided_.rows.sort();
    return std::move(decided_);
}

}  // namespace onsale::postgres
