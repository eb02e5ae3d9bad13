#include "sale/domain/view/sale_figures.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "base/overloaded.hpp"

namespace onsale::sale {
namespace {

using payment::OrderId;
using payment::OrderState;
using waiting_room::EventId;

}  // namespace

std::optional<Instant> EventFigures::oldest_unknown() const {
    if (unknown_.empty()) return std::nullopt;
    return unknown_.begin()->first;
}

SaleFigures::SaleFigures(const State& state) {
    for (const auto& [id, hall] : state.halls())
        halls_.push_back(hall.event);
    for (const payment::Order& order : state.orders().orders())
        take(order);
}

// Adds an order that already exists. It does not contain the time at which its confirm was sent.
void SaleFigures::take(const payment::Order& order) {
    ONSALE_ASSERT(order.id.value == traces_.size() + 1);
    traces_.push_back(
        {order.event, static_cast<std::uint16_t>(order.refunds.size()),
         order.attempts.empty() ? payment::ProviderId{} : order.attempts.back().provider});
    take_answers(order);
    EventFigures& event = figures(order.id);
    SaleTotals& totals = event.totals_;
    ++totals.orders;
    totals.requested += order.attempts.size();
    for (const payment::Charge& charge : order.charges) {
        ++totals.approved;
        totals.captured += charge.amount.amount;
    }
    for (const payment::Step& step : order.history) {
        if (step.to == OrderState::kHeld) ++totals.declined, ++totals.declines[step.why];
        if (step.to == OrderState::kUnknown) ++totals.unknown;
    }
    if (order.booked) {
        ++totals.bookings;
        totals.seats_sold += order.quote.lines.size();
    }
    if (order.state == OrderState::kUnknown) {
        const Instant since = order.history.back().at;
        open_[order.id].unknown_since = since;
        event.unknown_.insert({since, order.id});
    }
    for (std::uint16_t i = 0; i < order.refunds.size(); ++i) {
        const payment::Refund& refund = order.refunds[i];
        if (refund.state == payment::RefundState::kDone) {
            totals.refunded += refund.quote.amount.amount;
            totals.seats_refunded += refund.quote.seats.size();
        } else {
            refunds_[{order.id, i}] = refund.quote.amount.amount;
            ++event.refunds_open_;
        }
    }
}

// An order does not store which attempt was declined; nearly all orders have only one attempt.
void SaleFigures::take_answers(const payment::Order& order) {
    ProviderFigures& told = provider(order.id);
    for (const payment::Charge& charge : order.charges) {
        ++told.approved;
        told.last_approved = std::max(told.last_approved, std::optional{charge.at});
    }
    for (const payment::Step& step : order.history) {
        if (step.to == OrderState::kHeld) ++told.declined;
        if (step.to != OrderState::kUnknown) continue;
        ++told.unknown;
        told.last_unknown = std::max(told.last_unknown, std::optional{step.at});
    }
}

void SaleFigures::apply(const Fact& fact, Instant now) {
    std::visit(Overloaded{
                   [&](const fact::HallOpened& opened) { halls_.push_back(opened.event); },
                   [&](const fact::HallChanged& changed) {
                       apply_hall(changed.hall, changed.change, now);
                   },
                   [&](const payment::Fact& changed) { apply_order(changed, now); },
                   [&](const fact::BookingMade& made) { ++figures(made.order).totals_.bookings; },
                   [&](const waiting_room::Fact& of_line) {
                       using waiting_room::fact::AdmissionBraked;
                       if (std::holds_alternative<AdmissionBraked>(of_line.body))
                           ++events_[of_line.event].totals_.brake_changes;
                   },
                   [](const fact::SettingsSet&) {},
                   [](const fact::LeversSet&) {},
               },
               fact);
}

void SaleFigures::apply_hall(HallId hall, const seat::HallFact& change, Instant now) {
    EventFigures& event = events_[halls_[hall.value - 1]];
    SaleTotals& totals = event.totals_;
    std::visit(Overloaded{
                   [&](const seat::fact::SeatsHeld& held) {
                       // A changed selection of the same hold is not a new hold.
                       if (holds_.try_emplace({hall, held.guest}, now).second) ++totals.holds_begun;
                   },
                   [&](const seat::fact::HoldEnded& ended) {
                       ++totals.holds_ended;
                       end_hold(hall, ended.guest, now);
                   },
                   [&](const seat::fact::SeatsSold& sold) {
                       ++totals.holds_bought;
                       totals.seats_sold += sold.seats.size();
                       end_hold(hall, sold.guest, now);
                   },
                   [&](const seat::fact::SeatsRefunded& refunded) {
                       totals.seats_refunded += refunded.seats.size();
                   },
                   [](const auto&) {},
               },
               change);
}

// For a hold that existed at the start of the process the duration is unknown.
void SaleFigures::end_hold(HallId hall, const GuestId& guest, Instant now) {
    const auto found = holds_.find({hall, guest});
    if (found == holds_.end()) return;
    events_[halls_[hall.value - 1]].recent_.at(now).holds.add(now - found->second);
    holds_.erase(found);
}

void SaleFigures::apply_order(const payment::Fact& fact, Instant now) {
    namespace pay = payment::fact;
    const OrderId order = fact.order;
    std::visit(Overloaded{
                   [&](const pay::OrderOpened& opened) {
                       ONSALE_ASSERT(order.value == traces_.size() + 1);
                       traces_.push_back({opened.event, 0, {}});
                       ++figures(order).totals_.orders;
                   },
                   [&](const pay::PaymentRequested& requested) {
                       ++figures(order).totals_.requested;
                       trace(order).provider = requested.attempt.provider;
                   },
                   [&](const pay::ConfirmSent&) { open_[order].confirm_sent = now; },
                   [&](const pay::PaymentDeclined& declined) {
                       EventFigures& event = figures(order);
                       const auto reason = static_cast<std::size_t>(declined.reason);
                       ++event.totals_.declined;
                       ++event.totals_.declines[reason];
                       ++event.recent_.at(now).declines[reason];
                       ++provider(order).declined;
                       answered(order, now);
                       known_again(order);
                   },
                   [&](const pay::OutcomeLost&) {
                       EventFigures& event = figures(order);
                       ++event.totals_.unknown;
                       ++event.recent_.at(now).unknown;
                       ++provider(order).unknown;
                       provider(order).last_unknown = now;
                       event.unknown_.insert({now, order});
                       // A late answer does not measure the speed of the provider.
                       open_[order] = {.confirm_sent = std::nullopt, .unknown_since = now};
                   },
                   [&](const pay::Charged& charged) {
                       EventFigures& event = figures(order);
                       ++event.totals_.approved;
                       event.totals_.captured += charged.amount.amount;
                       ++event.recent_.at(now).approved;
                       ++provider(order).approved;
                       provider(order).last_approved = now;
                       answered(order, now);
                   },
                   [&](const pay::OrderPaid&) { known_again(order); },
                   [&](const pay::OrderEnded&) { known_again(order); },
                   [&](const pay::RefundRequested& refund) {
                       refunds_[{order, trace(order).refunds++}] = refund.quote.amount.amount;
                       ++figures(order).refunds_open_;
                   },
                   [&](const pay::RefundDone& done) {
                       const auto found = refunds_.find({order, done.refund.value});
                       if (found == refunds_.end()) return;
                       figures(order).totals_.refunded += found->second;
                       --figures(order).refunds_open_;
                       refunds_.erase(found);
                   },
                   [](const auto&) {},
               },
               fact.body);
}

void SaleFigures::answered(OrderId order, Instant now) {
    const auto found = open_.find(order);
    if (found == open_.end() || !found->second.confirm_sent) return;
    figures(order).recent_.at(now).latency.add(now - *found->second.confirm_sent);
    found->second.confirm_sent.reset();
}

void SaleFigures::known_again(OrderId order) {
    const auto found = open_.find(order);
    if (found == open_.end()) return;
    if (found->second.unknown_since)
        figures(order).unknown_.erase({*found->second.unknown_since, order});
    open_.erase(found);
}

ProviderFigures SaleFigures::of(payment::ProviderId provider) const {
    const auto found = providers_.find(provider);
    return found == providers_.end() ? ProviderFigures{} : found->second;
}

const EventFigures& SaleFigures::of(EventId event) const {
    static const EventFigures kNone;
    const auto found = events_.find(event);
    return found == events_.end() ? kNone : found->second;
}

}  // namespace onsale::sale
