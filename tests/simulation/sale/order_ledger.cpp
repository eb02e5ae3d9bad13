#include "tests/simulation/sale/order_ledger.hpp"

#include <algorithm>

#include "tests/simulation/require.hpp"

namespace onsale::sim {

using payment::EndReason;
using payment::OrderState;
using payment::RefundState;
namespace fact = payment::fact;

namespace {

bool in_flight(RefundState state) {
    return state == RefundState::kSent || state == RefundState::kUnknown;
}

}  // namespace

std::size_t OrderLedger::Entry::kept_seats() const {
    if (!booked) return 0;
    std::size_t kept = seats.size();
    for (const Refund& refund : refunds)
        if (refund.state == RefundState::kDone) kept -= refund.seats.size();
    return kept;
}

void OrderLedger::apply(const payment::Fact& fact, payment::OrderTime time) {
    order_ = fact.order;
    time_ = time;
    std::visit([this](const auto& body) { on(body); }, fact.body);
}

const OrderLedger::Entry* OrderLedger::find(payment::OrderId order) const {
    const auto found = entries_.find(order);
    return found == entries_.end() ? nullptr : &found->second;
}

const OrderLedger::Entry* OrderLedger::open_order(const GuestId& guest,
                                                  payment::PerformanceId performance) const {
    for (const auto& [id, entry] : entries_)
        if (entry.guest == guest && entry.performance == performance && entry.open()) return &entry;
    return nullptr;
}

std::shared_ptr<const payment::Terms> OrderLedger::terms(payment::EventId event) const {
    const auto found = terms_.find(event);
    return found == terms_.end() ? nullptr : found->second.back();
}

std::size_t OrderLedger::bought(const GuestId& guest, payment::EventId event) const {
    std::size_t seats = 0;
    for (const auto& [id, entry] : entries_)
        if (entry.guest == guest && entry.event == event) seats += entry.kept_seats();
    return seats;
}

std::size_t OrderLedger::bought(const GuestId& guest, payment::PerformanceId performance) const {
    std::size_t seats = 0;
    for (const auto& [id, entry] : entries_)
        if (entry.guest == guest && entry.performance == performance) seats += entry.kept_seats();
    return seats;
}

OrderLedger::Entry& OrderLedger::entry() {
    const auto found = entries_.find(order_);
    require(found != entries_.end(), "a fact about an order that nobody opened");
    return found->second;
}

OrderLedger::Refund& OrderLedger::refund(payment::RefundIndex index) {
    require(index.value < entry().refunds.size(), "a refund that nobody asked for");
    return entry().refunds[index.value];
}

std::string OrderLedger::reference(std::size_t attempt) {
    return Bank::reference(entry().code, static_cast<std::uint8_t>(attempt));
}

void OrderLedger::on(const fact::TermsSet& fact) {
    terms_[fact.event].push_back(fact.terms);
}

void OrderLedger::on(const fact::OrderOpened& fact) {
    require(order_.value == entries_.size() + 1, "an order id was skipped or used twice");
    require(open_order(fact.guest, fact.performance) == nullptr, "two open orders of one guest");
    for (const auto& [id, other] : entries_)
        require(other.code != fact.code, "one code for two orders");
    Entry& opened = entries_[order_];
    opened.event = fact.event;
    opened.performance = fact.performance;
    opened.guest = fact.guest;
    opened.code = fact.code;
}

void OrderLedger::check_price(const fact::PaymentRequested& fact) const {
    const auto& versions = terms_.at(find(order_)->event);
    require(fact.terms == versions.size(), "priced by old terms");
    const payment::PriceList& prices = versions.back()->prices;
    std::int64_t total = 0;
    std::int64_t per_seat = 0;
    for (const payment::Fee& fee : prices.fees)
        (fee.per == payment::FeePer::kSeat ? per_seat : total) += fee.amount;
    for (const payment::QuoteLine& line : fact.quote.lines)
        total +=
            per_seat + prices.grades[line.chosen.grade.value].types[line.chosen.type.value].amount;
    require(fact.quote.total.amount == total && fact.attempt.total.amount == total,
            "another price than the list's");
}

void OrderLedger::on(const fact::PaymentRequested& fact) {
    Entry& order = entry();
    const bool first = order.attempts.empty();
    require(order.state == OrderState::kHeld && !order.ended, "paying began out of turn");
    require(fact.number == order.attempts.size() + 1, "an attempt was skipped");
    require(first || fact.number <= order.rules.attempts_max, "one attempt too many");
    require(first || (!order.asking && time_.line < order.deadline),
            "an attempt before the last was known, or after its time");
    for (const auto& [id, other] : entries_)
        require(other.guest != order.guest || !other.being_paid(), "two orders paid at once");
    check_price(fact);
    const payment::PayRules rules = terms_.at(order.event).back()->rules;
    const Instant cap =
        first ? time_.line + rules.paying_cap : std::max(order.pay_by, order.deadline);
    require(fact.pay_by == cap, "the cap on paying moved");
    order.rules = rules;
    order.pay_by = order.deadline = fact.pay_by;
    order.seats.clear();
    for (const payment::QuoteLine& line : fact.quote.lines)
        order.seats[line.chosen.seat.value] = line.chosen.fence.value;
    order.attempts.push_back(fact.quote.total.amount);
    order.confirmed.push_back(false);
    order.charges_at_page = fact.attempt.traits.charges_at_page;
    order.state = OrderState::kPaying;
}

void OrderLedger::on(const fact::ConfirmSent& fact) {
    Entry& order = entry();
    require(order.state == OrderState::kPaying, "a confirm out of turn");
    require(fact.attempt == order.attempts.size() && !order.confirmed.back(),
            "one attempt was confirmed twice");
    require(order.back_with ? order.back_with == fact.payment_key : time_.line < order.deadline,
            "confirmed after the time to pay, or another payment than the guest's");
    order.confirmed.back() = true;
    order.confirming = true;
    order.back_with.reset();
    order.deadline = fact.answer_by;
}

void OrderLedger::on(const fact::PaymentDeclined& fact) {
    Entry& order = entry();
    require(order.being_paid(), "declined what nobody pays");
    require(bank_.charges(reference(order.attempts.size())) == 0, "declined what was charged");
    require(fact.held_until >= time_.line + order.rules.decline_grace, "declined without grace");
    order.state = OrderState::kHeld;
    order.confirming = false;
    order.back_with.reset();
    order.asking.reset();
    order.deadline = fact.held_until;
}

void OrderLedger::on(const fact::OutcomeLost&) {
    Entry& order = entry();
    require(order.state == OrderState::kPaying, "lost an answer nobody waited for");
    order.state = OrderState::kUnknown;
    require(!order.back_with, "a return that was kept is not confirmed");
    order.confirming = false;
    order.back_with.reset();
    order.asking = static_cast<std::uint8_t>(order.attempts.size());
}

void OrderLedger::on(const fact::InquiryScheduled& fact) {
    entry().asking = fact.attempt;
}

void OrderLedger::on(const fact::InquirySent& fact) {
    require(entry().asking == fact.attempt, "asked without a question");
}

void OrderLedger::on(const fact::InquiryClosed&) {
    entry().asking.reset();
}

void OrderLedger::on(const fact::Charged& fact) {
    Entry& order = entry();
    const auto paid = bank_.look(reference(fact.attempt), time_.now);
    require(paid && bank_.charges(reference(fact.attempt)) == 1, "booked money that never moved");
    require(paid->payment_key == fact.payment_key && paid->amount == fact.amount,
            "another payment than the provider's");
    for (const Charge& other : order.charges)
        require(other.key != fact.payment_key, "one charge was recorded twice");
    order.charges.push_back({fact.payment_key, fact.amount.amount});
    if (order.asking == fact.attempt) order.asking.reset();
}

void OrderLedger::on(const fact::OrderPaid& fact) {
    Entry& order = entry();
    require(!order.booked && fact.charge.value + 1u == order.charges.size(), "paid twice");
    require(order.charges.back().amount == order.attempts.back(), "paid another amount");
    const bool thrown_out =
        order.ended &&
        (*order.ended == EndReason::kCancelled || *order.ended == EndReason::kRevoked ||
         *order.ended == EndReason::kWrongAmount || *order.ended == EndReason::kSeatsLost);
    require(!thrown_out, "an order that was given up was booked");
    const bool open = order.open();
    require(open || open_order(order.guest, order.performance) == nullptr,
            "a late payment was booked beside an open order");
    order.booked = fact.charge.value;
    order.ended.reset();
    order.confirming = false;
    order.back_with.reset();
    order.state = OrderState::kPaid;
}

void OrderLedger::on(const fact::OrderEnded& fact) {
    Entry& order = entry();
    require(order.open(), "ended twice");
    const bool money_may_move = order.confirming || order.state == OrderState::kUnknown;
    switch (fact.reason) {
        case EndReason::kHoldExpired:
            require(order.state == OrderState::kHeld && order.deadline <= time_.line,
                    "an order expired before its time");
            break;
        case EndReason::kPayTimeUsed:
            require(order.state == OrderState::kPaying && !money_may_move &&
                        order.deadline <= time_.line,
                    "the time to pay was over before its end");
            break;
        case EndReason::kAttemptsUsed:
            require(order.attempts.size() >= order.rules.attempts_max, "attempts were left");
            break;
        case EndReason::kCancelled:
        case EndReason::kRevoked:
            require(!money_may_move, "given up while the money may move");
            break;
        case EndReason::kWrongAmount:
        case EndReason::kSeatsLost:
            require(!order.charges.empty(), "ended for money that never came");
            break;
    }
    order.ended = fact.reason;
    order.confirming = false;
    order.back_with.reset();
    order.state = OrderState::kEnded;
}

void OrderLedger::on(const fact::RefundRequested& fact) {
    Entry& order = entry();
    require(fact.charge.value < order.charges.size(), "a refund of no charge");
    std::int64_t left = order.charges[fact.charge.value].amount;
    for (const Refund& other : order.refunds) {
        if (other.charge == fact.charge.value && other.state != RefundState::kFailed)
            left -= other.amount;
        for (const payment::SeatIndex seat : fact.quote.seats)
            require(std::ranges::find(other.seats, seat.value) == other.seats.end(),
                    "one seat was given back twice");
    }
    require(fact.quote.amount.amount <= left, "more is given back than came");
    require(order.booked == fact.charge.value || fact.quote.amount.amount == left,
            "money that bought nothing does not go back whole");
    Refund asked{fact.charge.value, fact.quote.amount.amount, {}, RefundState::kRequested};
    for (const payment::SeatIndex seat : fact.quote.seats)
        asked.seats.push_back(seat.value);
    order.refunds.push_back(std::move(asked));
}

void OrderLedger::on(const fact::RefundSent& fact) {
    Refund& sent = refund(fact.refund);
    for (const Refund& other : entry().refunds)
        require(&other == &sent || other.charge != sent.charge || !in_flight(other.state),
                "two refunds of one charge at once");
    require(sent.state != RefundState::kDone && sent.state != RefundState::kSent,
            "a refund was sent out of turn");
    sent.state = RefundState::kSent;
}

void OrderLedger::on(const fact::RefundDone& fact) {
    Refund& done = refund(fact.refund);
    require(done.state != RefundState::kDone, "one refund was recorded twice");
    require(bank_.given_back(Bank::refund_key(entry().code, fact.refund)) == done.amount,
            "a refund that the provider did not make");
    done.state = RefundState::kDone;
}

void OrderLedger::on(const fact::RefundFailed& fact) {
    require(bank_.given_back(Bank::refund_key(entry().code, fact.refund)) == 0,
            "a refund that was made counts as failed");
    refund(fact.refund).state = RefundState::kFailed;
}

void OrderLedger::on(const fact::RefundUnknown& fact) {
    refund(fact.refund).state = RefundState::kUnknown;
}

void OrderLedger::on(const fact::RefundDelayed& fact) {
    refund(fact.refund).state = RefundState::kRequested;
}

// A call with a key is performed once: a request once per guest, the others once per order.
void OrderLedger::on(const fact::CallKept& fact) {
    const auto [kind, call, refund] = fact.call;
    const bool request = kind == payment::CallKind::kRequest;
    for (const auto& [id, order] : entries_)
        if (id == order_ || (request && order.guest == entry().guest))
            require(!order.calls.contains({kind, call.key}), "a call was made twice under one key");
    entry().calls.insert({kind, call.key});
}

void OrderLedger::on(const fact::GuestReturned& fact) {
    Entry& order = entry();
    require(order.state == OrderState::kPaying && fact.attempt == order.attempts.size() &&
                !order.confirmed.back(),
            "a return out of turn");
    require(order.back_with ? order.back_with == fact.payment_key : time_.line < order.deadline,
            "back after the time to pay, or with another payment than before");
    order.back_with = fact.payment_key;
    order.confirming = true;
    order.deadline = fact.again_at;
}

void OrderLedger::on(const fact::HeldLonger& fact) {
    Entry& order = entry();
    require(order.state == OrderState::kHeld && fact.held_until > order.deadline,
            "more time for an order that does not wait for its guest");
    order.deadline = fact.held_until;
}

// The simulation sends none. payment_property_test.cpp does.
void OrderLedger::on(const fact::TakeBackSent&) {
    require(false, "a net-cancel that nobody asked for");
}

}  // namespace onsale::sim
