#include "sale/domain/rule/consequences.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/assert.hpp"
#include "base/overloaded.hpp"
#include "booking/domain/booking_number.hpp"
#include "payment/domain/rule/order_rules.hpp"
#include "seat/domain/delay.hpp"
#include "seat/domain/hall_rules.hpp"
#include "waiting_room/domain/line/line_rules.hpp"

namespace onsale::sale {

using payment::Order;
using waiting_room::Admission;
using waiting_room::AdmissionId;
using waiting_room::EventId;
using waiting_room::Keep;
using waiting_room::Line;
using waiting_room::Number;

namespace {

class Follow {
  public:
    Follow(const State& state, const Moment& moment) : state_(state), moment_(moment) {}

    Facts take() { return std::move(facts_); }

    // Facts of the line: a guest who loses the admission loses the hold, unless it is being paid.
    void operator()(const waiting_room::Fact& fact) {
        if (const auto* const ended = std::get_if<waiting_room::fact::PlaceEnded>(&fact.body))
            release_holds(fact.event, ended->number);
        if (const auto* const missed = std::get_if<waiting_room::fact::ClaimMissed>(&fact.body))
            release_holds(fact.event, missed->number);
        if (const auto* const more = std::get_if<waiting_room::fact::AdmissionExtended>(&fact.body))
            extend_holds(fact.event, *more);
    }

    // Facts of a hall: the guest's use of the seats keeps the admission.
    void operator()(const fact::HallChanged& fact) {
        const OpenHall& hall = *state_.halls().find(fact.hall);
        std::visit(
            Overloaded{
                [&](const seat::fact::SeatsHeld& held) {
                    keep(hall, held.guest, held.admission, Keep::kBySeats, held.deadline);
                },
                [&](const seat::fact::HoldEnded& ended) { keep(hall, ended.guest, Keep::kNot); },
                [&](const seat::fact::PayingStarted& paying) {
                    keep(hall, paying.guest, Keep::kByPayment);
                },
                [&](const seat::fact::PaymentDeclined& declined) {
                    keep(hall, declined.guest, Keep::kBySeats, declined.deadline);
                },
                [&](const seat::fact::SeatsSold& sold) { let_go(hall, sold); },
                [](const auto&) {},
            },
            fact.change);
    }

    // Facts of an order: the payment decides about the seats.
    void operator()(const payment::Fact& fact) {
        const Order* const order = state_.orders().find(fact.order);
        if (order == nullptr) return;  // The order is being opened; the next fact is the request.
        std::visit(Overloaded{
                       [&](const payment::fact::PaymentDeclined& declined) {
                           decide_seats(*order, seat::command::DeclinePayment{order->guest,
                                                                              declined.held_until});
                       },
                       [&](const payment::fact::OrderPaid&) { sell(*order); },
                       [&](const payment::fact::OrderEnded& ended) { free(*order, ended.reason); },
                       [&](const payment::fact::RefundDone& done) {
                           give_back(*order, order->refunds[done.refund.value]);
                       },
                       [](const auto&) {},
                   },
                   fact.body);
        if (std::holds_alternative<payment::fact::PaymentRequested>(fact.body))
            decide_seats(*order, seat::command::StartPaying{order->guest});
    }

    void operator()(const fact::HallOpened&) {}
    void operator()(const fact::BookingMade&) {}
    void operator()(const fact::SettingsSet&) {}
    void operator()(const fact::LeversSet&) {}

  private:
    void add(HallId hall, seat::HallFacts changes) {
        for (seat::HallFact& change : changes)
            facts_.push_back(fact::HallChanged{hall, std::move(change)});
    }
    void add(EventId event, waiting_room::FactBody body) {
        facts_.push_back(waiting_room::Fact{event, std::move(body)});
    }

    template <class Command>
    void decide_seats(const Order& order, const Command& command) {
        const HallId id = order.performance;
        const OpenHall& hall = *state_.halls().find(id);
        add(id, seat::decide(hall.seats, command, line_now(hall.event)).facts);
    }

    Instant line_now(EventId event) const { return state_.line_time(event, moment_.now()); }

