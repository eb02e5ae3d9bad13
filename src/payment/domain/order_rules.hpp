#pragma once

#include <cstddef>
#include <optional>

#include "payment/domain/command.hpp"
#include "payment/domain/fact.hpp"
#include "payment/domain/order_book.hpp"

namespace onsale::payment {

// The rules of orders and money: each looks at the state and says what happens, as facts; nothing
// here changes anything.
struct Decision {
    OrderOutcome outcome;
    Facts facts;
};

Decision decide(const OrderBook& book, const Command& command, Instant now);

Decision decide(const OrderBook& book, const command::SetTerms& set, Instant now);
Decision decide(const OrderBook& book, const command::Resume& resume, Instant now);
Decision decide(const OrderBook& book, const command::RequestPayment& request, Instant now);
Decision decide(const OrderBook& book, const command::ConfirmPayment& confirm, Instant now);
Decision decide(const OrderBook& book, const command::RecordPayment& record, Instant now);
Decision decide(const OrderBook& book, const command::CancelOrder& cancel, Instant now);
Decision decide(const OrderBook& book, const command::AskAgain& ask, Instant now);
Decision decide(const OrderBook& book, const command::RequestRefund& request, Instant now);
Decision decide(const OrderBook& book, const command::RecordRefund& record, Instant now);
Decision decide(const OrderBook& book, const command::RetryRefund& retry, Instant now);

// What RequestRefund would give back now: shown before it is asked for. Changes nothing.
Result<RefundQuote, OrderError> preview_refund(const OrderBook& book,
                                               const command::RequestRefund& request, Instant now);

// Holds and payments at their deadline, answers that are missing, questions and refunds to send.
// At most `limit` orders, one step each: call again until it says nothing, since each step is
// decided on the state the last one made.
Facts decide_deadlines(const OrderBook& book, Instant now, std::size_t limit);

// Waits before the first question to the provider and between the next; then it is parked. In all
// 34 minutes, well beyond the ten in which a provider still takes an old confirm.
std::optional<Duration> wait_before_question(std::uint8_t tries);
// The wait after so many tries of a refund, from 1; a day in all.
std::optional<Duration> wait_before_refund(std::uint8_t tries);

}  // namespace onsale::payment
