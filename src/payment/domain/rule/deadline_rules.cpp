#include "payment/domain/rule/decisions.hpp"

namespace onsale::payment {
namespace {

// The gateway times out well before this. The limit covers answers that were lost with a process.
constexpr Duration kRefundAnswerWithin = std::chrono::seconds{75};

bool reached(const std::optional<Instant>& instant, Instant now) {
    return instant && *instant <= now;
}

std::optional<Instant> first_question(const Order& order, Instant now) {
    if (!order.attempts.back().traits.can_ask) return std::nullopt;
    return now + *wait_before_question(0);
}

void end_paying(const Order& order, Instant now, std::vector<FactBody>& bodies) {
    bodies.push_back(fact::OrderEnded{EndReason::kPayTimeUsed});
    const auto ask_at = first_question(order, now);
    if (order.attempts.back().traits.charges_at_page && ask_at)
        bodies.push_back(fact::InquiryScheduled{order.attempt(), *ask_at});
}

std::vector<FactBody> guest_was_late(const Order& order, Instant now) {
    std::vector<FactBody> bodies;
    if (order.state == OrderState::kHeld)
        bodies.push_back(fact::OrderEnded{EndReason::kHoldExpired});
    else
        end_paying(order, now, bodies);
    return bodies;
}

void answer_missing(const Order& order, Instant now, std::vector<FactBody>& bodies) {
    const bool confirming = order.state == OrderState::kPaying && order.confirming;
    if (!confirming || order.deadline > now) return;
    if (order.approval)
        bodies.push_back(fact::GuestReturned{order.attempt(), order.attempts.back().payment_key,
                                             *order.approval, now + kConfirmAgain});
    else
        bodies.push_back(fact::OutcomeLost{first_question(order, now)});
}

void ask(const Order& order, Instant now, std::vector<FactBody>& bodies) {
    if (!order.inquiry || !reached(order.inquiry->next_at, now)) return;
    const auto tries = static_cast<std::uint8_t>(order.inquiry->tries + 1);
    const auto wait = wait_before_question(tries);
    const auto next_at = wait ? std::optional{now + *wait} : std::nullopt;
    bodies.push_back(fact::InquirySent{order.inquiry->attempt, next_at});
}

std::optional<FactBody> next_of(const Order& order, RefundIndex index, Instant now) {
    const Refund& refund = order.refunds[index.value];
    if (!reached(refund.next_at, now) || order.must_wait(refund)) return std::nullopt;
    switch (refund.state) {
        case RefundState::kSent: {
            const auto wait = wait_before_refund(refund.tries);
            const auto retry_at = wait ? std::optional{now + *wait} : std::nullopt;
            return fact::RefundUnknown{index, retry_at};
        }
        case RefundState::kRequested:
        case RefundState::kUnknown:
            return fact::RefundSent{index, now + kRefundAnswerWithin};
        case RefundState::kDone:
        case RefundState::kFailed:
            break;
    }
    return std::nullopt;
}

void send_refund(const Order& order, Instant now, std::vector<FactBody>& bodies) {
    for (std::size_t i = 0; i < order.refunds.size(); ++i) {
        if (auto body = next_of(order, {static_cast<std::uint16_t>(i)}, now)) {
            bodies.push_back(std::move(*body));
            return;
        }
    }
}

std::vector<FactBody> decide_order(const Order& order, Instant now) {
    std::vector<FactBody> bodies;
    answer_missing(order, now, bodies);
    if (bodies.empty()) ask(order, now, bodies);
    if (bodies.empty()) send_refund(order, now, bodies);
    return bodies;
}

}  // namespace

Facts decide_deadlines(const OrderBook& book, Instant now, std::size_t limit) {
    Facts facts;
    for (const auto& [due, id] : book.in_order_of_due()) {
        if (due > now || limit-- == 0) break;
        for (FactBody& body : decide_order(*book.find(id), now))
            facts.push_back({id, {}, std::move(body)});
    }
    return facts;
}

Facts decide_guest_deadlines(const OrderBook& book, EventId event, OrderTime time,
                             std::size_t limit) {
    Facts facts;
    for (const auto& [deadline, id] : book.waiting_for_guests(event)) {
        if (deadline > time.line || limit-- == 0) break;
        for (FactBody& body : guest_was_late(*book.find(id), time.now))
            facts.push_back({id, {}, std::move(body)});
    }
    return facts;
}

}  // namespace onsale::payment
