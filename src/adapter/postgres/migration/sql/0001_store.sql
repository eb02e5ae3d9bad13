-- The store of a sale on many machines: everything that must never be lost. It decides every sale.
--
-- The rules are in C++; SQL decides nothing that a rule decides. What is here besides data are
-- guards that hold whatever a statement does: one_owner (a seat has one owner), one_open and
-- one_paying (a guest pays once), and the CHECKs about money.
--
-- State numbers are those of the C++ enums, which only grow at their end. Bytes (`facts`, `body`,
-- `plan`, `rules`) are those of docs/format/journal.md. Times are the cluster's clock, except where
-- a comment says line time (ADR 4). A guest is a keyed hash of 128 bits, stored as a uuid.
--
-- Hot tables have no foreign keys: each costs a query and a row lock for each row, and the rows are
-- written by one statement that computes all ids.
--
-- The migration runs in one transaction under an advisory lock. Later migrations only add.

SET LOCAL lock_timeout = '2s';

CREATE TABLE schema_version (
    version        int PRIMARY KEY CHECK (version > 0),
    name           text NOT NULL,
    digest         bytea NOT NULL CHECK (octet_length(digest) = 32),
    oldest_binary  text NOT NULL,
    applied_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    applied_by     text NOT NULL
);
COMMENT ON TABLE schema_version IS
    'One row for each migration that was applied. A binary checks it at its start only.';
COMMENT ON INDEX schema_version_pkey IS 'A migration is applied once.';
COMMENT ON COLUMN schema_version.digest IS 'SHA-256 of the file, so that a changed file shows.';
COMMENT ON COLUMN schema_version.oldest_binary IS
    'The oldest version of onsale that this schema serves. An older binary refuses to start.';

CREATE TABLE deployment (
    one            boolean PRIMARY KEY DEFAULT true CHECK (one),
    id             uuid NOT NULL DEFAULT gen_random_uuid(),
    created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    state          text NOT NULL DEFAULT 'empty'
                   CHECK (state IN ('empty', 'migrating', 'serving', 'restored')),
    migrated_from  text,
    restored_at    timestamptz
);
COMMENT ON TABLE deployment IS
    'One row: which deployment this is, and whether it may serve. Redis remembers the id, too.';
COMMENT ON INDEX deployment_pkey IS 'There is one deployment in a database.';
COMMENT ON COLUMN deployment.state IS
    'migrating: a copy of a data folder is not complete. restored: a restored copy that must not '
    'serve before its numbers, turns and sequences were raised.';
COMMENT ON COLUMN deployment.migrated_from IS 'The id of the data folder that was copied, or null.';

-- Events: what operators and the calendar decide.

CREATE TABLE events (
    id           int PRIMARY KEY CHECK (id > 0),
    key          text NOT NULL UNIQUE CHECK (key <> ''),
    seq          bigint NOT NULL CHECK (seq >= 0),
    lifecycle    smallint NOT NULL CHECK (lifecycle BETWEEN 0 AND 5),
    published    boolean NOT NULL,
    name         text NOT NULL,
    venue        text NOT NULL DEFAULT '',
    time_zone    text NOT NULL,
    event_date   timestamptz,
    open_date    timestamptz NOT NULL,
    total_seats  int NOT NULL DEFAULT 0 CHECK (total_seats >= 0),
    entries      int NOT NULL DEFAULT 0 CHECK (entries >= 0),
    last_at      timestamptz NOT NULL
);
COMMENT ON TABLE events IS
    'One row for each event. Locking it orders all changes of the event. Columns besides id and '
    'seq repeat what the facts say, for people and for lists.';
COMMENT ON INDEX events_pkey IS 'Events are numbered from 1.';
COMMENT ON INDEX events_key_key IS 'The key is the name of an event in URLs and tokens.';
COMMENT ON COLUMN events.seq IS
    'The last row of event_facts. A process whose copy is older reads the rows after it.';
COMMENT ON COLUMN events.lifecycle IS '0 draft, 1 lobby, 2 open, 3 paused, 4 closed, 5 archived';
COMMENT ON COLUMN events.event_date IS 'The first performance.';
COMMENT ON COLUMN events.entries IS
    'How many entries operators gave to lists, codes and bars together; there is a limit.';

