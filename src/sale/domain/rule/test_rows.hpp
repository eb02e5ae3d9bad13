#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "payment/domain/order_bytes.hpp"
#include "sale/domain/command.hpp"
#include "sale/domain/working_set.hpp"

namespace onsale::sale {

// Whose a seat is in a store. Holds are stored elsewhere, and so is the time at which a returned
// seat becomes free.
inline seat::SeatState living_state(const seat::Hall& hall, seat::SeatIndex seat) {
    switch (hall.state(seat)) {
        case seat::SeatState::kFree:
        case seat::SeatState::kHeld:
            return seat::SeatState::kFree;
        case seat::SeatState::kReturned:
            return hall.returns().contains(seat) ? seat::SeatState::kFree
                                                 : seat::SeatState::kReturned;
        case seat::SeatState::kPaying:
        case seat::SeatState::kSold:
        case seat::SeatState::kBlocked:
            break;
    }
    return hall.state(seat);
}

inline seat::Seats seats_of(const seat::HallFact& fact) {
    return std::visit(
        [](const auto& body) -> seat::Seats {
            if constexpr (requires { body.taken; })
                return body.taken;
            else if constexpr (requires { body.seats; })
                return body.seats;
            else
                return {};
        },
        fact);
}

// The rows of a store in plain memory, with the columns that its queries need. bring() is the list
// of what each command needs; working_set.hpp has it in words.
class TestRows {
  public:
    struct OrderRow {
        payment::OrderCode code;
        payment::EventId event;
        HallId performance;
        GuestId guest;
        bool open = false;
        bool guests_turn = false;
        Instant deadline;
        std::optional<Instant> due;
        std::uint32_t seats = 0;  // Bought and not given back.
        std::optional<booking::BookingNumber> number;
        std::string body;
    };
    struct SeatRow {
        seat::Fence turn = 0;
        seat::SeatState state = seat::SeatState::kFree;
    };

    explicit TestRows(const State& events) : events_(events) {}

    const std::map<payment::OrderId, OrderRow>& orders() const { return orders_; }
    SeatRow seat(HallId hall, seat::SeatIndex seat) const {
        const auto found = seats_.find({hall, seat.value});
        return found == seats_.end() ? SeatRow{} : found->second;
    }
    payment::OrderId next_id() const {
        return {orders_.empty() ? 1 : orders_.rbegin()->first.value + 1};
    }
    // Writes what the rules changed in a working set.
    void keep(const State& state, const Facts& facts) {
        for (const payment::Order& order : state.orders().orders())
            keep(order, state.bookings().number_of(order.id));
        for (const Fact& fact : facts)
            if (const auto* const changed = std::get_if<fact::HallChanged>(&fact))
                for (const seat::SeatIndex seat : seats_of(changed->change)) {
                    const seat::Hall& hall = state.halls().find(changed->hall)->seats;
                    seats_[{changed->hall, seat.value}] = {hall.fence(seat),
                                                           living_state(hall, seat)};
                }
    }

