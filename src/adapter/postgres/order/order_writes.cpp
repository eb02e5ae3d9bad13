#include "adapter/postgres/order/order_writes.hpp"

namespace onsale::postgres {
namespace {

constexpr Statement kOpenOrders{
    "open_orders",
    "INSERT INTO orders (id, code, event_id, performance_id, guest, state, seats, facts,"
    " opened_at, last_at, due_at, waits_until, guests_turn, booking_number, body)"
    " SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::uuid[],"
    " $6::smallint[], $7::smallint[], $8::int[], $9::timestamptz[], $10::timestamptz[],"
    " $11::timestamptz[], $12::timestamptz[], $13::bool[], $14::text[], $15::bytea[])"};

// `facts` is the compare-and-set: it counts the transactions of the order.
constexpr Statement kChangeOrders{
    "change_orders",
    "WITH changed AS ("
    " UPDATE orders o SET state = g.state, seats = g.seats, facts = g.facts, last_at = g.last_at,"
    "  due_at = g.due_at, waits_until = g.waits_until, guests_turn = g.guests_turn,"
    "  booking_number = g.booking_number, body = g.body"
    " FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::int[], $5::timestamptz[],"
    "  $6::timestamptz[], $7::timestamptz[], $8::bool[], $9::text[], $10::bytea[])"
    "  AS g(id, state, seats, facts, last_at, due_at, waits_until, guests_turn, booking_number,"
    "   body)"
    " WHERE o.id = g.id AND o.facts = g.facts - 1 RETURNING o.id)"
    "SELECT store_expect(count(*), cardinality($1::bigint[])) FROM changed"};

constexpr Statement kExpectUnchanged{"expect_unchanged",
                                     "SELECT store_expect(count(*), cardinality($1::bigint[]))"
                                     " FROM unnest($1::bigint[], $2::int[]) AS g(id, facts)"
                                     " JOIN orders o ON o.id = g.id AND o.facts = g.facts"};

constexpr Statement kAddFacts{"add_facts",
                              "INSERT INTO order_facts (order_id, seq, at, facts)"
                              " SELECT * FROM unnest($1::bigint[], $2::int[], $3::timestamptz[],"
                              " $4::bytea[])"};

constexpr Statement kAddCalls{"add_calls",
                              "INSERT INTO order_calls (guest, key, order_id)"
                              " SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[])"};

constexpr Statement kChangeSeats{
    "change_seats",
    "WITH changed AS ("
    " UPDATE seat_owners o SET state = g.state, ended_at = g.ended_at"
    " FROM unnest($1::int[], $2::int[], $3::int[], $4::bigint[], $5::smallint[],"
    "  $6::timestamptz[], $7::bool[])"
    "  AS g(performance_id, seat, turn, order_id, state, ended_at, lived)"
    " WHERE o.performance_id = g.performance_id AND o.seat = g.seat AND o.turn = g.turn"
    "  AND o.order_id = g.order_id AND (o.ended_at IS NULL) = g.lived RETURNING o.seat)"
    "SELECT store_expect(count(*), cardinality($1::int[])) FROM changed"};

// In the order of the rows, so that two claims wait for each other in one direction only.
constexpr Statement kTakeSeats{
    "take_seats",
    "INSERT INTO seat_owners (performance_id, seat, turn, event_id, state, order_id, since,"
    " ended_at)"
    " SELECT * FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::smallint[],"
    " $6::bigint[], $7::timestamptz[], $8::timestamptz[])"};

constexpr Statement kSetPayments{
    "set_payments",
    "INSERT INTO payments (id, order_id, charge, booking_id, provider, merchant, pg_tid, amount,"
    " currency, refunded, status, created_at)"
    " SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::text[], $5::smallint[],"
    " $6::text[], $7::text[], $8::bigint[], $9::text[], $10::bigint[], $11::text[],"
    " $12::timestamptz[])"
    " ON CONFLICT (id) DO UPDATE SET refunded = excluded.refunded, status = excluded.status"};

constexpr Statement kSetRefunds{
    "set_refunds",
    "INSERT INTO refunds (order_id, refund, payment_id, why, state, amount, tries, requested_at,"
    " done_at)"
    " SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::smallint[],"
    " $5::smallint[], $6::bigint[], $7::smallint[], $8::timestamptz[], $9::timestamptz[])"
    " ON CONFLICT (order_id, refund) DO UPDATE SET state = excluded.state,"
    " tries = excluded.tries, done_at = excluded.done_at"};

constexpr Statement kAddMessages{
    "add_messages",
    "INSERT INTO outbox (shard, topic, key, event_key, type, body, created_at)"
    " SELECT * FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[],"
    " $6::text[], $7::timestamptz[])"};

// A command whose arrays are columns of the rows.
template <class Row, class... Cells>
void add(std::vector<Command>& commands, Statement statement, const std::vector<Row>& rows,
         Cells Row::*... cells) {
    if (rows.empty()) return;
    const auto column = [&]<class Cell>(Cell Row::* cell) {
        std::vector<Cell> values;
        values.reserve(rows.size());
        for (const Row& row : rows)
            values.push_back(row.*cell);
        return Value{values};
    };
    commands.push_back({statement, {column(cells)...}});
}

}  // namespace

std::vector<Command> write_commands(const OrderRows& rows) {
    using Order = OrderRow;
    using Seat = SeatRow;
    using Payment = PaymentRow;
    using Refund = RefundRow;
    using Message = MessageRow;
    std::vector<Command> all;
    add(all, kChangeOrders, rows.changed, &Order::id, &Order::state, &Order::seats, &Order::facts,
        &Order::last_at, &Order::due_at, &Order::waits_until, &Order::guests_turn,
        &Order::booking_number, &Order::body);
    add(all, kOpenOrders, rows.opened, &Order::id, &Order::code, &Order::event, &Order::performance,
        &Order::guest, &Order::state, &Order::seats, &Order::facts, &Order::opened_at,
        &Order::last_at, &Order::due_at, &Order::waits_until, &Order::guests_turn,
        &Order::booking_number, &Order::body);
    add(all, kAddFacts, rows.facts, &FactsRow::order, &FactsRow::seq, &FactsRow::at,
        &FactsRow::facts);
    add(all, kAddCalls, rows.calls, &CallRow::guest, &CallRow::key, &CallRow::order);
    // A seat that is given back ends before its next row begins.
    add(all, kChangeSeats, rows.seats_changed, &Seat::performance, &Seat::seat, &Seat::turn,
        &Seat::order, &Seat::state, &Seat::ended_at, &Seat::lived);
    add(all, kTakeSeats, rows.seats_taken, &Seat::performance, &Seat::seat, &Seat::turn,
        &Seat::event, &Seat::state, &Seat::order, &Seat::since, &Seat::ended_at);
    // Refunds refer to their payments.
    add(all, kSetPayments, rows.payments, &Payment::id, &Payment::order, &Payment::charge,
        &Payment::booking, &Payment::provider, &Payment::merchant, &Payment::pg_tid,
        &Payment::amount, &Payment::currency, &Payment::refunded, &Payment::status,
        &Payment::created_at);
    add(all, kSetRefunds, rows.refunds, &Refund::order, &Refund::refund, &Refund::payment,
        &Refund::why, &Refund::state, &Refund::amount, &Refund::tries, &Refund::requested_at,
        &Refund::done_at);
    add(all, kAddMessages, rows.messages, &Message::shard, &Message::topic, &Message::key,
        &Message::event_key, &Message::type, &Message::body, &Message::created_at);
    return all;
}

Command expect_unchanged(const std::vector<SeenOrder>& orders) {
    std::vector<Command> one;
    add(one, kExpectUnchanged, orders, &SeenOrder::id, &SeenOrder::facts);
    return std::move(one.front());
}

}  // namespace onsale::postgres
