#include "sale/domain/rule/pay_rules.hpp"

#include <algorithm>
#include <utility>

#include "payment/domain/order_code.hpp"
#include "payment/domain/rule/call_rules.hpp"
#include "payment/domain/rule/order_rules.hpp"
#include "sale/domain/rule/claim_rules.hpp"
#include "sale/domain/rule/sale_target.hpp"
#include "seat/domain/delay.hpp"
#include "seat/domain/hall_rules.hpp"

namespace onsale::sale {

using payment::Order;

namespace {

constexpr std::size_t kOrdersPerStep = 1'000;
// Minimum increase of a deadline that counts as an extension; smaller differences are message
// delay.
constexpr Duration kLongerMin = std::chrono::seconds{1};

OrderDecision refuse(PayError error) {
    return {fail(PayRefusal{error}), {}};
}

OrderDecision wrapped(payment::Decision decided) {
    Facts facts;
    for (payment::Fact& fact : decided.facts)
        facts.push_back(std::move(fact));
    if (!decided.outcome) {
        const bool unknown = decided.outcome.error() == payment::OrderError::kUnknownOrder;
        return {fail(PayRefusal{unknown ? PayError::kUnknownOrder : PayError::kOrder,
                                decided.outcome.error()}),
                std::move(facts)};
    }
    return {*decided.outcome, std::move(facts)};
}

// Applies a rule to the order with the given code.
template <class Rule>
OrderDecision on_order(const State& state, payment::OrderCode code, const Moment& moment,
                       const Rule& rule) {
    const Order* const order = state.orders().find(code);
    if (order == nullptr) return refuse(PayError::kUnknownOrder);
    return wrapped(payment::decide(state.orders(), rule(*order),
                                   state.order_time(order->event, moment.now())));
}

// Converts the held seats to the order's form, with the selected price types.
Result<std::vector<payment::ChosenSeat>, PayError> chosen(const SaleTarget& target,
                                                          const payment::Terms& terms,
                                                          const seat::HeldSeats& held,
                                                          const std::vector<PriceChoice>& types) {
    const seat::Seating& seating = target.hall.seats.seating();
    std::vector<payment::ChosenSeat> seats;
    for (const seat::FencedSeat& one : held.seats) {
        const auto& grades = terms.prices.grades;
        const auto grade = std::ranges::find(grades, seating.grade_id(seating.grade(one.seat)),
                                             &payment::GradePrices::grade);
        if (grade == grades.end()) return fail(PayError::kNoPrices);
        const auto choice = std::ranges::find(types, seating.id(one.seat), &PriceChoice::seat);
        auto type = grade->types.begin();
        if (choice != types.end())
            type = std::ranges::find(grade->types, choice->type, &payment::PriceType::name);
        if (type == grade->types.end()) return fail(PayError::kUnknownPriceType);
        seats.push_back({one.seat,
                         {one.fence},
                         {static_cast<std::uint16_t>(grade - grades.begin())},
                         {static_cast<std::uint16_t>(type - grade->types.begin())}});
    }
    return seats;
}

// Repeated requests return the hold that is already being paid.
Result<Claim, PayRefusal> own_hold(const SaleTarget& target, const Buyer& buyer) {
    auto paying =
        seat::decide(target.hall.seats, seat::command::StartPaying{buyer.guest}, target.line_now);
    if (!paying.outcome || paying.outcome->seats.empty())
        return fail(PayRefusal{PayError::kNoHold});
    return Claim{std::move(*paying.outcome), {}};
}

bool names_other_seats(const SaleTarget& target, const seat::HeldSeats& held,
                       const std::vector<PriceChoice>& types) {
    return std::ranges::any_of(types, [&](const PriceChoice& choice) {
        const auto seat = target.hall.seats.seating().find(choice.seat);
        return !seat ||
               std::ranges::find(held.seats, *seat, &seat::FencedSeat::seat) == held.seats.end();
    });
}

// A code that is used by no order and is not a test code.
payment::OrderCode fresh_code(const State& state, std::uint64_t random) {
    for (std::uint64_t salt = 0;; ++salt) {
        const payment::OrderCode code{seat::derived(random, salt)};
        if (state.orders().find(code) == nullptr && !is_trial(code)) return code;
    }
}

// A late payment for an ended order must not take its guest above the limit.
bool above_limit(const State& state, const Order& order) {
    const auto allowed = seats_allowed(state, order.event, order.performance, order.guest);
    return allowed && order.quote.lines.size() > *allowed;
}

bool seats_available(const State& state, const Order& order, Instant line_now) {
    if (order.ended && above_limit(state, order)) return false;
    seat::command::Sell sell{order.guest, {}};
    for (const payment::QuoteLine& line : order.quote.lines)
        sell.seats.push_back({line.chosen.seat, static_cast<seat::Fence>(line.chosen.fence.value)});
    const OpenHall& hall = *state.halls().find(order.performance);
    return seat::decide(hall.seats, sell, line_now).outcome.has_value();
}

// Days are counted in the event's zone by the wall clock. None if the event no longer has the
// performance, which earlier versions let an edit remove: a wrong count would cost money, so then
// an operator decides.
std::optional<std::int32_t> days_before(const waiting_room::EventSettings& event,
                                        const std::string& performance, const Moment& moment) {
    const auto found =
        std::ranges::find(event.performances, performance, &waiting_room::Performance::id);
    if (found == event.performances.end()) return std::nullopt;
    return payment::days_before(found->starts_at, moment.stamp.wall,
                                [&](Instant at) { return moment.zones(event.time_zone, at); });
}

// Converts the refund request to the order's form.
Result<payment::command::RequestRefund, PayError> in_orders_words(
    const State& state, const command::RequestRefund& request, const Moment& moment) {
    const Order* const order = state.orders().find(request.order);
    if (order == nullptr) return fail(PayError::kUnknownOrder);
    const OpenHall& hall = *state.halls().find(order->performance);
    const waiting_room::EventSettings& event = state.room().find(hall.event)->settings();
    payment::command::RequestRefund asked;
    asked.order = order->id;
    asked.guest = request.guest;
    // An unknown seat of the hall becomes an index outside the hall, which the order rejects as not
    // its own.
    for (const std::string& id : request.seats) {
        const auto seat = hall.seats.seating().find(id);
        asked.seats.push_back({seat ? seat->value : hall.seats.seating().size()});
    }
    asked.days_before = days_before(event, hall.performance, moment);
    asked.why = request.why;
    asked.shown = request.shown;
    asked.by = request.by;
    asked.call = request.call;
    return asked;
}

}  // namespace

OrderDecision decide(const State& state, const command::RequestPayment& request,
                     const Moment& moment) {
    const Buyer& buyer = request.buyer;
    const auto target = request.hold ? find_open_hall<PayError>(state, buyer, moment.now())
                                     : find_target<PayError>(state, buyer, moment.now());
    if (!target) return refuse(target.error());
    if (auto again = payment::repeated(state.orders(), buyer.guest, request.call))
        return wrapped(std::move(*again));
    const auto& stopped = state.levers(buyer.event)->providers_stopped;
    if (std::ranges::find(stopped, request.provider) != stopped.end())
        return refuse(PayError::kProviderStopped);
    const payment::Terms* const terms = state.orders().terms(buyer.event);
    if (terms == nullptr) return refuse(PayError::kNoPrices);
    auto claimed = request.hold ? claim(*target, buyer, *request.hold) : own_hold(*target, buyer);
    if (!claimed) return {fail(claimed.error()), {}};
    const auto allowed = seats_allowed(state, buyer.event, target->id, buyer.guest);
    if (allowed && claimed->held.seats.size() > *allowed) return refuse(PayError::kLimitReached);
    if (names_other_seats(*target, claimed->held, request.types)) return refuse(PayError::kNoHold);
    auto seats = chosen(*target, *terms, claimed->held, request.types);
    if (!seats) return refuse(seats.error());
    OrderDecision decision = wrapped(
        payment::decide(state.orders(),
                        payment::command::RequestPayment{.event = buyer.event,
                                                         .performance = target->id,
                                                         .guest = buyer.guest,
                                                         .seats = std::move(*seats),
                                                         .hold_until = claimed->held.deadline,
                                                         .provider = request.provider,
                                                         .merchant = request.merchant,
                                                         .traits = request.traits,
                                                         .code = fresh_code(state, moment.random),
                                                         .call = request.call},
                        state.order_time(buyer.event, moment.now())));
    // The hall assigns the seats before the order pays for them, and only if the request succeeds
    // with facts.
    if (!decision.facts.empty())
        decision.facts.insert(decision.facts.begin(),
                              std::make_move_iterator(claimed->facts.begin()),
                              std::make_move_iterator(claimed->facts.end()));
    return decision;
}

OrderDecision decide(const State& state, const command::ConfirmPayment& confirm,
                     const Moment& moment) {
    return on_order(state, confirm.order, moment, [&](const Order& order) {
        const std::uint8_t attempt = confirm.attempt == 0 ? order.attempt() : confirm.attempt;
        return payment::command::ConfirmPayment{
            order.id, attempt, confirm.guest, confirm.payment_key, confirm.amount, confirm.call};
    });
}

OrderDecision decide(const State& state, const command::KeepReturn& back, const Moment& moment) {
    return on_order(state, back.order, moment, [&](const Order& order) {
        return payment::command::KeepReturn{order.id, back.attempt, back.payment_key, back.amount,
                                            back.approval};
    });
}

OrderDecision decide(const State& state, const command::TakeBack& take, const Moment& moment) {
    return on_order(state, take.order, moment, [&](const Order& order) {
        return payment::command::TakeBack{order.id, take.attempt};
    });
}

OrderDecision decide(const State& state, const command::HoldLonger& longer, const Moment& moment) {
    const auto hall = state.halls().find(longer.event, longer.performance);
    if (!hall) return refuse(PayError::kUnknownPerformance);
    const Order* const order = state.orders().open_order(longer.guest, *hall);
    if (order == nullptr || order->state != payment::OrderState::kHeld)
        return refuse(PayError::kUnknownOrder);
    const Instant line_now = state.line_time(longer.event, moment.now());
    const Duration by = line_now + longer.left - order->deadline;
    if (by < kLongerMin) return {payment::Done{order->id, order->attempt(), {}, {}}, {}};
    Facts facts;
    // Our own copy of the hold ends with the order.
    for (seat::HallFact& change : seat::decide(state.halls().find(*hall)->seats,
                                               seat::command::Extend{longer.guest, by}, line_now)
                                      .facts)
        facts.push_back(fact::HallChanged{*hall, std::move(change)});
    facts.push_back(payment::Fact{
        order->id, {payment::ActorKind::kGuest}, payment::fact::HeldLonger{order->deadline + by}});
    return {payment::Done{order->id, order->attempt(), {}, {}}, std::move(facts)};
}

OrderDecision decide(const State& state, const command::RecordPayment& record,
                     const Moment& moment) {
    return on_order(state, record.order, moment, [&](const Order& order) {
        const Instant line_now = state.line_time(order.event, moment.now());
        return payment::command::RecordPayment{
            order.id,
            record.attempt,
            record.source,
            record.result,
            !record.seats_lost && seats_available(state, order, line_now),
            record.by};
    });
}

OrderDecision decide(const State& state, const command::CancelOrder& cancel, const Moment& moment) {
    return on_order(state, cancel.order, moment, [&](const Order& order) {
        return payment::command::CancelOrder{order.id, cancel.guest, cancel.by, cancel.call};
    });
}

OrderDecision decide(const State& state, const command::RequestRefund& request,
                     const Moment& moment) {
    auto asked = in_orders_words(state, request, moment);
    if (!asked) return refuse(asked.error());
    return wrapped(payment::decide(state.orders(), *asked, moment.now()));
}

OrderDecision decide(const State& state, const command::RecordRefund& record,
                     const Moment& moment) {
    return on_order(state, record.order, moment, [&](const Order& order) {
        return payment::command::RecordRefund{order.id, record.refund, record.of_try,
                                              record.result};
    });
}

OrderDecision decide(const State& state, const command::RetryRefund& retry, const Moment& moment) {
    return on_order(state, retry.order, moment, [&](const Order& order) {
        return payment::command::RetryRefund{order.id, retry.refund, retry.by};
    });
}

OrderDecision decide(const State& state, const command::AskAgain& ask, const Moment& moment) {
    return on_order(state, ask.order, moment, [&](const Order& order) {
        return payment::command::AskAgain{order.id, ask.by};
    });
}

Facts decide_order_deadlines(const State& state, const Moment& moment) {
    Facts facts;
    const auto add = [&facts](payment::Facts due) {
        for (payment::Fact& fact : due)
            facts.push_back(std::move(fact));
    };
    for (const auto& [event, line] : state.room())
        add(payment::decide_guest_deadlines(state.orders(), event,
                                            state.order_time(event, moment.now()), kOrdersPerStep));
    // Each step is decided on the state after the previous one.
    if (facts.empty()) add(payment::decide_deadlines(state.orders(), moment.now(), kOrdersPerStep));
    return facts;
}

OrderCopy copy_of(const State& state, payment::OrderId order) {
    const Order& found = *state.orders().find(order);
    OrderCopy copy{found, state.orders().shared_terms(found), std::nullopt};
    if (const auto* const number = state.bookings().number_of(order)) copy.booking = *number;
    return copy;
}

namespace {

OrderOutcome owned_copy(const State& state, const Order* order,
                        const std::optional<GuestId>& guest) {
    if (order == nullptr || (guest && order->guest != *guest))
        return fail(PayRefusal{PayError::kUnknownOrder});
    return copy_of(state, order->id);
}

}  // namespace

OrderOutcome answer(const State& state, const command::ShowOrder& show) {
    return owned_copy(state, state.orders().find(show.order), show.guest);
}

OrderOutcome answer(const State& state, const command::ShowOrderById& show) {
    return owned_copy(state, state.orders().find(show.order), std::nullopt);
}

OrderOutcome answer(const State& state, const command::ShowBooking& show) {
    const auto order = state.bookings().find(show.number);
    return owned_copy(state, order ? state.orders().find(*order) : nullptr, show.guest);
}

OrderOutcome answer(const State& state, const command::ShowOpenOrder& show) {
    const auto hall = state.halls().find(show.event, show.performance);
    if (!hall) return fail(PayRefusal{PayError::kUnknownPerformance});
    return owned_copy(state, state.orders().open_order(show.guest, *hall), show.guest);
}

OrdersOutcome answer(const State& state, const command::ListBookings& list) {
    const auto orders = state.bookings().of(list.guest);
    std::vector<OrderCopy> copies;
    for (auto order = orders.rbegin(); order != orders.rend() && copies.size() < kBookingsPerList;
         ++order)
        copies.push_back(copy_of(state, *order));
    return copies;
}

OrdersOutcome answer(const State& state, const command::ListOrders& list) {
    std::vector<OrderCopy> copies;
    const auto orders = state.orders().of(list.event, list.after);
    const std::size_t limit = std::min<std::size_t>(list.limit, kOrdersPerList);
    for (const payment::OrderId order : orders.first(std::min(orders.size(), limit)))
        copies.push_back(copy_of(state, order));
    return copies;
}

OrderPageOutcome answer(const State& state, const command::FindOrders& find) {
    const auto all = state.orders().of(find.event, {});
    const bool from_newest = find.before == payment::OrderId{};
    auto next = from_newest ? all.end() : std::ranges::lower_bound(all, find.before);
    const auto last = next - std::min<std::ptrdiff_t>(next - all.begin(), kOrdersLookedAt);
    const std::size_t limit = std::min<std::size_t>(find.limit, kOrdersPerList);
    OrderPage page;
    while (next != last && page.orders.size() < limit) {
        --next;
        if (!find.state || state.orders().find(*next)->state == *find.state)
            page.orders.push_back(copy_of(state, *next));
    }
    if (next != all.begin()) page.next = *next;
    return page;
}

RefundPreview answer(const State& state, const command::PreviewRefund& preview,
                     const Moment& moment) {
    const auto asked = in_orders_words(state, preview.refund, moment);
    if (!asked) return fail(PayRefusal{asked.error()});
    const auto quote = payment::preview_refund(state.orders(), *asked, moment.now());
    if (quote) return *quote;
    const bool unknown = quote.error() == payment::OrderError::kUnknownOrder;
    return fail(PayRefusal{unknown ? PayError::kUnknownOrder : PayError::kOrder, quote.error()});
}

}  // namespace onsale::sale