CREATE TABLE event_facts (
    event_id  int NOT NULL REFERENCES events,
    seq       bigint NOT NULL CHECK (seq > 0),
    at        timestamptz NOT NULL,
    change    bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    entries   int NOT NULL DEFAULT 0 CHECK (entries >= 0),
    facts     bytea NOT NULL,
    PRIMARY KEY (event_id, seq)
);
COMMENT ON TABLE event_facts IS
    'The decisions about an event in their order: settings, levers, calendar, prices, rules. Each '
    'process replays them into its copy. What is kept in a row elsewhere belongs to (event_id, '
    'seq) and is not repeated in `facts`: a plan in halls, a secret in draw_secrets, guests in '
    'phase_guests and bars, codes in codes.';
COMMENT ON COLUMN event_facts.change IS
    'Grows in the order in which the rows were committed, because it is given under a lock that '
    'lasts until the commit. Whoever has read up to a change has missed none before it.';
COMMENT ON COLUMN event_facts.entries IS
    'How many guests or codes came with this row; 0: none.';
COMMENT ON INDEX event_facts_pkey IS 'Compare-and-set: two changes cannot have the same number.';
COMMENT ON INDEX event_facts_change_key IS 'What is newer than a process has read.';

CREATE TABLE lines (
    event_id       int PRIMARY KEY REFERENCES events,
    numbers_until  bigint NOT NULL DEFAULT 0 CHECK (numbers_until BETWEEN 0 AND 4294967295),
    beat_at        timestamptz NOT NULL
);
COMMENT ON TABLE lines IS 'What the store decides for a line that lives in Redis.';
COMMENT ON INDEX lines_pkey IS 'An event has one line.';
COMMENT ON COLUMN lines.numbers_until IS
    'Numbers up to this one were handed out to Redis in blocks. It never falls.';
COMMENT ON COLUMN lines.beat_at IS
    'When a payment process last served this event; the gap becomes the fact Resumed.';

CREATE TABLE draw_secrets (
    event_id   int PRIMARY KEY REFERENCES events,
    seq        bigint NOT NULL,
    secret     bytea NOT NULL CHECK (octet_length(secret) = 32),
    sealed_at  timestamptz NOT NULL
);
COMMENT ON TABLE draw_secrets IS
    'The secret of a lobby that is drawn. Nobody but the store''s own role may read it.';
COMMENT ON COLUMN draw_secrets.seq IS 'The row of event_facts that made it.';
COMMENT ON INDEX draw_secrets_pkey IS 'An event is drawn once.';

CREATE TABLE halls (
    id           int PRIMARY KEY CHECK (id > 0),
    event_id     int NOT NULL REFERENCES events,
    seq          bigint NOT NULL,
    performance  text NOT NULL,
    plan         bytea NOT NULL,
    plan_digest  bytea NOT NULL CHECK (octet_length(plan_digest) = 32),
    rules        bytea NOT NULL,
    total_seats  int NOT NULL CHECK (total_seats > 0),
    opened_at    timestamptz NOT NULL,
    UNIQUE (event_id, performance),
    UNIQUE (event_id, seq)
);
COMMENT ON TABLE halls IS
    'The seats of a performance, from the plan. `performance_id` in other tables is this id.';
COMMENT ON INDEX halls_pkey IS 'Halls are numbered from 1 in the order in which they were opened.';
COMMENT ON INDEX halls_event_id_performance_key IS 'A performance has one hall.';
COMMENT ON COLUMN halls.seq IS 'The row of event_facts that opened it.';
COMMENT ON INDEX halls_event_id_seq_key IS 'Finds the hall that a row of event_facts opened.';
COMMENT ON COLUMN halls.plan IS 'Never changes. A process keeps it after the first read.';
COMMENT ON COLUMN halls.rules IS 'The present rules; their history is in event_facts.';

-- Entries of an event are written while its row is locked, so they need no foreign keys; each would
-- cost a query for each of two million rows.

CREATE TABLE phase_guests (
    event_id  int NOT NULL,
    phase     text NOT NULL,
    guest     uuid NOT NULL,
    seq       bigint NOT NULL,
    PRIMARY KEY (event_id, phase, guest)
);
COMMENT ON TABLE phase_guests IS
    'Who may enter in a phase with a list, or used a code of the phase. Up to two million rows.';
