-- oldest binary: 0.1.0
--
-- Views with plain names, for people with psql or a reporting tool, and a role that may read them
-- and nothing else. Grant it to a login: GRANT onsale_reader TO somebody. Better still, let that
-- login connect to a standby.
--
-- Words instead of numbers, codes as people see them, names instead of ids. No view shows facts,
-- the bytes of an order, keys of calls, codes or the secret of a draw.

CREATE SCHEMA report;
COMMENT ON SCHEMA report IS 'What people may read: GRANT onsale_reader TO somebody.';

-- Crockford's base 32, thirteen symbols, the first of four bits.
CREATE FUNCTION report.order_code(code bigint) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT 'O-' || string_agg(
        substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
               1 + ((code >> (60 - 5 * i)) & CASE i WHEN 0 THEN 15 ELSE 31 END)::int, 1),
        '' ORDER BY i)
    FROM generate_series(0, 12) AS i
$$;
COMMENT ON FUNCTION report.order_code IS 'The code of an order as guests see it.';

CREATE FUNCTION report.guest(guest uuid) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT replace(guest::text, '-', '') $$;
COMMENT ON FUNCTION report.guest IS 'The opaque guest: 32 hex digits, as in messages and logs.';

CREATE VIEW report.events AS
    SELECT id, key, name, venue, time_zone,
           (ARRAY['draft', 'lobby', 'open', 'paused', 'closed', 'archived'])[lifecycle + 1]
               AS lifecycle,
           published, open_date, event_date, total_seats, seq AS changes, last_at AS changed_at
    FROM events;
COMMENT ON VIEW report.events IS 'One row for each event.';

CREATE VIEW report.performances AS
    SELECT h.id, e.key AS event, h.performance, h.total_seats, h.opened_at
    FROM halls h JOIN events e ON e.id = h.event_id;
COMMENT ON VIEW report.performances IS 'Performances that have a hall.';

CREATE VIEW report.orders AS
    SELECT o.id, report.order_code(o.code) AS code, e.key AS event, h.performance,
           report.guest(o.guest) AS guest,
           (ARRAY['held', 'paying', 'unknown', 'paid', 'ended', 'awaiting_deposit'])[o.state + 1]
               AS state,
           o.seats AS seats_kept, o.booking_number, o.opened_at, o.last_at AS changed_at, o.due_at
    FROM orders o
    LEFT JOIN events e ON e.id = o.event_id
    LEFT JOIN halls h ON h.id = o.performance_id;
COMMENT ON VIEW report.orders IS 'One row for each order. seats_kept: bought and not given back.';

CREATE VIEW report.order_steps AS
    SELECT f.order_id, f.seq AS step, f.at, octet_length(f.facts) AS bytes
    FROM order_facts f;
COMMENT ON VIEW report.order_steps IS
    'When an order changed. `onsale line story` says what happened.';

CREATE VIEW report.seat_owners AS
    SELECT e.key AS event, h.performance, coalesce(s.seat_number, '#' || o.seat) AS seat, o.turn,
           (ARRAY['paying', 'sold', 'returned', 'blocked'])[o.state] AS state, o.order_id,
           o.reason, o.owner, o.since, o.ended_at
    FROM seat_owners o
    LEFT JOIN events e ON e.id = o.event_id
    LEFT JOIN halls h ON h.id = o.performance_id
    LEFT JOIN seats s ON s.id = o.performance_id::bigint * 1048576 + o.seat;
COMMENT ON VIEW report.seat_owners IS
    'Who has or had a seat; ended_at is empty while it counts. #n is a seat without a name yet.';

CREATE VIEW report.seats AS
    SELECT e.key AS event, h.performance, s.seat_number AS seat, s.grade, s.status,
           report.guest(s.holder_id) AS guest, s.updated_at
    FROM seats s
    JOIN halls h ON h.id = s.hall_id
    JOIN events e ON e.id = s.event_id;