    void release_holds(EventId event, Number number) {
        const Line& line = *state_.room().find(event);
        if (line.ledger().find(number) == nullptr) return;
        const GuestId guest = line.guest_of(number);
        for (const HallId id : state_.halls().of(event))
            release_hold(id, guest);
    }

    void extend_holds(EventId event, const waiting_room::fact::AdmissionExtended& more) {
        const Line& line = *state_.room().find(event);
        const GuestId guest = line.guest_of(more.number);
        const Duration by = more.deadline - line.ledger().find(more.number)->deadline;
        for (const HallId id : state_.halls().of(event)) {
            add(id, seat::decide(state_.halls().find(id)->seats, seat::command::Extend{guest, by},
                                 line_now(event))
                        .facts);
            extend_order(state_.orders().open_order(guest, id), by);
        }
    }

    // A declined order waits for its guest as the hold does. An order that is being paid does not.
    void extend_order(const Order* order, Duration by) {
        if (order == nullptr || order->state != payment::OrderState::kHeld) return;
        facts_.push_back(payment::Fact{order->id,
                                       {payment::ActorKind::kGuest},
                                       payment::fact::HeldLonger{order->deadline + by}});
    }

    // The strongest reason to keep this admission in the event's other halls.
    Keep kept_elsewhere(const OpenHall& hall, const GuestId& guest, seat::AdmissionKey key) const {
        Keep strongest = Keep::kNot;
        for (const HallId id : state_.halls().of(hall.event)) {
            const OpenHall& other = *state_.halls().find(id);
            const seat::Visit* const visit = other.seats.visit(guest, line_now(hall.event));
            if (&other == &hall || visit == nullptr || visit->admission != key) continue;
            if (visit->state == seat::Visit::State::kPaying) return Keep::kByPayment;
            if (visit->state == seat::Visit::State::kHeld) strongest = Keep::kBySeats;
        }
        return strongest;
    }

    // A declined order has nothing left to pay for. Its end returns the seats.
    void release_hold(HallId id, const GuestId& guest) {
        const OpenHall& hall = *state_.halls().find(id);
        const Order* const order = state_.orders().open_order(guest, id);
        if (order != nullptr && order->state == payment::OrderState::kHeld) {
            auto ended = payment::decide(state_.orders(),
                                         payment::command::CancelOrder{order->id, guest, {}},
                                         state_.order_time(hall.event, moment_.now()));
            for (payment::Fact& fact : ended.facts)
                facts_.push_back(std::move(fact));
            return;
        }
        add(id, seat::decide(hall.seats, seat::command::Release{guest, moment_.random},
                             line_now(hall.event))
                    .facts);
    }

    // The place may have moved to another guest on another device. A late payment of the former
    // owner does not affect it.
    bool has_admission(EventId event, const GuestId& guest, seat::AdmissionKey key) const {
        const Line& line = *state_.room().find(event);
        const AdmissionId id{key.value};
        return line.ledger().live(id) && line.guest_of(waiting_room::number_of(id)) == guest;
    }

    void keep(const OpenHall& hall, const GuestId& guest, seat::AdmissionKey key, Keep here,
              std::optional<Instant> at_least = std::nullopt) {
        if (!has_admission(hall.event, guest, key)) return;
        const Number number = waiting_room::number_of(AdmissionId{key.value});
        const Admission& admission = *state_.room().find(hall.event)->ledger().find(number);
        const Keep how = std::max(here, kept_elsewhere(hall, guest, key));
        if (!admission.claimed) add(hall.event, waiting_room::fact::Claimed{number});
        if (at_least && admission.deadline < *at_least)
            add(hall.event, waiting_room::fact::AdmissionDeadlineSet{number, *at_least});
        if (admission.keep != how) add(hall.event, waiting_room::fact::AdmissionKept{number, how});
    }
    void keep(const OpenHall& hall, const GuestId& guest, Keep how,
              std::optional<Instant> at_least = std::nullopt) {
        const seat::Visit* const visit = hall.seats.visit(guest, line_now(hall.event));
        if (visit != nullptr) keep(hall, guest, visit->admission, how, at_least);
    }