COMMENT ON COLUMN phase_guests.seq IS
    'The row of event_facts that added the guest. A code that is used makes no such row; then it is '
    'the last one before.';
COMMENT ON INDEX phase_guests_pkey IS 'A guest is on a list once; adding again changes nothing.';
CREATE INDEX phase_guests_new ON phase_guests (event_id, seq);
COMMENT ON INDEX phase_guests_new IS 'The guests that a row of event_facts added.';

CREATE TABLE bars (
    event_id    int NOT NULL,
    guest       uuid NOT NULL,
    barred      boolean NOT NULL,
    seq         bigint NOT NULL,
    changed_at  timestamptz NOT NULL,
    PRIMARY KEY (event_id, guest)
);
COMMENT ON TABLE bars IS
    'Guests who may not enter, and those who may again. Up to two million rows.';
COMMENT ON COLUMN bars.seq IS 'The row of event_facts that changed `barred`.';
COMMENT ON INDEX bars_pkey IS 'A guest is barred once; barring again changes nothing.';
CREATE INDEX bars_new ON bars (event_id, seq);
COMMENT ON INDEX bars_new IS 'The guests that a row of event_facts barred or let in again.';

CREATE TABLE codes (
    event_id   int NOT NULL,
    phase      text NOT NULL,
    code       bytea NOT NULL CHECK (octet_length(code) = 32),
    uses       bigint NOT NULL CHECK (uses > 0),
    uses_left  bigint NOT NULL CHECK (uses_left BETWEEN 0 AND uses),
    PRIMARY KEY (event_id, phase, code)
);
COMMENT ON TABLE codes IS 'Codes of a phase, as SHA-256. A code itself is shown once and not kept.';
COMMENT ON INDEX codes_pkey IS 'A code exists once in a phase.';

CREATE TABLE code_uses (
    event_id  int NOT NULL,
    phase     text NOT NULL,
    code      bytea NOT NULL,
    guest     uuid NOT NULL,
    used_at   timestamptz NOT NULL,
    PRIMARY KEY (event_id, phase, code, guest)
);
COMMENT ON TABLE code_uses IS 'Who used a code.';
COMMENT ON INDEX code_uses_pkey IS 'A guest who repeats the call uses the code up once.';

CREATE TABLE images (
    name         text PRIMARY KEY,
    media_type   text NOT NULL,
    content      bytea NOT NULL CHECK (octet_length(content) > 0),
    uploaded_at  timestamptz NOT NULL
);
COMMENT ON TABLE images IS 'Posters and pictures of halls. The name is made of the content.';
COMMENT ON INDEX images_pkey IS 'The same picture is kept once, however many owners it has.';

CREATE TABLE image_owners (
    owner  text PRIMARY KEY,
    image  text NOT NULL REFERENCES images
);
COMMENT ON TABLE image_owners IS
    'Whose picture it is: "tour" is an event, "tour/day-1" a performance.';
COMMENT ON INDEX image_owners_pkey IS 'An owner has one picture.';
CREATE INDEX image_owners_image ON image_owners (image);
COMMENT ON INDEX image_owners_image IS 'Finds out whether a picture has another owner.';

-- Orders: what guests buy.

CREATE SEQUENCE order_ids AS bigint INCREMENT BY 1000;
COMMENT ON SEQUENCE order_ids IS
    'Each value is the first of a thousand ids. A process that ends leaves a gap.';

CREATE TABLE orders (
    id              bigint PRIMARY KEY CHECK (id > 0),
    code            bigint NOT NULL UNIQUE,
    event_id        int NOT NULL,
    performance_id  int NOT NULL,
    guest           uuid NOT NULL,
    state           smallint NOT NULL CHECK (state BETWEEN 0 AND 5),
    seats           smallint NOT NULL DEFAULT 0 CHECK (seats >= 0),
    facts           int NOT NULL CHECK (facts > 0),
    opened_at       timestamptz NOT NULL,
    last_at         timestamptz NOT NULL,
    due_at          timestamptz,
    waits_until     timestamptz,
    guests_turn     boolean NOT NULL,
    booking_number  text,
    body            bytea NOT NULL,
    CONSTRAINT paid_has_booking CHECK ((booking_number IS NOT NULL) = (state = 3)),
    CONSTRAINT seats_are_paid CHECK (seats = 0 OR state = 3),
    CONSTRAINT guest_waits CHECK (NOT guests_turn OR state IN (0, 1)),
    CONSTRAINT open_has_end CHECK ((waits_until IS NOT NULL) = (state IN (0, 1)))
) WITH (fillfactor = 50);
COMMENT ON TABLE orders IS
    'One row for each order. `body` is its whole state; the other columns repeat parts of it for '
    'indexes, lists and guards. Half of a page is left free, so that a confirm changes no index.';
