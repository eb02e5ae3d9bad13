#include <algorithm>

#include "payment/domain/rule/decisions.hpp"

namespace onsale::payment {
namespace {

constexpr std::size_t kRefundsMax = 300;  // More than the seats and charges of an order together.

bool by_table(RefundWhy why) {
    return why == RefundWhy::kGuestWish || why == RefundWhy::kOrganiserFault;
}

// The selected lines, or all remaining lines if none is named.
Result<Refundable, OrderError> chosen_lines(const Order& order,
                                            const std::vector<SeatIndex>& seats) {
    Refundable what{{}, 0, order.quote.total.currency};
    std::size_t left = 0;
    for (const QuoteLine& line : order.quote.lines) {
        const SeatIndex seat = line.chosen.seat;
        const bool named = std::ranges::find(seats, seat) != seats.end();
        if (named && order.given_back(seat)) return fail(OrderError::kAlreadyRefunded);
        if (order.given_back(seat)) continue;
        ++left;
        if (named || seats.empty()) what.lines.push_back(line);
    }
    if (left == 0) return fail(OrderError::kAlreadyRefunded);
    if (!seats.empty() && what.lines.size() != seats.size())
        return fail(OrderError::kSeatNotInOrder);
    if (what.lines.size() == left) what.order_fees = order.quote.order_fees;
    return what;
}

const Refund* find_refund(const Order* order, RefundIndex index) {
    if (order == nullptr || index.value >= order->refunds.size()) return nullptr;
    return &order->refunds[index.value];
}

Decision refunded(const Order& order, RefundIndex index, const Actor& by,
                  std::optional<FactBody> body) {
    Facts facts;
    if (body) facts.push_back({order.id, by, std::move(*body)});
    return {Done{order.id, order.attempt(), index, order.refunds[index.value].quote.amount},
            std::move(facts)};
}

std::optional<Instant> later(Instant now, std::uint8_t tries) {
    const auto wait = wait_before_refund(tries);
    return wait ? std::optional{now + *wait} : std::nullopt;
}

FactBody answer_fact(const Refund& refund, RefundIndex index, RefundResult result, Instant now) {
    const auto retry_at = later(now, refund.tries);
    switch (result) {
        case RefundResult::kDone:
            return fact::RefundDone{index};
        case RefundResult::kRefused:
            return fact::RefundFailed{index};
        case RefundResult::kUnavailable:
            // This try was not done, but an earlier one may have been.
            if (refund.was_unknown) break;
            if (!retry_at) return fact::RefundFailed{index};
            return fact::RefundDelayed{index, *retry_at, false};
        case RefundResult::kOutcomeUnknown:
            break;
    }
    return fact::RefundUnknown{index, retry_at};
}

}  // namespace

Result<RefundQuote, OrderError> preview_refund(const OrderBook& book,
                                               const command::RequestRefund& request, Instant now) {
    const Order* const order = find_own(book, request.order, request.guest);
    if (order == nullptr) return fail(OrderError::kUnknownOrder);
    if (order->state != OrderState::kPaid) return fail(OrderError::kNotPaid);
    if (!by_table(request.why)) return fail(OrderError::kNotRefundable);
    const auto what = chosen_lines(*order, request.seats);
    if (!what) return fail(what.error());
    const RefundCase refund{request.why, request.days_before, now - *order->paid_at()};
    auto quote = quote_refund(book.terms(*order).refunds, *what, refund);
    if (!quote || quote->amount.amount > order->refundable(*order->booked))
        return fail(OrderError::kNotRefundable);
    return *std::move(quote);
}

Decision decide_once(const OrderBook& book, const command::RequestRefund& request, OrderTime time) {
    // Only an operator may claim that the organiser is at fault.
    if (request.why != RefundWhy::kGuestWish && request.by.kind == ActorKind::kGuest)
        return refuse(OrderError::kNotRefundable);
    const auto quote = preview_refund(book, request, time.now);
    if (!quote) return refuse(quote.error());
    if (quote->amount != request.shown) return refuse(OrderError::kAmountChanged);
    const Order& order = *book.find(request.order);
    if (order.refunds.size() >= kRefundsMax) return refuse(OrderError::kTooMany);
    const RefundIndex index{static_cast<std::uint16_t>(order.refunds.size())};
    Facts facts{{order.id, request.by, fact::RefundRequested{*order.booked, request.why, *quote}}};
    // The seats are returned without a payment, so no provider is called.
    if (quote->amount.amount == 0) facts.push_back({order.id, request.by, fact::RefundDone{index}});
    return {Done{order.id, order.attempt(), index, quote->amount}, std::move(facts)};
}

Decision decide(const OrderBook& book, const command::RecordRefund& record, OrderTime time) {
    const Order* const order = book.find(record.order);
    const Refund* const refund = find_refund(order, record.refund);
    if (refund == nullptr) return refuse(OrderError::kUnknownOrder);
    const Actor by{ActorKind::kProvider};
    if (refund->state == RefundState::kDone)
        return refunded(*order, record.refund, by, std::nullopt);
    if (record.of_try == 0 || record.of_try > refund->tries) return refuse(OrderError::kWrongState);
    // A late answer to an earlier try. Only a success is new information.
    const bool awaited = refund->state == RefundState::kSent && record.of_try == refund->tries;
    if (!awaited && record.result != RefundResult::kDone) return refuse(OrderError::kWrongState);
    // The amount of a failed refund may have been refunded otherwise meanwhile.
    if (refund->state == RefundState::kFailed &&
        refund->quote.amount.amount > order->refundable(refund->charge))
        return refuse(OrderError::kWrongState);
    return refunded(*order, record.refund, by,
                    answer_fact(*refund, record.refund, record.result, time.now));
}

Decision decide(const OrderBook& book, const command::RetryRefund& retry, OrderTime time) {
    const Order* const order = book.find(retry.order);
    const Refund* const refund = find_refund(order, retry.refund);
    if (refund == nullptr) return refuse(OrderError::kUnknownOrder);
    const bool failed = refund->state == RefundState::kFailed;
    const bool parked = refund->state == RefundState::kUnknown && !refund->next_at;
    if (!failed && !parked) return refuse(OrderError::kWrongState);
    // The amount of a failed refund may have been refunded otherwise meanwhile.
    if (failed && refund->quote.amount.amount > order->refundable(refund->charge))
        return refuse(OrderError::kNotRefundable);
    return refunded(*order, retry.refund, retry.by,
                    fact::RefundDelayed{retry.refund, time.now, true});
}

}  // namespace onsale::payment
