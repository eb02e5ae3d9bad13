#include "adapter/postgres/order/order_rows.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/assert.hpp"
#include "base/sha256.hpp"
#include "payment/domain/order_bytes.hpp"
#include "sale/codec/message_json.hpp"

namespace onsale::postgres {

using payment::Order;
using payment::OrderState;
using payment::QuoteLine;

namespace {

constexpr std::uint8_t kShards = 16;

// What an order is to one of its seats.
enum class Use : std::uint8_t { kNone, kPaying, kSold };

Use use_of(const Order& order, const QuoteLine& line) {
    if (order.being_paid()) return Use::kPaying;
    return order.booked && !order.refunded(line.chosen.seat) ? Use::kSold : Use::kNone;
}

Use use_before(const Order* before, const QuoteLine& line) {
    if (before == nullptr) return Use::kNone;
    const auto same = std::ranges::find(before->quote.lines, line.chosen.seat,
                                        [](const QuoteLine& one) { return one.chosen.seat; });
    const bool known = same != before->quote.lines.end() && same->chosen.fence == line.chosen.fence;
    return known ? use_of(*before, *same) : Use::kNone;
}

// When a question to the provider or a refund is due. The answer to a confirm is in `waits_until`.
std::optional<Instant> due_at(const Order& order) {
    std::optional<Instant> due = order.inquiry ? order.inquiry->next_at : std::nullopt;
    for (const payment::Refund& refund : order.refunds) {
        const bool counts = refund.next_at && !order.must_wait(refund);
        if (counts && (!due || *refund.next_at < *due)) due = refund.next_at;
    }
    return due;
}

std::int16_t seats_of(const Order& order) {
    return static_cast<std::int16_t>(std::ranges::count_if(
        order.quote.lines,
        [&](const QuoteLine& line) { return use_of(order, line) == Use::kSold; }));
}

std::string_view status_of(const PaymentRow& row) {
    if (row.refunded == 0) return "CONFIRMED";
    return row.refunded < row.amount ? "PARTLY_REFUNDED" : "REFUNDED";
}

std::int64_t payment_id(const Order& order, std::size_t charge) {
    return static_cast<std::int64_t>(order.id.value * 256 + charge);
}

std::optional<std::string> text_of(const std::optional<booking::BookingNumber>& number) {
    return number ? std::optional{booking::to_text(*number)} : std::nullopt;
}

PaymentRow payment_row(const Order& order, std::size_t index,
                       const std::optional<booking::BookingNumber>& booking) {
    const payment::Charge& charge = order.charges[index];
    const payment::Attempt& attempt = order.attempts[charge.attempt - 1u];
    const payment::ChargeIndex at{static_cast<std::uint8_t>(index)};
    PaymentRow row{.id = payment_id(order, index),
                   .order = static_cast<std::int64_t>(order.id.value),
                   .charge = static_cast<std::int16_t>(index),
                   .booking = order.booked == at ? text_of(booking) : std::nullopt,
                   .provider = attempt.provider.value,
                   .merchant = attempt.merchant,
                   .pg_tid = charge.payment_key,
                   .amount = charge.amount.amount,
                   .currency = std::string{charge.amount.currency.text()},
                   .refunded = charge.amount.amount - order.refundable(at),
                   .status = {},
                   .created_at = charge.at};
    row.status = status_of(row);
    return row;
}

RefundRow refund_row(const Order& order, std::size_t index) {
    const payment::Refund& refund = order.refunds[index];
    const bool done = refund.state == payment::RefundState::kDone;
    return {.order = static_cast<std::int64_t>(order.id.value),
            .refund = static_cast<std::int16_t>(index),
            .payment = payment_id(order, refund.charge.value),
            .why = static_cast<std::int16_t>(refund.why),
            .state = static_cast<std::int16_t>(refund.state),
            .amount = refund.quote.amount.amount,
            .tries = refund.tries,
            .requested_at = refund.requested_at,
            .done_at = done ? std::optional{refund.done_at} : std::nullopt};
}

// Rows of a list of the order that are new or have changed.
template <class Item, class Row, class Make>
void add_changed(const std::vector<Item>* before, std::size_t count, std::vector<Row>& rows,
                 const Make& make, const auto& is_same) {
    for (std::size_t i = 0; i < count; ++i)
        if (before == nullptr || i >= before->size() || !is_same(i)) rows.push_back(make(i));
}

OrderRow row_of(const OrderChange& change) {
    const Order& order = change.after;
    const bool has_end = order.state == OrderState::kHeld || order.state == OrderState::kPaying;
    return {.id = static_cast<std::int64_t>(order.id.value),
            .code = static_cast<std::int64_t>(order.code.value),
            .event = static_cast<std::int32_t>(order.event.value),
            .performance = static_cast<std::int32_t>(order.performance.value),
            .guest = order.guest,
            .state = static_cast<std::int16_t>(order.state),
            .seats = seats_of(order),
            .facts = change.facts_before + 1,
            .opened_at = order.history.front().at,
            .last_at = change.now,
            .due_at = due_at(order),
            .waits_until = has_end ? std::optional{order.deadline} : std::nullopt,
            .guests_turn = order.guests_turn(),
            .booking_number = text_of(change.booking),
            .body = {payment::body_of(order)}};
}

class SeatRows {
  public:
    SeatRows(const OrderChange& change, OrderRows& rows) : change_(change), rows_(rows) {}