    // The guest's open orders, the order that the call made, the seats, the guest's sums.
    void bring(WorkingSet& set, const command::RequestPayment& request) const {
        const GuestId& guest = request.buyer.guest;
        bring_open(set, guest);
        if (request.call) {
            const auto made = calls_.find({guest, request.call->key});
            if (made != calls_.end()) bring(set, made->second);
        }
        const auto hall = events_.halls().find(request.buyer.event, request.buyer.performance);
        if (hall && request.hold) bring(set, *hall, request.hold->seats);
        bring_sums(set, guest);
        set.hand_out(next_id());
    }
    // A late approval: the seats; of an ended order also the guest's open orders and sums.
    void bring(WorkingSet& set, const command::RecordPayment& record) const {
        const auto id = bring_code(set, record.order);
        if (!id || !std::holds_alternative<payment::result::Approved>(record.result)) return;
        const payment::Order order = order_of(*id);
        if (order.being_paid()) return;
        seat::Seats seats;
        for (const payment::QuoteLine& line : order.quote.lines)
            seats.push_back(line.chosen.seat);
        bring(set, order.performance, seats);
        if (!order.ended) return;
        bring_open(set, order.guest);
        bring_sums(set, order.guest);
    }
    void bring(WorkingSet& set, const command::HoldLonger& longer) const {
        bring_open(set, longer.guest);
    }
    void bring(WorkingSet& set, const command::ShowOpenOrder& show) const {
        bring_open(set, show.guest);
    }
    void bring(WorkingSet& set, const command::ShowOrderById& show) const {
        bring(set, show.order);
    }
    void bring(WorkingSet& set, const command::ShowBooking& show) const {
        for (const auto& [id, row] : orders_)
            if (row.number == show.number) bring(set, id);
    }
    void bring(WorkingSet& set, const command::ListBookings& list) const {
        for (const auto& [id, row] : orders_)
            if (row.guest == list.guest && row.number) bring(set, id);
    }
    void bring(WorkingSet& set, const command::ListOrders& list) const {
        std::uint32_t left = list.limit;
        for (auto row = orders_.upper_bound(list.after); row != orders_.end() && left > 0; ++row)
            if (row->second.event == list.event) bring(set, row->first), --left;
    }
    void bring(WorkingSet& set, const command::FindOrders& find) const {
        auto row =
            find.before == payment::OrderId{} ? orders_.end() : orders_.lower_bound(find.before);
        for (std::size_t left = kOrdersLookedAt + 1; row != orders_.begin() && left > 0; --left)
            bring(set, (--row)->first);
    }
    void bring(WorkingSet& set, const command::PreviewRefund& preview) const {
        bring(set, preview.refund);
    }
    void bring(WorkingSet& set, const command::BlockSeats& block) const { bring_named(set, block); }
    void bring(WorkingSet& set, const command::UnblockSeats& unblock) const {
        bring_named(set, unblock);
    }
    // Without names: all seats that wait for an operator.
    void bring(WorkingSet& set, const command::ReleaseReturned& release) const {
        if (!release.seats.empty()) return bring_named(set, release);
        const auto hall = *events_.halls().find(release.event, release.performance);
        for (const auto& [place, row] : seats_)
            if (place.first == hall && row.state == seat::SeatState::kReturned)
                bring(set, hall, seat::Seats{seat::SeatIndex{place.second}});
    }
    // All other commands name one order.
    template <class Command>
    void bring(WorkingSet& set, const Command& command) const {
        (void)bring_code(set, command.order);
    }
    // What is due at a time of the sale and of the event's line.
    void bring_due(WorkingSet& set, payment::OrderTime time) const {
        for (const auto& [id, row] : orders_)
            if ((row.guests_turn && row.deadline <= time.line) || (row.due && *row.due <= time.now))
                bring(set, id);
    }

  private:
    payment::Order order_of(payment::OrderId id) const {
        return *payment::load_body(orders_.at(id).body);
    }
    void keep(const payment::Order& order, const booking::BookingNumber* number) {
        OrderRow& row = orders_[order.id];
        row = {order.code,
               order.event,
               order.performance,
               order.guest,
               order.open(),
               order.guests_turn(),
               order.deadline,
               order.due(),
               0,
               {},
               payment::body_of(order)};
        if (number != nullptr) row.number = *number;
        for (const payment::QuoteLine& line : order.quote.lines)
            if (number != nullptr && !order.refunded(line.chosen.seat)) ++row.seats;
        for (const payment::KeptCall& kept : order.calls)
            if (kept.kind == payment::CallKind::kRequest)
                calls_[{order.guest, kept.call.key}] = order.id;
    }
    void bring(WorkingSet& set, payment::OrderId id) const {
        const auto row = orders_.find(id);
        if (row != orders_.end()) set.bring(order_of(id), row->second.number);
    }
    std::optional<payment::OrderId> bring_code(WorkingSet& set, payment::OrderCode code) const {
        for (const auto& [id, row] : orders_)
            if (row.code == code) return bring(set, id), id;
        return std::nullopt;
    }
    void bring_open(WorkingSet& set, const GuestId& guest) const {
        for (const auto& [id, row] : orders_)
            if (row.guest == guest && row.open) bring(set, id);
    }
    void bring(WorkingSet& set, HallId hall, const seat::Seats& seats) const {
        for (const seat::SeatIndex one : seats)
            set.bring(hall, {one, seat(hall, one).state, seat(hall, one).turn, {}});
    }
    template <class Command>
    void bring_named(WorkingSet& set, const Command& command) const {
        const auto hall = *events_.halls().find(command.event, command.performance);
        for (const std::string& name : command.seats)
            if (const auto seat = events_.halls().find(hall)->seats.seating().find(name))
                bring(set, hall, seat::Seats{*seat});
    }
    void bring_sums(WorkingSet& set, const GuestId& guest) const {
        std::map<std::pair<payment::EventId, HallId>, std::uint32_t> sums;
        for (const auto& [id, row] : orders_)
            if (row.guest == guest) sums[{row.event, row.performance}] += row.seats;
        for (const auto& [where, seats] : sums)
            set.bring(BoughtSeats{guest, where.first, where.second, seats});
    }

    const State& events_;
    std::map<payment::OrderId, OrderRow> orders_;
    std::map<std::pair<GuestId, std::uint64_t>, payment::OrderId> calls_;
    std::map<std::pair<HallId, std::uint32_t>, SeatRow> seats_;
};

}  // namespace onsale::sale
