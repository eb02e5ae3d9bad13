#pragma once

#include <cstddef>
#include <optional>

#include "payment/domain/command.hpp"
#include "payment/domain/fact.hpp"
#include "payment/domain/order_book.hpp"
#include "payment/domain/order_time.hpp"

namespace onsale::payment {

// The rules of orders and money: each looks at the state and says what happens, as facts; nothing
// here changes anything.
struct Decision {
    OrderOutcome outcome;
    Facts facts;
};

Decision decide(const OrderBook& book, const Command& command, OrderTime time);

Decision decide(const OrderBook& book, const command::SetTerms& set, OrderTime time);
Decision decide(const OrderBook& book, const command::RequestPayment& request, OrderTime time);
Decision decide(const OrderBook& book, const command::ConfirmPayment& confirm, OrderTime time);
Decision decide(const OrderBook& book, const command::RecordPayment& record, OrderTime time);
Decision decide(const OrderBook& book, const command::CancelOrder& cancel, OrderTime time);
Decision decide(const OrderBook& book, const command::AskAgain& ask, OrderTime time);
Decision decide(const OrderBook& book, const command::RequestRefund& request, OrderTime time);
Decision decide(const OrderBook& book, const command::RecordRefund& record, OrderTime time);
Decision decide(const OrderBook& book, const command::RetryRefund& retry, OrderTime time);
Decision decide(const OrderBook& book, const command::TakeBack& take, OrderTime time);
Decision decide(const OrderBook& book, const command::KeepReturn& back, OrderTime time);

// What RequestRefund would give back now: shown before it is asked for. Changes nothing.
Result<RefundQuote, OrderError> preview_refund(const OrderBook& book,
                                               const command::RequestRefund& request, Instant now);

// Answers that are missing, questions and refunds to send. At most `limit` orders, one step each:
// call again until it says nothing, since each step is decided on the state the last one made.
Facts decide_deadlines(const OrderBook& book, Instant now, std::size_t limit);
// Orders of an event whose guests did not pay in time. At most `limit`.
Facts decide_guest_deadlines(const OrderBook& book, EventId event, OrderTime time,
                             std::size_t limit);

// Waits before the first question to the provider and between the next; then it is parked. In all
// 34 minutes, well beyond the ten in which a provider still takes an old confirm.
std::optional<Duration> wait_before_question(std::uint8_t tries);
// The wait after so many tries of a refund, from 1; a day in all.
std::optional<Duration> wait_before_refund(std::uint8_t tries);

}  // namespace onsale::payment