    // A guest who has bought frees the slot, unless the event allows more purchases.
    void let_go(const OpenHall& hall, const seat::fact::SeatsSold& sold) {
        const seat::Visit* const visit = hall.seats.visit(sold.guest, line_now(hall.event));
        if (visit == nullptr) return;  // The payment came long after its admission.
        // A late payment must not end a newer hold of the guest.
        const bool other_seats =
            !visit->seats.empty() &&
            std::ranges::find(visit->seats, sold.seats.front()) == visit->seats.end();
        if (other_seats) return;
        if (!has_admission(hall.event, sold.guest, visit->admission)) return;
        keep(hall, sold.guest, visit->admission, Keep::kNot);
        if (state_.settings(hall.event)->more_purchases) return;
        const Line& line = *state_.room().find(hall.event);
        auto done = waiting_room::decide(
            line, waiting_room::command::Complete{hall.event, {visit->admission.value}});
        for (waiting_room::FactBody& body : done.facts)
            add(hall.event, std::move(body));
    }

    void sell(const Order& order) {
        seat::command::Sell sell{order.guest, {}};
        for (const payment::QuoteLine& line : order.quote.lines)
            sell.seats.push_back(
                {line.chosen.seat, static_cast<seat::Fence>(line.chosen.fence.value)});
        facts_.push_back(fact::BookingMade{order.id, fresh_number(order)});
        decide_seats(order, sell);
    }

    // Returns seats that were being paid, cancelled or tried too often. An expired hold is ended by
    // the hall's own deadline.
    void free(const Order& order, payment::EndReason reason) {
        decide_seats(order, seat::command::AbandonPayment{order.guest, moment_.random});
        if (reason != payment::EndReason::kHoldExpired)
            decide_seats(order, seat::command::Release{order.guest, moment_.random});
    }

    void give_back(const Order& order, const payment::Refund& refund) {
        if (refund.quote.seats.empty()) return;
        seat::command::Refund back{order.guest, {}, free_after(order.event)};
        for (const payment::SeatIndex seat : refund.quote.seats)
            for (const payment::QuoteLine& line : order.quote.lines)
                if (line.chosen.seat == seat)
                    back.seats.push_back({seat, static_cast<seat::Fence>(line.chosen.fence.value)});
        decide_seats(order, back);
    }

    std::optional<Duration> free_after(EventId event) const {
        const SaleSettings& settings = *state_.settings(event);
        switch (settings.returns) {
            case ReturnPolicy::kAtOnce:
                return Duration{0};
            case ReturnPolicy::kAtRandom:
                return Duration{static_cast<Duration::rep>(
                    moment_.random %
                    static_cast<std::uint64_t>(settings.return_window.count() + 1))};
            case ReturnPolicy::kByOperator:
                break;
        }
        return std::nullopt;
    }

    // Uses the day of the sale in the event's time zone.
    booking::BookingNumber fresh_number(const Order& order) const {
        const Line& line = *state_.room().find(order.event);
        const Instant wall = moment_.stamp.wall;
        const Instant local = wall + moment_.zones(line.settings().time_zone, wall);
        const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(local)};
        for (std::uint64_t salt = 0;; ++salt) {
            const auto number = booking::booking_number(day, seat::derived(moment_.random, salt));
            if (!state_.bookings().find(number)) return number;
        }
    }

    const State& state_;
    const Moment& moment_;
    Facts facts_;
};

}  // namespace

Facts follow(const State& state, const Fact& fact, const Moment& moment) {
    Follow following{state, moment};
    std::visit(following, fact);
    return following.take();
}

Facts follow_counts(const State& state, EventId event) {
    return follow_counts(state, event, state.halls().sold_out(event));
}

Facts follow_counts(const State& state, EventId event, bool sold_out) {
    const Line* const line = state.room().find(event);
    if (line == nullptr || line->sold_out() == sold_out) return {};
    return {waiting_room::Fact{event, waiting_room::fact::SoldOutSet{sold_out}}};
}

}  // namespace onsale::sale
