#include "tests/simulation/sale/auditor.hpp"

#include <algorithm>
#include <utility>

#include "tests/simulation/require.hpp"

namespace onsale::sim {

using sale::HallId;
using waiting_room::AdmissionId;
using waiting_room::EventId;
using waiting_room::Number;
namespace line_fact = waiting_room::fact;
namespace order_fact = payment::fact;

const SeatBook* Auditor::hall(HallId id) const {
    const auto found = halls_.find(id);
    return found == halls_.end() ? nullptr : &found->second;
}

Instant Auditor::line_time(EventId event, Instant now) const {
    return clocks_.at(event).at(now);
}

std::optional<Number> Auditor::place(EventId event, const GuestId& guest) const {
    const auto found = places_.find({event, guest});
    return found == places_.end() ? std::nullopt : std::optional{found->second};
}

std::optional<AdmissionId> Auditor::admission(EventId event, const GuestId& guest) const {
    const auto number = place(event, guest);
    if (!number) return std::nullopt;
    const waiting_room::Admission* const live = room_.find(event)->ledger().find(*number);
    if (live == nullptr) return std::nullopt;
    return waiting_room::admission_id(*number, live->attempt);
}

void Auditor::read(const sale::Facts& facts, Instant now, bool released) {
    now_ = now;
    released_ = released;
    for (auto& [id, hall] : halls_)
        hall.observe(line_time(events_.at(id), now));
    for (const sale::Fact& fact : facts) {
        std::visit([this](const auto& one) { read(one); }, fact);
        view_.apply(fact);
    }
    require(to_sell_.empty(), "an order was paid and its seats were not sold");
    require(to_book_.empty(), "an order was paid and no booking was made");
    require(to_give_back_.empty(), "a refund is done and its seats did not come back");
    require(to_let_go_.empty(), "a guest has bought and keeps the slot");
    require(to_extend_.empty(), "more time for an admission and none for its hold");
    for (const auto& [hall, guest] : std::exchange(to_release_, {}))
        require(halls_.at(hall).held_by(guest) == 0, "an admission ended and its hold goes on");
    check_bought();
}

void Auditor::read(const waiting_room::Fact& fact) {
    Clock& clock = clocks_[fact.event];
    if (const auto* const frozen = std::get_if<line_fact::DeadlinesFrozen>(&fact.body))
        frozen->frozen ? clock.freeze(now_) : clock.thaw(now_);
    if (const auto* const moved = std::get_if<line_fact::DeadlinesMoved>(&fact.body))
        clock.fall_behind(moved->by);
    if (const auto* const resumed = std::get_if<line_fact::Resumed>(&fact.body))
        if (!clock.frozen()) clock.fall_behind(resumed->gap);
    if (const auto* const joined = std::get_if<line_fact::Joined>(&fact.body)) {
        const Number number{++joined_[fact.event]};
        places_[{fact.event, joined->guest}] = number;
        guests_[{fact.event, number}] = joined->guest;
    }
    if (const auto* const moved = std::get_if<line_fact::PlaceMoved>(&fact.body)) {
        GuestId& guest = guests_.at({fact.event, moved->number});
        places_.erase({fact.event, guest});
        guest = moved->guest;
        places_[{fact.event, guest}] = moved->number;
    }
    if (const auto* const missed = std::get_if<line_fact::ClaimMissed>(&fact.body)) {
        check_kept(fact.event, missed->number);
        expect_release(fact.event, missed->number);
    }
    if (const auto* const ended = std::get_if<line_fact::PlaceEnded>(&fact.body)) {
        if (ended->reason == waiting_room::EndReason::kAdmissionEnded ||
            ended->reason == waiting_room::EndReason::kSilent)
            check_kept(fact.event, ended->number);
        expect_release(fact.event, ended->number);
        to_let_go_.erase({fact.event, ended->number});
    }
    if (const auto* const more = std::get_if<line_fact::AdmissionExtended>(&fact.body))
        expect_more_time(fact.event, *more);
    note_end(fact);
    room_.apply(fact, now_);
}

// Records when an admission ends by the rules at the time of its grant. Later edits of the rules do
// not change it.
void Auditor::note_end(const waiting_room::Fact& fact) {
    const auto* const admitted = std::get_if<line_fact::Admitted>(&fact.body);
    const auto* const more = std::get_if<line_fact::AdmissionExtended>(&fact.body);
    if (admitted == nullptr && more == nullptr) return;
    const waiting_room::LineRules& rules = room_.find(fact.event)->settings().rules;
    if (admitted != nullptr)
        own_ends_[{fact.event, admitted->number}] =
            line_time(fact.event, now_) + rules.admission_ttl;
    if (more != nullptr) own_ends_.at({fact.event, more->number}) += rules.extension;
}

// An extension must respect the maximum number and the duration of the event. It applies to the
// admission and to each hold that is not being paid for.
void Auditor::expect_more_time(EventId event, const line_fact::AdmissionExtended& more) {
    const waiting_room::LineRules& rules = room_.find(event)->settings().rules;
    const waiting_room::Admission* const live = room_.find(event)->ledger().find(more.number);
    require(live != nullptr && live->claimed, "more time without an admission");
    require(more.extensions > live->extensions && more.extensions <= rules.extensions,
            "more time than the event allows");
    require(more.deadline == live->deadline + rules.extension, "another time than the event gives");
    const GuestId& guest = guests_.at({event, more.number});
    for (const auto& [id, hall] : halls_)
        if (events_.at(id) == event && hall.held_by(guest) != 0 && !hall.is_paying(guest))
            to_extend_[{id, guest}] = hall.visit(guest)->deadline + rules.extension;
}

void Auditor::check_more_time(HallId id, const seat::fact::SeatsHeld& held) {
    const auto expected = to_extend_.find({id, held.guest});
    require(expected != to_extend_.end(), "a hold was given time that its admission was not");
    require(expected->second == held.deadline, "a hold was given another time than its admission");
    to_extend_.erase(expected);
}

// A guest who loses the admission also loses the hold, unless it is being paid for.
void Auditor::expect_release(EventId event, Number number) {
    const GuestId& guest = guests_.at({event, number});
    if (!admission(event, guest)) return;
    for (const auto& [id, hall] : halls_)
        if (events_.at(id) == event && hall.held_by(guest) != 0 && !hall.is_paying(guest))
            to_release_.insert({id, guest});
}

// Neither a deadline nor silence ends an admission whose guest holds seats or pays for them.
void Auditor::check_kept(EventId event, Number number) {
    const GuestId& guest = guests_.at({event, number});
    const auto live = admission(event, guest);
    if (!live) return;
    for (const auto& [id, hall] : halls_) {
        const SeatBook::Visit* const visit = hall.visit(guest);
        if (events_.at(id) != event || visit == nullptr || visit->seats.empty()) continue;
        require(visit->admission.value != live->value,
                visit->paying ? "thrown out while paying" : "thrown out while holding seats");
    }
}

void Auditor::read(const sale::fact::HallOpened& fact) {
    const HallId id{static_cast<std::uint32_t>(halls_.size() + 1)};
    auto seating = std::make_shared<const seat::Seating>(*fact.plan);
    halls_.emplace(id, SeatBook{std::move(seating), fact.rules});
    events_[id] = fact.event;
}

void Auditor::read(const sale::fact::HallChanged& fact) {
    require(halls_.contains(fact.hall), "a change of no hall");
    const auto* const held = std::get_if<seat::fact::SeatsHeld>(&fact.change);
    const bool more_time = held != nullptr && gives_time(*held);
    if (more_time) check_more_time(fact.hall, *held);
    if (held != nullptr && !more_time) {
        check_hold(fact.hall, *held);
        halls_.at(fact.hall).bound(holds_until(fact.hall, {held->admission.value}));
    }
    if (const auto* const sold = std::get_if<seat::fact::SeatsSold>(&fact.change))
        check_sale(fact.hall, *sold);
    if (const auto* const back = std::get_if<seat::fact::SeatsRefunded>(&fact.change))
        check_give_back(fact.hall, *back);
    halls_.at(fact.hall).apply(fact.change, line_time(events_.at(fact.hall), now_), released_);
    if (held != nullptr && !more_time)
        require(!over_limit(events_.at(fact.hall), fact.hall, held->guest,
                            halls_.at(fact.hall).held_by(held->guest)),
                "more seats than a guest may have");
}

void Auditor::check_hold(HallId id, const seat::fact::SeatsHeld& held) const {
    const EventId event = events_.at(id);
    const auto lifecycle = room_.find(event)->lifecycle();
    require(lifecycle == waiting_room::Lifecycle::kOpen ||
                lifecycle == waiting_room::Lifecycle::kPaused,
            "seats were taken while nothing was sold");
    const auto live = admission(event, held.guest);
    require(live && live->value == held.admission.value, "seats were taken without an admission");
    const sale::SaleLevers& levers = view_.levers(event);
    require(!levers.holds_stopped, "seats were taken although holds are stopped");
    const seat::Seating& seating = halls_.at(id).seating();
    for (const std::string& stopped : levers.sections_stopped)
        for (const seat::SeatIndex seat : held.taken)
            require(seating.find_section(stopped) != seating.section(seat),
                    "a seat of a stopped section was taken");
}

// The latest end of a hold: one hold_ttl after the end of the admission itself, whatever was held
// before.
Instant Auditor::holds_until(HallId id, waiting_room::AdmissionId admission) const {
    const Instant own_end = own_ends_.at({events_.at(id), waiting_room::number_of(admission)});
    return own_end + halls_.at(id).rules().hold_ttl;
}

// Counts everything the guest has bought, and the holds in the other halls of the event.
bool Auditor::over_limit(EventId event, HallId hall, const GuestId& guest,
                         std::size_t seats) const {
    std::size_t in_event = seats + orders_.bought(guest, event);
    for (const auto& [id, other] : halls_)
        if (id != hall && events_.at(id) == event) in_event += other.held_by(guest);
    const std::size_t here = seats + orders_.bought(guest, hall);
    const sale::SaleSettings& rules = settings(event);
    return (rules.seats_per_guest != 0 && in_event > rules.seats_per_guest) ||
           (rules.seats_per_performance != 0 && here > rules.seats_per_performance);
}

void Auditor::check_sale(HallId id, const seat::fact::SeatsSold& sold) {
    for (const payment::OrderId order : to_sell_) {
        const OrderLedger::Entry& entry = *orders_.find(order);
        if (entry.performance != id || entry.guest != sold.guest) continue;
        const auto& seats = halls_.at(id).seats();
        for (const auto& [seat, fence] : entry.seats)
            require(seats[seat].fence == fence, "sold by a fence that is not the order's");
        require(std::ranges::equal(as_set(sold.seats), entry.seats, {}, {},
                                   [](const auto& line) { return line.first; }),
                "other seats were sold than were paid");
        expect_end(id, sold);
        to_sell_.erase(order);
        return;
    }
    require(false, "seats were sold that nobody paid");
}

// A guest who has bought loses the admission, unless the event allows further purchases.
void Auditor::expect_end(HallId id, const seat::fact::SeatsSold& sold) {
    const EventId event = events_.at(id);
    const SeatBook::Visit* const visit = halls_.at(id).visit(sold.guest);
    const auto live = admission(event, sold.guest);
    if (settings(event).more_purchases || !live || visit == nullptr) return;
    if (visit->admission.value == live->value && visit->seats == as_set(sold.seats))
        to_let_go_.insert({event, number_of(*live)});
}

void Auditor::check_give_back(HallId id, const seat::fact::SeatsRefunded& refunded) {
    for (const auto& pending : to_give_back_) {
        const OrderLedger::Entry& entry = *orders_.find(pending.first);
        const auto& seats = entry.refunds[pending.second].seats;
        const std::set<std::uint32_t> wanted{seats.begin(), seats.end()};
        if (entry.performance != id || wanted != as_set(refunded.seats)) continue;
        to_give_back_.erase(pending);
        return;
    }
    require(false, "seats came back without a refund");
}

void Auditor::check_request(payment::OrderId id,
                            const order_fact::PaymentRequested& request) const {
    const OrderLedger::Entry& entry = *orders_.find(id);
    const HallId hall = entry.performance;
    const EventId event = events_.at(hall);
    const SeatBook& book = halls_.at(hall);
    const SeatBook::Visit* const visit = book.visit(entry.guest);
    require(visit != nullptr && visit->seats.size() == request.quote.lines.size(),
            "other seats are paid than are held");
    const auto terms = orders_.terms(entry.event);
    for (const payment::QuoteLine& line : request.quote.lines) {
        const std::uint32_t seat = line.chosen.seat.value;
        require(visit->seats.contains(seat), "a seat is paid that is not held");
        require(book.seats()[seat].fence == line.chosen.fence.value, "paid with another fence");
        require(terms->prices.grades[line.chosen.grade.value].grade ==
                    book.seating().grade_id(book.seating().grade({seat})),
                "paid as another grade");
    }
    require(admission(event, entry.guest).has_value(), "paying began without an admission");
    require(!over_limit(event, hall, entry.guest, request.quote.lines.size()),
            "paying began for more seats than a guest may have");
    const auto& stopped = view_.levers(event).providers_stopped;
    require(std::ranges::find(stopped, request.attempt.provider) == stopped.end(),
            "paying began with a provider that is stopped");
}

void Auditor::read(const payment::Fact& fact) {
    Instant line_now = now_;
    if (const auto* const opened = std::get_if<order_fact::OrderOpened>(&fact.body))
        line_now = line_time(opened->event, now_);
    else if (const auto* const known = orders_.find(fact.order))
        line_now = line_time(known->event, now_);
    if (const auto* const request = std::get_if<order_fact::PaymentRequested>(&fact.body))
        check_request(fact.order, *request);
    const OrderLedger::Entry* const before = orders_.find(fact.order);
    const bool late = before != nullptr && before->ended.has_value();
    orders_.apply(fact, {now_, line_now});
    if (std::holds_alternative<order_fact::OrderPaid>(fact.body)) {
        to_sell_.insert(fact.order);
        to_book_.insert(fact.order);
        const OrderLedger::Entry& paid = *orders_.find(fact.order);
        require(!late || !over_limit(paid.event, paid.performance, paid.guest, 0),
                "a late payment brought its guest above the limit");
    }
    if (const auto* const done = std::get_if<order_fact::RefundDone>(&fact.body))
        if (!orders_.find(fact.order)->refunds[done->refund.value].seats.empty())
            to_give_back_.insert({fact.order, done->refund.value});
}

void Auditor::read(const sale::fact::BookingMade& fact) {
    require(to_book_.erase(fact.order) == 1, "a booking without a payment");
    const std::string number = booking::to_text(fact.number);
    for (const auto& [order, other] : numbers_)
        require(other != number, "a booking number was used twice");
    require(numbers_.emplace(fact.order, number).second, "an order was booked twice");
}

void Auditor::read(const sale::fact::SettingsSet& fact) {
    const std::uint32_t limit = fact.settings->seats_per_guest;
    const auto [known, first] = highest_limit_.try_emplace(fact.event, limit);
    if (first) return;
    known->second = known->second == 0 || limit == 0 ? 0 : std::max(known->second, limit);
}

}  // namespace onsale::sim