    void add(const QuoteLine& line) {
        const Use before = use_before(change_.before, line);
        const Use after = use_of(change_.after, line);
        if (before == after) return;
        switch (after) {
            case Use::kPaying:
                rows_.seats_taken.push_back(row(line, SeatRowState::kPaying));
                break;
            case Use::kSold:
                sell(line, before);
                break;
            case Use::kNone:
                end(line, before);
                break;
        }
    }

  private:
    SeatRow row(const QuoteLine& line, SeatRowState state) const {
        const Order& order = change_.after;
        return {.performance = static_cast<std::int32_t>(order.performance.value),
                .seat = static_cast<std::int32_t>(line.chosen.seat.value),
                .turn = static_cast<std::int32_t>(line.chosen.fence.value),
                .event = static_cast<std::int32_t>(order.event.value),
                .state = static_cast<std::int16_t>(state),
                .order = static_cast<std::int64_t>(order.id.value),
                .since = change_.now,
                .ended_at = std::nullopt};
    }
    // A late payment revives a row that has ended. one_owner refuses that if another row lives.
    void sell(const QuoteLine& line, Use before) {
        SeatRow sold = row(line, SeatRowState::kSold);
        sold.lived = before == Use::kPaying;
        rows_.seats_changed.push_back(std::move(sold));
    }
    void end(const QuoteLine& line, Use before) {
        const bool was_sold = before == Use::kSold;
        SeatRow ended = row(line, was_sold ? SeatRowState::kSold : SeatRowState::kPaying);
        ended.ended_at = change_.now;
        ended.lived = true;
        rows_.seats_changed.push_back(std::move(ended));
        if (was_sold) give_back(line);
    }
    // The turn grows, so that nobody can mistake the next owner for this one.
    void give_back(const QuoteLine& line) {
        SeatRow back = row(line, SeatRowState::kReturned);
        ++back.turn;
        if (!change_.wait_for_operator.contains(line.chosen.seat)) back.ended_at = change_.now;
        rows_.seats_taken.push_back(std::move(back));
    }

    const OrderChange& change_;
    OrderRows& rows_;
};

}  // namespace

void OrderRows::add(const OrderChange& change) {
    const Order& order = change.after;
    (change.before == nullptr ? opened : changed).push_back(row_of(change));
    const auto id = static_cast<std::int64_t>(order.id.value);
    facts.push_back({id, change.facts_before + 1, change.now, {change.facts}});
    const std::size_t known_calls = change.before == nullptr ? 0 : change.before->calls.size();
    for (std::size_t i = known_calls; i < order.calls.size(); ++i)
        if (order.calls[i].kind == payment::CallKind::kRequest)
            calls.push_back({order.guest, static_cast<std::int64_t>(order.calls[i].call.key), id});
    SeatRows seats{change, *this};
    for (const QuoteLine& line : order.quote.lines)
        seats.add(line);
    const auto* const before = change.before;
    const auto payment = [&](std::size_t i) { return payment_row(order, i, change.booking); };
    add_changed(before == nullptr ? nullptr : &before->charges, order.charges.size(), payments,
                payment, [&](std::size_t i) {
                    const payment::ChargeIndex at{static_cast<std::uint8_t>(i)};
                    return before->refundable(at) == order.refundable(at) &&
                           before->booked == order.booked;
                });
    add_changed(
        before == nullptr ? nullptr : &before->refunds, order.refunds.size(), refunds,
        [&](std::size_t i) { return refund_row(order, i); },
        [&](std::size_t i) { return before->refunds[i] == order.refunds[i]; });
}

void OrderRows::add(const sale::Message& message) {
    MessageRow row{.shard = 0,
                   .topic = std::string{sale::topic_of(message.type)},
                   .key = sale::key_of(message),
                   .event_key = message.id,
                   .type = std::string{to_word(message.type)},
                   .body = sale::to_json(message),
                   .created_at = message.at};
    // Every process and every version must find the same shard for a key.
    row.shard = sha256(row.key).front() % kShards;
    messages.push_back(std::move(row));
}

void OrderRows::sort() {
    const auto of_seat = [](const SeatRow& row) {
        return std::tuple{row.performance, row.seat, row.turn};
    };
    std::ranges::sort(opened, {}, &OrderRow::id);
    std::ranges::sort(changed, {}, &OrderRow::id);
    std::ranges::sort(seats_changed, {}, of_seat);
    std::ranges::sort(seats_taken, {}, of_seat);
}

}  // namespace onsale::postgres
