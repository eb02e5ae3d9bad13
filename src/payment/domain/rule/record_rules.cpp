// Applies a provider's result to an order. The same result may arrive as an answer, as a webhook
// and as the answer to a query, in any order and any number of times. The first one counts.
#include <algorithm>

#include "payment/domain/rule/decisions.hpp"

namespace onsale::payment {
namespace {

// An attempt has one charge; more than this indicates abuse.
constexpr std::size_t kChargesMax = 200;

const Attempt& attempt_of(const Order& order, const command::RecordPayment& record) {
    return order.attempts[record.attempt - 1u];
}

bool about_present_attempt(const Order& order, const command::RecordPayment& record) {
    return record.attempt == order.attempt();
}

// A guest who cancelled or was removed does not get the seats by a late payment.
bool may_come_back(EndReason reason) {
    switch (reason) {
        case EndReason::kHoldExpired:
        case EndReason::kPayTimeUsed:
        case EndReason::kAttemptsUsed:
            return true;
        case EndReason::kCancelled:
        case EndReason::kRevoked:
        case EndReason::kWrongAmount:
        case EndReason::kSeatsLost:
            break;
    }
    return false;
}

// Why the money is refunded; std::nullopt if it pays for the seats.
std::optional<RefundWhy> why_not_booked(const OrderBook& book, const Order& order,
                                        const command::RecordPayment& record) {
    if (order.booked || !about_present_attempt(order, record)) return RefundWhy::kDuplicateCharge;
    if (order.ended) {
        const bool elsewhere = book.open_order(order.guest, order.performance) != nullptr;
        if (!may_come_back(*order.ended) || elsewhere || !record.seats_available)
            return RefundWhy::kLateCharge;
    }
    if (!record.seats_available) return RefundWhy::kSeatsLost;
    return std::nullopt;
}

// Refunds the whole charge that is being recorded, which will be the last one of the order.
fact::RefundRequested all_back(const Order& order, const Money& amount, RefundWhy why) {
    const ChargeIndex charge{static_cast<std::uint8_t>(order.charges.size())};
    return {charge, why, {{}, {}, amount}};
}

bool ends_with(const Order& order, const command::RecordPayment& record) {
    return order.open() && about_present_attempt(order, record);
}

Decision charged(const OrderBook& book, const Order& order, const command::RecordPayment& record,
                 const result::Approved& approved) {
    const auto fact = [&](FactBody body) { return Fact{order.id, record.by, std::move(body)}; };
    Facts facts{fact(fact::Charged{record.attempt, approved.payment_key, approved.amount})};
    const bool wrong_amount = approved.amount != attempt_of(order, record).total;
    const auto why =
        wrong_amount ? std::optional{RefundWhy::kWrongAmount} : why_not_booked(book, order, record);
    if (!why) {
        const ChargeIndex charge{static_cast<std::uint8_t>(order.charges.size())};
        facts.push_back(fact(fact::OrderPaid{charge}));
        return done(order, std::move(facts));
    }
    facts.push_back(fact(all_back(order, approved.amount, *why)));
    if (ends_with(order, record))
        facts.push_back(
            fact(fact::OrderEnded{wrong_amount ? EndReason::kWrongAmount : EndReason::kSeatsLost}));
    return done(order, std::move(facts));
}

// A result that contradicts the order is rejected, but the provider is queried.
Decision doubt(const Order& order, const command::RecordPayment& record, OrderTime time) {
    Decision decision = refuse(OrderError::kMismatch);
    const bool asked_anyway = order.inquiry || order.confirming || order.booked;
    if (!asked_anyway && attempt_of(order, record).traits.can_ask)
        decision.facts.push_back(
            {order.id, record.by, fact::InquiryScheduled{record.attempt, time.now}});
    return decision;
}

// A final result that changes nothing. It only closes the inquiry about the attempt.
Decision nothing_new(const Order& order, const command::RecordPayment& record) {
    if (!order.inquiry || order.inquiry->attempt != record.attempt) return done(order);
    return done(order, {{order.id, record.by, fact::InquiryClosed{record.attempt}}});
}

Decision decide_result(const OrderBook& book, const Order& order,
                       const command::RecordPayment& record, const result::Approved& approved,
                       OrderTime time) {
    const bool proof = record.source != ResultSource::kBrowser;
    const Attempt& attempt = attempt_of(order, record);
    if (!proof || approved.merchant != attempt.merchant || approved.payment_key.empty() ||
        approved.amount.amount <= 0)
        return refuse(OrderError::kMismatch);
    if (const Charge* const known = order.find_charge(approved.payment_key)) {
        if (known->amount != approved.amount) return refuse(OrderError::kMismatch);
        return nothing_new(order, record);
    }
    // The approval may be older than the net-cancel. Only a query made after the net-cancel is
    // reliable.
    const bool asked_later = record.source == ResultSource::kQuery && !order.taking_back;
    if (order.may_be_void(record.attempt) && !asked_later) return doubt(order, record, time);
    if (record.source == ResultSource::kWebhook && approved.amount != attempt.total)
        return doubt(order, record, time);
    if (order.charges.size() >= kChargesMax) return refuse(OrderError::kTooMany);
    return charged(book, order, record, approved);
}

Decision lost(const Order& order, const command::RecordPayment& record, OrderTime time) {
    std::optional<Instant> ask_at;
    if (order.attempts.back().traits.can_ask) ask_at = time.now + *wait_before_question(0);
    return done(order, {{order.id, record.by, fact::OutcomeLost{ask_at}}});
}

Decision declined(const OrderBook& book, const Order& order, const command::RecordPayment& record,
                  DeclineReason reason, OrderTime time) {
    const PayRules& rules = book.terms(order).rules;
    const Instant held_until = std::max(order.hold_until, time.line + rules.decline_grace);
    Facts facts{{order.id, record.by, fact::PaymentDeclined{reason, held_until}}};
    if (order.attempt() >= rules.attempts_max)
        facts.push_back({order.id, record.by, fact::OrderEnded{EndReason::kAttemptsUsed}});
    return done(order, std::move(facts));
}

Decision decide_result(const OrderBook& book, const Order& order,
                       const command::RecordPayment& record, const result::Declined& decline,
                       OrderTime time) {
    const bool waiting = order.being_paid() && about_present_attempt(order, record);
    if (record.source == ResultSource::kBrowser) {
        if (!waiting || order.confirming || order.state != OrderState::kPaying) return done(order);
        if (order.attempts.back().traits.charges_at_page) return lost(order, record, time);
    }
    if (waiting) return declined(book, order, record, decline.reason, time);
    return nothing_new(order, record);
}

Decision decide_result(const OrderBook&, const Order& order, const command::RecordPayment&,
                       const result::Pending&, OrderTime) {
    return done(order);
}

Decision decide_result(const OrderBook& book, const Order& order,
                       const command::RecordPayment& record, const result::Unavailable&,
                       OrderTime time) {
    // A confirm is sent once per attempt, so one that did not arrive will never arrive. A query
    // that did not arrive has no meaning.
    const bool ours =
        record.source == ResultSource::kAnswer && about_present_attempt(order, record);
    if (!ours || !order.being_paid()) return done(order);
    // It does not show either that the page charged nothing, or what happened to an earlier
    // confirm.
    if (order.attempts.back().traits.charges_at_page || order.taking_back)
        return order.confirming ? lost(order, record, time) : done(order);
    return declined(book, order, record, DeclineReason::kProviderUnavailable, time);
}

Decision decide_result(const OrderBook&, const Order& order, const command::RecordPayment& record,
                       const result::OutcomeUnknown&, OrderTime time) {
    const bool ours =
        record.source == ResultSource::kAnswer && about_present_attempt(order, record);
    if (!ours || !order.confirming) return done(order);
    return lost(order, record, time);
}

}  // namespace

Decision decide(const OrderBook& book, const command::RecordPayment& record, OrderTime time) {
    const Order* const order = book.find(record.order);
    if (order == nullptr) return refuse(OrderError::kUnknownOrder);
    if (record.attempt == 0 || record.attempt > order->attempt())
        return refuse(OrderError::kMismatch);
    return std::visit(
        [&](const auto& result) { return decide_result(book, *order, record, result, time); },
        record.result);
}

}  // namespace onsale::payment