COMMENT ON VIEW report.seats IS 'Every seat as the workers last heard of it.';

CREATE VIEW report.bookings AS
    SELECT b.number, b.id AS order_id, e.key AS event, report.guest(b.user_id) AS guest,
           b.total_amount, b.order_fees, b.currency, b.status, b.created_at
    FROM bookings b LEFT JOIN events e ON e.id = b.event_id;
COMMENT ON VIEW report.bookings IS 'Paid orders, a moment behind the sale.';

CREATE VIEW report.booking_seats AS
    SELECT b.number AS booking, s.seat_number AS seat, bs.grade, bs.price_type, bs.price, bs.fees,
           bs.refund, bs.returned_at
    FROM booking_seats bs
    JOIN bookings b ON b.id = bs.booking_id
    LEFT JOIN seats s ON s.id = bs.seat_id;
COMMENT ON VIEW report.booking_seats IS 'The seats of bookings, with prices.';

CREATE VIEW report.payments AS
    SELECT id, order_id, charge, booking_id AS booking, provider, merchant, pg_tid, amount,
           refunded, currency, status, created_at
    FROM payments;
COMMENT ON VIEW report.payments IS 'Money that came in. Without a booking it is given back.';

CREATE VIEW report.refunds AS
    SELECT order_id, refund, payment_id,
           (ARRAY['guest_wish', 'organiser_fault', 'late_charge', 'duplicate_charge',
                  'wrong_amount', 'seats_lost'])[why + 1] AS why,
           (ARRAY['requested', 'sent', 'done', 'failed', 'unknown'])[state + 1] AS state,
           amount, tries, requested_at, done_at
    FROM refunds;
COMMENT ON VIEW report.refunds IS 'Money that goes back.';

CREATE VIEW report.sums AS
    SELECT event, day, performance, grade, price_type, provider, currency, seats_sold,
           seats_returned, gross, fees, refunds, gross - refunds AS net, captured, paid_back,
           discounts
    FROM sums;
COMMENT ON VIEW report.sums IS 'The sums of the reports, by day of the event''s zone.';

CREATE VIEW report.code_use AS
    SELECT e.key AS event, c.phase, count(*) AS codes, sum(c.uses) AS uses,
           sum(c.uses_left) AS uses_left
    FROM codes c JOIN events e ON e.id = c.event_id
    GROUP BY e.key, c.phase;
COMMENT ON VIEW report.code_use IS 'How many codes there are and how often they may still be used.';

CREATE VIEW report.waiting_messages AS
    SELECT id, topic, key, type, event_key, created_at, body FROM outbox;
COMMENT ON VIEW report.waiting_messages IS 'Messages that are not delivered yet.';

CREATE VIEW report.dead_letters AS
    SELECT id, consumer_group, topic, key, type, event_key, error, attempts, origin, created_at,
           body
    FROM dead_letters;
COMMENT ON VIEW report.dead_letters IS 'Messages that could not be applied and wait for a person.';

CREATE VIEW report.audit AS
    SELECT seq, at, who, request, what, asked, about, effect, count, result, begun FROM audit;
COMMENT ON VIEW report.audit IS 'What operators did. `onsale audit verify` checks the chain.';

-- A managed database may not let us make roles. The sale does not need this one.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'onsale_reader') THEN
        CREATE ROLE onsale_reader NOLOGIN;
    END IF;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
    WHEN insufficient_privilege THEN
        RAISE WARNING 'the role onsale_reader was not made: ask the administrator of the database '
                      'to make it, and grant it USAGE on schema report and SELECT on its views';
END
$$;

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'onsale_reader') THEN
        GRANT USAGE ON SCHEMA report TO onsale_reader;
        GRANT SELECT ON ALL TABLES IN SCHEMA report TO onsale_reader;
        ALTER DEFAULT PRIVILEGES IN SCHEMA report GRANT SELECT ON TABLES TO onsale_reader;
    END IF;
END
$$;