COMMENT ON COLUMN orders.code IS
    'The public id (O-...), 64 random bits; report.order_code() shows it.';
COMMENT ON COLUMN orders.guest IS 'The opaque guest. No name, no address.';
COMMENT ON COLUMN orders.state IS
    '0 held, 1 paying, 2 unknown, 3 paid, 4 ended, 5 awaiting deposit';
COMMENT ON COLUMN orders.seats IS 'Seats that were bought and not given back; counts for limits.';
COMMENT ON COLUMN orders.facts IS
    'The last row of order_facts. Compare-and-set: every write names the value that it read.';
COMMENT ON COLUMN orders.due_at IS
    'When a question to the provider or a refund is due, in sale time. A purchase without trouble '
    'never sets it, because a change of an indexed column changes every index of the row.';
COMMENT ON COLUMN orders.waits_until IS
    'When a declined or paying order is over: line time while guests_turn, otherwise sale time. '
    'Without an index, so that a confirm changes none: whoever looks reads all open orders.';
COMMENT ON INDEX orders_pkey IS 'Orders are locked in this order, before seats.';
COMMENT ON INDEX orders_code_key IS 'Guests, providers and operators name an order by its code.';
CREATE UNIQUE INDEX one_open ON orders (guest, performance_id) WHERE state NOT IN (3, 4);
COMMENT ON INDEX one_open IS
    'A guest has one open order in a performance. Also lists the orders that may run out of time.';
CREATE UNIQUE INDEX one_paying ON orders (guest) WHERE state IN (1, 2, 5);
COMMENT ON INDEX one_paying IS 'A guest pays for one order at a time.';
CREATE INDEX orders_due ON orders (due_at) WHERE due_at IS NOT NULL;
COMMENT ON INDEX orders_due IS 'What any process takes next: questions to providers, refunds.';
CREATE INDEX orders_bought ON orders (guest, event_id) WHERE state = 3;
COMMENT ON INDEX orders_bought IS 'A guest''s bookings, and the seats that count for limits.';
CREATE UNIQUE INDEX orders_booking ON orders (booking_number) WHERE booking_number IS NOT NULL;
COMMENT ON INDEX orders_booking IS 'A booking number is given once.';
CREATE INDEX orders_of_event ON orders (event_id, id);
COMMENT ON INDEX orders_of_event IS
    'The orders of an event, in the order in which they were opened.';

CREATE TABLE order_facts (
    order_id  bigint NOT NULL,
    seq       int NOT NULL CHECK (seq > 0),
    at        timestamptz NOT NULL,
    facts     bytea NOT NULL,
    PRIMARY KEY (order_id, seq)
);
COMMENT ON TABLE order_facts IS
    'The history of an order: one row for each transaction, with its facts. Replaying them gives '
    '`body`; `onsale store check` compares.';
COMMENT ON INDEX order_facts_pkey IS 'An order''s history in its order.';

CREATE TABLE order_calls (
    guest     uuid NOT NULL,
    key       bigint NOT NULL,
    order_id  bigint NOT NULL,
    PRIMARY KEY (guest, key)
);
COMMENT ON TABLE order_calls IS
    'Payment requests with an Idempotency-Key. Keys of other calls are in the order.';
COMMENT ON INDEX order_calls_pkey IS 'A repeated request finds the order that the first one made.';

