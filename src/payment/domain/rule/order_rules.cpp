#include "payment/domain/rule/order_rules.hpp"

#include <algorithm>
#include <array>

#include "payment/domain/rule/decisions.hpp"

namespace onsale::payment {
namespace {

using namespace std::chrono_literals;

constexpr std::array<Duration, 13> kQuestionWaits = {2s,   5s,   10s,  20s,  40s,  80s, 160s,
                                                     5min, 5min, 5min, 5min, 5min, 4min};
constexpr std::array<Duration, 10> kRefundWaits = {10s, 30s, 2min, 10min, 30min,
                                                   1h,  2h,  4h,   8h,    8h};
constexpr std::size_t kKeyBytesMax = 200;  // The maximum length among all providers.
constexpr std::size_t kApprovalBytesMax = 4096;

bool valid(const PayRules& rules) {
    return rules.attempts_max >= 1 && rules.attempts_max <= 10 && rules.paying_cap > 0ms &&
           rules.decline_grace >= 3min && rules.answer_within > 0ms;
}

// The order to continue, or the error. Both are empty for a new order.
struct Continued {
    const Order* order = nullptr;
    std::optional<OrderError> error;
    bool same_again = false;
};

bool same_request(const Order& order, const command::RequestPayment& request) {
    return order.state == OrderState::kPaying && !order.confirming &&
           order.attempts.back().provider == request.provider &&
           std::ranges::equal(order.quote.lines, request.seats, {}, &QuoteLine::chosen);
}

Continued order_to_continue(const OrderBook& book, const command::RequestPayment& request,
                            Instant line_now) {
    const Order* const paying = book.being_paid(request.guest);
    const Order* const open = book.open_order(request.guest, request.performance);
    if (paying != nullptr) {
        // The guest repeated the request: return the same attempt.
        if (paying == open && same_request(*paying, request) && line_now < paying->deadline)
            return {paying, std::nullopt, true};
        return {nullptr, OrderError::kAlreadyPaying, false};
    }
    if (open == nullptr) return {};
    if (line_now >= open->deadline) return {nullptr, OrderError::kHoldOver, false};
    if (open->inquiry) return {nullptr, OrderError::kStillAsking, false};
    if (open->attempt() >= book.terms(*open).rules.attempts_max)
        return {nullptr, OrderError::kAttemptsUsed, false};
    return {open, std::nullopt, false};
}

// The first request sets the limit. Only the grace period of a decline may extend beyond it.
Instant pay_by(const Order* order, const PayRules& rules, Instant line_now) {
    return order == nullptr ? line_now + rules.paying_cap
                            : std::max(order->pay_by, order->deadline);
}

// Whether a call repeats the current payment. A repetition is valid, another payment is not.
bool named_again(const Order& order, const auto& back) {
    return order.attempts.back().payment_key == back.payment_key;
}

// Decides a return or a confirm as far as the state of the order already determines it.
std::optional<Decision> known_before(const Order& order, const auto& back) {
    if (back.attempt != order.attempt()) return refuse(OrderError::kMismatch);
    switch (order.state) {
        case OrderState::kPaid:
            return done(order);
        case OrderState::kEnded:
            return refuse(OrderError::kEnded);
        case OrderState::kHeld:
        case OrderState::kAwaitingDeposit:
            return refuse(OrderError::kNotPaying);
        case OrderState::kUnknown:
        case OrderState::kPaying:
            break;
    }
    if (back.amount != order.attempts.back().total) return refuse(OrderError::kMismatch);
    const bool sent = order.confirming && !order.approval;
    if (!sent && order.state != OrderState::kUnknown) return std::nullopt;
    return named_again(order, back) ? done(order) : refuse(OrderError::kMismatch);
}

std::optional<OrderError> why_not_confirmed(const Order& order, const auto& back, OrderTime time) {
    // Another payment is already being confirmed.
    if (order.confirming) return OrderError::kMismatch;
    if (back.payment_key.empty() || back.payment_key.size() > kKeyBytesMax)
        return OrderError::kMismatch;
    if (time.line >= order.deadline) return OrderError::kTooLate;
    return std::nullopt;
}

}  // namespace

std::optional<Duration> wait_before_question(std::uint8_t tries) {
    if (tries >= kQuestionWaits.size()) return std::nullopt;
    return kQuestionWaits[tries];
}

std::optional<Duration> wait_before_refund(std::uint8_t tries) {
    if (tries == 0 || tries > kRefundWaits.size()) return std::nullopt;
    return kRefundWaits[tries - 1u];
}

Decision decide(const OrderBook& book, const Command& command, OrderTime time) {
    return std::visit([&](const auto& one) { return decide(book, one, time); }, command);
}

Decision decide(const OrderBook& book, const command::SetTerms& set, OrderTime) {
    const bool sound = set.terms && !problem_of(set.terms->prices) &&
                       !problem_of(set.terms->refunds) && valid(set.terms->rules);
    if (!sound) return refuse(OrderError::kBadTerms);
    if (book.terms_version(set.event) >= kTermsVersionsMax) return refuse(OrderError::kTooMany);
    return {Done{}, {{{}, set.by, fact::TermsSet{set.event, set.terms}}}};
}

Decision decide_once(const OrderBook& book, const command::RequestPayment& request,
                     OrderTime time) {
    const Terms* const terms = book.terms(request.event);
    if (terms == nullptr) return refuse(OrderError::kUnknownEvent);
    const auto quoted = quote(terms->prices, request.seats);
    if (!quoted) return refuse(OrderError::kBadSeats);
    if (quoted->total.amount == 0) return refuse(OrderError::kNothingToPay);
    const auto [order, error, same_again] = order_to_continue(book, request, time.line);
    if (error) return refuse(*error);
    if (same_again) return done(*order);
    // The deadline of an existing order was checked above. A decline may have moved it beyond the
    // deadline of the hold.
    if (order == nullptr && time.line >= request.hold_until) return refuse(OrderError::kHoldOver);
    if (order == nullptr && book.size() >= kOrdersMax) return refuse(OrderError::kTooMany);
    const OrderId id = order == nullptr ? book.next_id() : order->id;
    const Actor by{ActorKind::kGuest};
    Facts facts;
    if (order == nullptr)
        facts.push_back(
            {id, by,
             fact::OrderOpened{request.event, request.performance, request.guest, request.code}});
    const auto attempt = static_cast<std::uint8_t>(order == nullptr ? 1 : order->attempt() + 1);
    const PayRules& rules = order == nullptr ? terms->rules : book.terms(*order).rules;
    facts.push_back({id, by,
                     fact::PaymentRequested{
                         attempt,
                         book.terms_version(request.event),
                         request.hold_until,
                         pay_by(order, rules, time.line),
                         *quoted,
                         {request.provider, request.merchant, request.traits, quoted->total, {}}}});
    return {Done{id, attempt, {}, quoted->total}, std::move(facts)};
}

Decision decide_once(const OrderBook& book, const command::ConfirmPayment& confirm,
                     OrderTime time) {
    const Order* const order = find_own(book, confirm.order, confirm.guest);
    if (order == nullptr) return refuse(OrderError::kUnknownOrder);
    if (auto known = known_before(*order, confirm)) return std::move(*known);
    // A guest who returned in time is confirmed regardless of the delay.
    const bool is_back = order->approval && named_again(*order, confirm);
    if (!is_back) {
        if (const auto error = why_not_confirmed(*order, confirm, time)) return refuse(*error);
    }
    const Instant answer_by = time.now + book.terms(*order).rules.answer_within;
    return done(*order, {{order->id,
                          {ActorKind::kGuest},
                          fact::ConfirmSent{confirm.attempt, confirm.payment_key, answer_by}}});
}

Decision decide(const OrderBook& book, const command::KeepReturn& back, OrderTime time) {
    const Order* const order = book.find(back.order);
    if (order == nullptr) return refuse(OrderError::kUnknownOrder);
    if (auto known = known_before(*order, back)) return std::move(*known);
    if (order->approval && named_again(*order, back)) return done(*order);
    if (const auto error = why_not_confirmed(*order, back, time)) return refuse(*error);
    if (back.approval.size() > kApprovalBytesMax) return refuse(OrderError::kMismatch);
    return done(*order, {{order->id,
                          {ActorKind::kGuest},
                          fact::GuestReturned{back.attempt, back.payment_key, back.approval,
                                              time.now + kConfirmAgain}}});
}

Decision decide_once(const OrderBook& book, const command::CancelOrder& cancel, OrderTime time) {
    const Order* const order = find_own(book, cancel.order, cancel.guest);
    if (order == nullptr) return refuse(OrderError::kUnknownOrder);
    if (order->state == OrderState::kEnded) return done(*order);
    if (order->state == OrderState::kPaid) return refuse(OrderError::kAlreadyPaid);
    if (order->confirming || order->state == OrderState::kUnknown)
        return refuse(OrderError::kBeingPaid);
    const bool own = cancel.by.kind == ActorKind::kGuest;
    Facts facts{{order->id, cancel.by,
                 fact::OrderEnded{own ? EndReason::kCancelled : EndReason::kRevoked}}};
    if (order->state == OrderState::kPaying && order->attempts.back().traits.charges_at_page &&
        order->attempts.back().traits.can_ask)
        facts.push_back(
            {order->id, cancel.by,
             fact::InquiryScheduled{order->attempt(), time.now + *wait_before_question(0)}});
    return done(*order, std::move(facts));
}

Decision decide(const OrderBook& book, const command::TakeBack& take, OrderTime time) {
    const Order* const order = book.find(take.order);
    if (order == nullptr) return refuse(OrderError::kUnknownOrder);
    // A webhook may have reported the outcome meanwhile, or the order no longer waits for it.
    if (!order->confirming || order->approval || order->taking_back ||
        take.attempt != order->attempt())
        return refuse(OrderError::kWrongState);
    const Instant answer_by = time.now + book.terms(*order).rules.answer_within;
    return done(*order, {{order->id, {}, fact::TakeBackSent{take.attempt, answer_by}}});
}

Decision decide(const OrderBook& book, const command::AskAgain& ask, OrderTime time) {
    const Order* const order = book.find(ask.order);
    if (order == nullptr) return refuse(OrderError::kUnknownOrder);
    if (!order->inquiry || order->inquiry->next_at) return refuse(OrderError::kWrongState);
    return done(*order,
                {{order->id, ask.by, fact::InquiryScheduled{order->inquiry->attempt, time.now}}});
}

}  // namespace onsale::payment
