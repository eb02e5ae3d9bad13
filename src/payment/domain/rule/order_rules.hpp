#pragma once

#include <cstddef>
#include <optional>

#include "payment/domain/command.hpp"
#include "payment/domain/fact.hpp"
#include "payment/domain/order_book.hpp"
#include "payment/domain/order_time.hpp"

namespace onsale::payment {

// The rules of orders and money. Each function reads the state and returns its decision as facts;
// none changes the state.
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

// The amount that RequestRefund would refund now, to be shown before the request. Changes nothing.
Result<RefundQuote, OrderError> preview_refund(const OrderBook& book,
                                               const command::RequestRefund& request, Instant now);

// Handles missing answers, and queries and refunds that are due. Processes at most `limit` orders
// with one step each, based on the state after the previous step: call it until it returns no
// facts.
Facts decide_deadlines(const OrderBook& book, Instant now, std::size_t limit);
// Ends orders of an event whose guests did not pay in time. At most `limit`.
Facts decide_guest_deadlines(const OrderBook& book, EventId event, OrderTime time,
                             std::size_t limit);

// The wait before the first query to the provider and between queries; then the inquiry is parked.
// The total is 34 minutes, far longer than the ten minutes in which a provider still accepts an old
// confirm.
std::optional<Duration> wait_before_question(std::uint8_t tries);
// The wait after this number of tries of a refund, from 1. The total is one day.
std::optional<Duration> wait_before_refund(std::uint8_t tries);

}  // namespace onsale::payment