CREATE TABLE seat_owners (
    performance_id  int NOT NULL,
    seat            int NOT NULL CHECK (seat >= 0),
    turn            int NOT NULL CHECK (turn > 0),
    event_id        int NOT NULL,
    state           smallint NOT NULL CHECK (state BETWEEN 1 AND 4),
    order_id        bigint,
    reason          text,
    owner           text,
    since           timestamptz NOT NULL,
    ended_at        timestamptz,
    PRIMARY KEY (performance_id, seat, turn),
    CONSTRAINT order_or_block CHECK ((order_id IS NULL) = (state = 4)),
    CONSTRAINT block_has_reason
        CHECK ((reason IS NOT NULL) = (state = 4) AND (owner IS NOT NULL) = (state = 4)),
    CONSTRAINT ends_after_start CHECK (ended_at >= since)
) WITH (fillfactor = 50);
COMMENT ON TABLE seat_owners IS
    'Who has a seat. A row lives (ended_at is null) while the seat is being paid, sold, blocked, '
    'or refunded and waiting for an operator. A seat without a living row is free, or held in '
    'Redis.';
COMMENT ON COLUMN seat_owners.seat IS 'Its index in the plan.';
COMMENT ON COLUMN seat_owners.turn IS
    'Grows with every owner and every refund of the seat. Redis is told seats with it.';
COMMENT ON COLUMN seat_owners.state IS
    '1 paying, 2 sold, 3 returned, waits for an operator, 4 blocked';
COMMENT ON COLUMN seat_owners.reason IS 'Of a block: why. owner: for whom.';
COMMENT ON INDEX seat_owners_pkey IS 'The turns of a seat; the last one is read before a claim.';
CREATE UNIQUE INDEX one_owner ON seat_owners (performance_id, seat) WHERE ended_at IS NULL;
COMMENT ON INDEX one_owner IS 'THE LAST WORD: a seat has at most one owner, whoever asks.';

CREATE TABLE payments (
    id          bigint PRIMARY KEY,
    order_id    bigint NOT NULL,
    charge      smallint NOT NULL CHECK (charge BETWEEN 0 AND 255),
    booking_id  text,
    provider    smallint NOT NULL,
    merchant    text NOT NULL,
    pg_tid      text NOT NULL,
    amount      bigint NOT NULL CHECK (amount > 0),
    currency    text NOT NULL CHECK (octet_length(currency) = 3),
    refunded    bigint NOT NULL DEFAULT 0,
    status      text NOT NULL CHECK (status IN ('CONFIRMED', 'PARTLY_REFUNDED', 'REFUNDED')),
    created_at  timestamptz NOT NULL,
    CONSTRAINT refunded_within_amount CHECK (refunded BETWEEN 0 AND amount),
    CONSTRAINT computed_id CHECK (id = order_id * 256 + charge),
    UNIQUE (provider, merchant, pg_tid)
);
COMMENT ON TABLE payments IS
    'Money that moved to us: one row for each charge, booked or given back.';
COMMENT ON COLUMN payments.id IS 'Computed, so that the row is made once: order_id * 256 + charge.';
COMMENT ON COLUMN payments.booking_id IS 'The booking that this charge paid for, or null.';
COMMENT ON COLUMN payments.refunded IS
    'Given back or on its way back: the sum of the refunds that have not failed.';
COMMENT ON INDEX payments_pkey IS 'A charge of an order is recorded once; finds those of an order.';
COMMENT ON INDEX payments_provider_merchant_pg_tid_key IS
    'A payment of the provider pays for one charge only.';
CREATE UNIQUE INDEX one_booked ON payments (order_id) WHERE booking_id IS NOT NULL;
COMMENT ON INDEX one_booked IS 'One charge pays for an order. Any other one is given back.';

CREATE TABLE refunds (
    order_id      bigint NOT NULL,
    refund        smallint NOT NULL CHECK (refund >= 0),
    payment_id    bigint NOT NULL REFERENCES payments,
    why           smallint NOT NULL CHECK (why BETWEEN 0 AND 5),
    state         smallint NOT NULL CHECK (state BETWEEN 0 AND 4),
    amount        bigint NOT NULL CHECK (amount >= 0),
    tries         smallint NOT NULL DEFAULT 0 CHECK (tries >= 0),
    requested_at  timestamptz NOT NULL,
    done_at       timestamptz,
    PRIMARY KEY (order_id, refund),
    CONSTRAINT charge_of_order CHECK (payment_id / 256 = order_id),
    CONSTRAINT done_has_time CHECK ((done_at IS NOT NULL) = (state = 2))
);
COMMENT ON TABLE refunds IS 'Money that we give back.';
COMMENT ON COLUMN refunds.why IS
    '0 guest wish, 1 organiser fault, 2 late charge, 3 duplicate charge, 4 wrong amount, '
    '5 seats lost';
