#pragma once

#include "sale/domain/rule/hold_rules.hpp"

namespace onsale::sale {

// The result names the order of the decision.
using OrderDecision = Decision<Result<payment::Done, PayRefusal>>;

// A payment request requires a live admission and a hold. All later commands require the owner of
// the order or the provider's proof, which the caller has checked.
OrderDecision decide(const State& state, const command::RequestPayment& request,
                     const Moment& moment);
OrderDecision decide(const State& state, const command::ConfirmPayment& confirm,
                     const Moment& moment);
OrderDecision decide(const State& state, const command::KeepReturn& back, const Moment& moment);
OrderDecision decide(const State& state, const command::TakeBack& take, const Moment& moment);
// Changes nothing if the order lasts as long as the hold, to a second.
OrderDecision decide(const State& state, const command::HoldLonger& longer, const Moment& moment);
OrderDecision decide(const State& state, const command::RecordPayment& record,
                     const Moment& moment);
OrderDecision decide(const State& state, const command::CancelOrder& cancel, const Moment& moment);
OrderDecision decide(const State& state, const command::RequestRefund& request,
                     const Moment& moment);
OrderDecision decide(const State& state, const command::RecordRefund& record, const Moment& moment);
OrderDecision decide(const State& state, const command::RetryRefund& retry, const Moment& moment);
OrderDecision decide(const State& state, const command::AskAgain& ask, const Moment& moment);

// Decides what is due for orders: guests who did not pay in time, missing answers, queries and
// refunds. Decides one step at a time: call it until it returns no facts.
Facts decide_order_deadlines(const State& state, const Moment& moment);

// Queries; they change nothing.
OrderOutcome answer(const State& state, const command::ShowOrder& show);
OrderOutcome answer(const State& state, const command::ShowOrderById& show);
OrderOutcome answer(const State& state, const command::ShowBooking& show);
OrderOutcome answer(const State& state, const command::ShowOpenOrder& show);
OrdersOutcome answer(const State& state, const command::ListBookings& list);
OrdersOutcome answer(const State& state, const command::ListOrders& list);
OrderPageOutcome answer(const State& state, const command::FindOrders& find);
RefundPreview answer(const State& state, const command::PreviewRefund& preview,
                     const Moment& moment);

OrderCopy copy_of(const State& state, payment::OrderId order);

}  // namespace onsale::sale
