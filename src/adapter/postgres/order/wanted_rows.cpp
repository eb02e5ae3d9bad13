#include "adapter/postgres/order/wanted_rows.hpp"

#include <algorithm>

#include "base/overloaded.hpp"

namespace onsale::postgres {

using payment::OrderState;
namespace command = sale::command;

namespace {

void add(Wanted& wanted, const command::RequestPayment& request, const sale::State& state) {
    const sale::Buyer& buyer = request.buyer;
    wanted.guests.insert(buyer.guest);
    wanted.limits.insert(buyer.event);
    if (request.call) wanted.calls.emplace(buyer.guest, request.call->key);
    // A hall that is not known yet has no rows, or the claim meets them as a conflict.
    const auto hall = state.halls().find(buyer.event, buyer.performance);
    if (!hall || !request.hold) return;
    for (const seat::SeatIndex seat : request.hold->seats)
        wanted.seats.emplace(*hall, seat);
}

// The seats of a declined or ended order may have another owner by now.
void add_late(Wanted& wanted, const payment::Order& order) {
    for (const payment::QuoteLine& line : order.quote.lines)
        wanted.seats.emplace(order.performance, line.chosen.seat);
    if (order.state != OrderState::kEnded) return;
    wanted.guests.insert(order.guest);
    wanted.limits.insert(order.event);
}

}  // namespace

bool needs_more_than(const payment::Order& order, const OrderCommand& command) {
    const bool lost_seats = order.state == OrderState::kHeld || order.state == OrderState::kEnded;
    return lost_seats && std::holds_alternative<command::RecordPayment>(command);
}

Wanted wanted_by(std::span<const OrderCommand> commands, const sale::State& state) {
    Wanted wanted;
    for (const OrderCommand& one : commands) {
        std::visit(
            Overloaded{
                [&](const command::RequestPayment& request) { add(wanted, request, state); },
                [&](const command::HoldLonger& longer) { wanted.guests.insert(longer.guest); },
                [&](const command::RecordPayment& record) {
                    wanted.codes.insert(record.order);
                    wanted.records.insert(record.order);
                },
                [&](const auto& other) { wanted.codes.insert(other.order); },
            },
            one);
    }
    return wanted;
}

Wanted wanted_after(std::span<const OrderCommand> commands, const StoredRows& rows) {
    Wanted wanted;
    for (const OrderCommand& one : commands) {
        const auto* const record = std::get_if<command::RecordPayment>(&one);
        if (record == nullptr) continue;
        for (const StoredOrder& stored : rows.orders)
            if (stored.order.code == record->order && needs_more_than(stored.order, one))
                add_late(wanted, stored.order);
    }
    return wanted;
}

}  // namespace onsale::postgres