COMMENT ON COLUMN refunds.state IS '0 requested, 1 sent, 2 done, 3 failed, 4 unknown';
COMMENT ON INDEX refunds_pkey IS 'A refund of an order is recorded once.';
CREATE INDEX refunds_payment ON refunds (payment_id);
COMMENT ON INDEX refunds_payment IS 'The refunds of a charge, to compare their sum with it.';

-- Messages.

CREATE TABLE outbox (
    shard       smallint NOT NULL CHECK (shard BETWEEN 0 AND 15),
    id          bigint GENERATED ALWAYS AS IDENTITY,
    topic       text NOT NULL,
    key         text NOT NULL,
    event_key   text NOT NULL,
    type        text NOT NULL,
    body        text NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (shard, id)
);
COMMENT ON TABLE outbox IS
    'Messages that are not delivered yet, written with their cause. A delivered row is deleted.';
COMMENT ON COLUMN outbox.shard IS 'Made of the key, so that messages of one key keep their order.';
COMMENT ON COLUMN outbox.event_key IS
    'The name of the message; a repeat has the same. Without an index: compare-and-set writes a '
    'message once, and processed_events applies it once.';
COMMENT ON COLUMN outbox.body IS 'JSON, byte by byte as it is sent: docs/format/messages.md.';
COMMENT ON INDEX outbox_pkey IS 'What a publisher sends next of a shard that it has locked.';

CREATE TABLE processed_events (
    event_key       text NOT NULL,
    consumer_group  text NOT NULL,
    processed_at    timestamptz NOT NULL,
    PRIMARY KEY (event_key, consumer_group)
);
COMMENT ON TABLE processed_events IS
    'Messages that a group has applied, written in the transaction of the effect. Rows are kept '
    'longer than the topics and any open dead letter.';
COMMENT ON INDEX processed_events_pkey IS 'A group applies a message once.';
CREATE INDEX processed_events_age ON processed_events USING brin (processed_at);
COMMENT ON INDEX processed_events_age IS 'Finds rows that may be deleted. Costs almost nothing.';

CREATE TABLE dead_letters (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    consumer_group  text NOT NULL,
    event_key       text NOT NULL,
    topic           text NOT NULL,
    key             text NOT NULL,
    type            text NOT NULL,
    body            text NOT NULL,
    origin          text NOT NULL,
    error           text NOT NULL,
    attempts        int NOT NULL CHECK (attempts > 0),
    created_at      timestamptz NOT NULL
);
COMMENT ON TABLE dead_letters IS
    'Messages that a group could not apply. A row stays until it is replayed or discarded.';
COMMENT ON COLUMN dead_letters.origin IS 'Where it came from: outbox row, or partition and offset.';
COMMENT ON INDEX dead_letters_pkey IS 'Operators name a dead letter by its number.';
CREATE UNIQUE INDEX dead_letters_once ON dead_letters (consumer_group, event_key);
COMMENT ON INDEX dead_letters_once IS 'A message is put aside once for each group.';

-- What consumers make of messages: for reading, no rule decides by it.

CREATE TABLE bookings (
    id            bigint PRIMARY KEY,
    number        text NOT NULL UNIQUE,
    user_id       uuid NOT NULL,
    event_id      int NOT NULL,
    payment_id    bigint NOT NULL,
    total_amount  bigint NOT NULL CHECK (total_amount >= 0),
    order_fees    bigint NOT NULL CHECK (order_fees >= 0),
    currency      text NOT NULL,
    status        text NOT NULL CHECK (status IN ('CONFIRMED', 'PARTLY_REFUNDED', 'REFUNDED')),
    created_at    timestamptz NOT NULL
);
COMMENT ON TABLE bookings IS
    'Bookings as the worker has applied them. The id is that of the order.';
COMMENT ON INDEX bookings_pkey IS 'An order has one booking; applying a message again adds none.';
COMMENT ON INDEX bookings_number_key IS 'People name a booking by its number (B-...).';
CREATE INDEX bookings_of_event ON bookings (event_id, created_at);
COMMENT ON INDEX bookings_of_event IS 'The bookings of an event by time, for lists and exports.';

