#pragma once

#include <array>

struct Statement {
    const char* name;
    const char* sql;
};

// One row of a batch is one item of each array. The tables are those of the migration 0001.
constexpr auto kStatements = std::to_array<Statement>({
    {"begin", "BEGIN"},
    {"commit", "COMMIT"},
    // Numbers are taken in blocks, far more than a run needs.
    {"ids", "SELECT setval('order_ids', nextval('order_ids') + 10000000) - 10000000 AS first_id"},

    // R reads what its rules need.
    {"lock_guests", "SELECT pg_advisory_xact_lock(guest) FROM unnest($1::bigint[]) AS g(guest)"},
    {"events", "SELECT id, seq FROM events WHERE id = ANY (ARRAY[1])"},
    {"open_orders",
     "SELECT id, facts, body FROM orders WHERE guest = ANY ($1::uuid[]) AND state NOT IN (3, 4)"
     " ORDER BY id FOR UPDATE"},
    {"bought",
     "SELECT guest, performance_id, sum(seats) FROM orders"
     " WHERE guest = ANY ($1::uuid[]) AND event_id = 1 AND state = 3 GROUP BY 1, 2"},
    {"calls",
     "SELECT c.guest, c.key, c.order_id FROM unnest($1::uuid[], $2::bigint[]) AS g(guest, key)"
     " JOIN order_calls c USING (guest, key)"},
    {"turns",
     "SELECT s.performance, s.seat, o.turn, o.ended_at"
     " FROM unnest($1::bigint[], $2::int[], $3::int[]) AS s(order_id, performance, seat)"
     " CROSS JOIN LATERAL (SELECT turn, ended_at FROM seat_owners o"
     "  WHERE o.performance_id = s.performance AND o.seat = s.seat"
     "  ORDER BY turn DESC LIMIT 1) o"},

    // R writes: the orders, their facts and call keys; then the claim of the seats.
    {"open",
     "WITH given AS MATERIALIZED ("
     " SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::uuid[], $5::bytea[],"
     "  $6::bytea[], $7::bigint[]) AS g(id, code, performance, guest, body, facts, key)),"
     "opened AS ("
     " INSERT INTO orders (id, code, event_id, performance_id, guest, state, facts, opened_at,"
     "  last_at, waits_until, guests_turn, body)"
     " SELECT id, code, 1, performance, guest, 1, 1, now(), now(), now() + interval '15 minutes',"
     "  true, body FROM given),"
     "told AS (INSERT INTO order_facts (order_id, seq, at, facts)"
     " SELECT id, 1, now(), facts FROM given)"
     "INSERT INTO order_calls (guest, key, order_id) SELECT guest, key, id FROM given"},
    {"claim",
     "INSERT INTO seat_owners (performance_id, seat, turn, event_id, state, order_id, since)"
     " SELECT performance, seat, 1, 1, 1, order_id, now()"
     " FROM unnest($1::bigint[], $2::int[], $3::int[]) AS s(order_id, performance, seat)"},
    {"tell",
     "INSERT INTO outbox (shard, topic, key, event_key, type, body, created_at)"
     " SELECT order_id % 16, topic, key, event_key, type, body, now()"
     " FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])"
     "  AS m(order_id, topic, key, event_key, type, body)"},

    // C. All other writes depend on the rows that were still as this process knows them.
    {"confirm",
     "WITH given AS MATERIALIZED ("
     " SELECT * FROM unnest($1::bigint[], $2::int[], $3::bytea[], $4::bytea[])"
     "  AS g(id, was, body, facts)),"
     "changed AS ("
     " UPDATE orders o SET facts = o.facts + 1, body = g.body, last_at = now(),"
     "  waits_until = now() + interval '75 seconds', guests_turn = false"
     " FROM given g WHERE o.id = g.id AND o.facts = g.was RETURNING o.id),"
     "told AS (INSERT INTO order_facts (order_id, seq, at, facts)"
     " SELECT id, was + 1, now(), facts FROM given JOIN changed USING (id))"
     "SELECT count(*) AS done FROM changed"},

    // P: the order, its facts, the seats, the money and the messages.
    {"record",
     "WITH given AS MATERIALIZED ("
     " SELECT * FROM unnest($1::bigint[], $2::int[], $3::bytea[], $4::bytea[], $5::text[],"
     "  $6::text[]) AS g(id, was, body, facts, booking, tid)),"
     "changed AS ("
     " UPDATE orders o SET facts = o.facts + 1, body = g.body, last_at = now(), state = 3,"
     "  seats = cardinality($7::bigint[]) / cardinality($1::bigint[]), waits_until = NULL, "
     "booking_number = g.booking"
     " FROM given g WHERE o.id = g.id AND o.facts = g.was RETURNING o.id),"
     "told AS (INSERT INTO order_facts (order_id, seq, at, facts)"
     " SELECT id, was + 1, now(), facts FROM given JOIN changed USING (id)),"
     "sold AS ("
     " UPDATE seat_owners o SET state = 2"
     " FROM unnest($7::bigint[], $8::int[], $9::int[]) AS s(order_id, performance, seat)"
     "  JOIN changed c ON c.id = s.order_id"
     " WHERE o.performance_id = s.performance AND o.seat = s.seat AND o.turn = 1"
     "  AND o.order_id = s.order_id AND o.ended_at IS NULL),"
     "paid AS ("
     " INSERT INTO payments (id, order_id, charge, booking_id, provider, merchant, pg_tid, amount,"
     "  currency, status, created_at)"
     " SELECT id * 256, id, 0, booking, 1, 'onsale-live-01', tid, 156000, 'KRW', 'CONFIRMED', now()"
     " FROM given JOIN changed USING (id)),"
     "sent AS ("
     " INSERT INTO outbox (shard, topic, key, event_key, type, body, created_at)"
     " SELECT order_id % 16, topic, key, event_key, type, body, now()"
     " FROM unnest($10::bigint[], $11::text[], $12::text[], $13::text[], $14::text[],"
     "  $15::text[]) AS m(order_id, topic, key, event_key, type, body)"
     "  JOIN changed c ON c.id = m.order_id)"
     "SELECT count(*) AS done FROM changed"},
});