CREATE TABLE booking_seats (
    booking_id   bigint NOT NULL REFERENCES bookings,
    seat_id      bigint NOT NULL,
    grade        text NOT NULL,
    price_type   text NOT NULL,
    price        bigint NOT NULL CHECK (price >= 0),
    fees         bigint NOT NULL CHECK (fees >= 0),
    refund       bigint NOT NULL DEFAULT 0 CHECK (refund BETWEEN 0 AND price + fees),
    returned_at  timestamptz,
    PRIMARY KEY (booking_id, seat_id)
);
COMMENT ON TABLE booking_seats IS 'The seats of a booking, what each cost and what was paid back.';
COMMENT ON INDEX booking_seats_pkey IS 'A seat is in a booking once.';

CREATE TABLE seats (
    id           bigint PRIMARY KEY,
    event_id     int NOT NULL,
    hall_id      int NOT NULL REFERENCES halls,
    seat         int NOT NULL CHECK (seat BETWEEN 0 AND 1048575),
    seat_number  text NOT NULL,
    grade        text NOT NULL,
    status       text NOT NULL CHECK (status IN ('AVAILABLE', 'SOLD', 'RETURNED', 'BLOCKED')),
    holder_id    uuid,
    updated_at   timestamptz NOT NULL,
    CONSTRAINT computed_id CHECK (id = hall_id::bigint * 1048576 + seat),
    CONSTRAINT sold_has_holder CHECK ((holder_id IS NOT NULL) = (status = 'SOLD'))
);
COMMENT ON TABLE seats IS 'Every seat with its name and what the worker last heard of it.';
COMMENT ON COLUMN seats.id IS 'Computed: hall_id * 2^20 + seat. A hall has at most 300,000 seats.';
COMMENT ON INDEX seats_pkey IS 'The seats of a hall are a range of it.';

CREATE TABLE sums (
    event           text NOT NULL,
    day             date NOT NULL,
    performance     text NOT NULL,
    grade           text NOT NULL,
    price_type      text NOT NULL,
    provider        smallint NOT NULL,
    currency        text NOT NULL,
    seats_sold      bigint NOT NULL,
    seats_returned  bigint NOT NULL,
    gross           bigint NOT NULL,
    fees            bigint NOT NULL,
    refunds         bigint NOT NULL,
    captured        bigint NOT NULL,
    paid_back       bigint NOT NULL,
    discounts       bigint NOT NULL,
    PRIMARY KEY (event, day, performance, grade, price_type, provider, currency)
);
COMMENT ON TABLE sums IS
    'The sums of the reports (docs/format/messages.md), by day of the event''s zone.';
COMMENT ON INDEX sums_pkey IS
    'A message adds to its row; reports read a range of days of an event.';

-- The operators' log.

CREATE TABLE audit (
    seq      bigint PRIMARY KEY CHECK (seq > 0),
    at       timestamptz NOT NULL,
    who      text NOT NULL,
    request  text NOT NULL,
    what     text NOT NULL,
    asked    text NOT NULL,
    about    text NOT NULL,
    effect   text NOT NULL,
    count    bigint NOT NULL,
    result   text NOT NULL,
    begun    bigint NOT NULL CHECK (begun >= 0 AND begun < seq),
    chain    bytea NOT NULL CHECK (octet_length(chain) = 32)
);
COMMENT ON TABLE audit IS 'What operators did: docs/format/audit.md.';
COMMENT ON COLUMN audit.at IS 'In whole milliseconds, as the chain has it.';
COMMENT ON INDEX audit_pkey IS 'Entries are numbered without a gap.';
CREATE INDEX audit_begun ON audit (begun) WHERE begun > 0;
COMMENT ON INDEX audit_begun IS 'Finds acts that began and have no result.';

CREATE TABLE audit_head (
    one    boolean PRIMARY KEY DEFAULT true CHECK (one),
    seq    bigint NOT NULL CHECK (seq >= 0),
    chain  bytea NOT NULL CHECK (octet_length(chain) = 32)
);
COMMENT ON TABLE audit_head IS 'The last entry. Locking it orders the entries of all processes.';
COMMENT ON INDEX audit_head_pkey IS 'There is one log.';

INSERT INTO deployment DEFAULT VALUES;
INSERT INTO audit_head (seq, chain) VALUES (0, decode(repeat('00', 32), 'hex'));
