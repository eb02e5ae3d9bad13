------------------------------ MODULE purchase ------------------------------
\* The purchase of one seat with several payment processes, Redis and PostgreSQL. README.md in this
\* folder maps the actions to the code, and says what is left out.
\*
\* Every guest wants the seat and has one order with up to MaxAttempts payment attempts. A
\* transaction, a script in Redis and a call to the provider are one step each. A crash of a payment
\* process is a step back to its label Work that forgets the local variables. It stands also for an
\* answer that is lost on the way to the process.
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
    Guests,
    Procs,           \* Payment processes.
    Standbys,        \* Of PostgreSQL. With {} the primary never fails.
    NoGuest,
    MaxAttempts,     \* Payment attempts of an order.
    RedisFailovers,  \* How many there are at most.
    PgFailovers,     \* The same.
    Events,          \* What else may happen; see below.
    Without,         \* The guards that are dropped; see below.
    Breaks           \* The invariant that breaks without them, or "".

ASSUME Events \subseteq {"crash", "expiry", "watch", "page", "messages", "cancelled wait"}
ASSUME Without \subseteq {"UniqueClaim", "ClaimBeforeCharge", "CompareAndSet", "PublishAfterCommit",
                          "TurnInUnpay", "TurnInRepair", "PromoteBest"}

Crashes == "crash" \in Events           \* Processes crash, answers are lost.
HoldsExpire == "expiry" \in Events      \* Redis ends holds.
Watches == "watch" \in Events           \* Redis is compared with PostgreSQL.
PaysAtPage == "page" \in Events         \* Money may move at the provider's page, before C.
Messages == "messages" \in Events       \* P and G write to the outbox.
WaitsEnd == "cancelled wait" \in Events \* PostgreSQL stops waiting for a standby.

\* At most one row of seat_owners lives for a seat (the index one_owner).
UniqueClaim == "UniqueClaim" \notin Without
\* R claims the seat. Otherwise P does, when the guest has been charged.
ClaimBeforeCharge == "ClaimBeforeCharge" \notin Without
\* C and P write only if the order is still as they know it.
CompareAndSet == "CompareAndSet" \notin Without
\* Messages are rows of the outbox. Otherwise they are sent before the commit.
PublishAfterCommit == "PublishAfterCommit" \notin Without
\* seat_unpay ignores a call about an earlier turn.
TurnInUnpay == "TurnInUnpay" \notin Without
\* The comparison of Redis with PostgreSQL sends the turn that it has read. Otherwise turn 0.
TurnInRepair == "TurnInRepair" \notin Without
\* The standby with the highest LSN is promoted. Otherwise any.
PromoteBest == "PromoteBest" \notin Without

Attempts == 1..MaxAttempts

-----------------------------------------------------------------------------
\* PostgreSQL. An operator with a store as result is a transaction, and the result is what the
\* commit leaves.

\* `facts` counts the transactions that changed the order. `asking`: the order has ended and the
\* provider is to be asked whether the guest has paid.
NoOrder == [state |-> "NONE", attempt |-> 0, asking |-> FALSE, facts |-> 0]

\* The index of a row of `owners` is its turn. A `charge` is a row of payments with its refund:
\* none, booked, due (to be refunded), sent or refunded. `processed` is what the consumer has
\* applied. `lsn` counts the commits.
EmptyStore == [
    lsn |-> 0,
    order |-> [g \in Guests |-> NoOrder],
    owners |-> <<>>,
    charge |-> [g \in Guests |-> [a \in Attempts |-> "none"]],
    outbox |-> {},
    processed |-> {}]

\* CONFIRMING is the state kPaying whose confirm has been sent.
BeingPaid == {"PAYING", "CONFIRMING", "UNKNOWN"}

MayRequest(order) ==
    \/ order.state = "NONE"
    \/ order.state = "HELD" /\ order.attempt < MaxAttempts

Living(db) == {turn \in DOMAIN db.owners : db.owners[turn].state # "ENDED"}
LastTurn(db) == Len(db.owners)
CanClaim(db) == UniqueClaim => Living(db) = {}

\* The turn in which the guest owns the seat, or 0.
TurnOf(db, g) ==
    LET own == {turn \in Living(db) : db.owners[turn].guest = g}
    IN IF own = {} THEN 0 ELSE CHOOSE turn \in own : \A other \in own : other <= turn

SetOrder(db, g, state, attempt, asking) ==
    [db EXCEPT !.order[g] = [state |-> state, attempt |-> attempt, asking |-> asking,
                             facts |-> db.order[g].facts + 1]]
Claim(db, g, attempt, state) ==
    [db EXCEPT !.owners = Append(@, [guest |-> g, attempt |-> attempt, state |-> state])]
SetRow(db, g, state) ==
    IF TurnOf(db, g) = 0 THEN db ELSE [db EXCEPT !.owners[TurnOf(db, g)].state = state]
AddMessage(db, message) ==
    IF Messages /\ PublishAfterCommit THEN [db EXCEPT !.outbox = @ \union {message}] ELSE db

\* R: the order is opened, or continued after a decline, and claims the seat.
Requested(db, g) ==
    LET attempt == db.order[g].attempt + 1
        paying == SetOrder(db, g, "PAYING", attempt, FALSE)
    IN IF ClaimBeforeCharge THEN Claim(paying, g, attempt, "PAYING") ELSE paying

\* C. A job is what a process works on: the guest's order as it knows it, an attempt, and what the
\* provider has answered about it.
ConfirmSent(db, job) == SetOrder(db, job.guest, "CONFIRMING", job.order.attempt, FALSE)

\* P after an approval: a booking if the seat is the guest's or still to be had, otherwise a refund.
\* `lost`: seat_reclaim said that somebody else has the seat by now.
ClaimsNow(job) == job.order.state \notin BeingPaid \/ ~ClaimBeforeCharge
IsBooked(db, job, lost) == ClaimsNow(job) => CanClaim(db) /\ ~lost
Approved(db, job, lost) ==
    LET g == job.guest
        a == job.attempt
        paid == SetOrder([db EXCEPT !.charge[g][a] = "booked"], g, "PAID", a, FALSE)
        sold == IF ClaimsNow(job) THEN Claim(paid, g, a, "SOLD") ELSE SetRow(paid, g, "SOLD")
        due == [db EXCEPT !.charge[g][a] = "due"]
    IN IF IsBooked(db, job, lost) THEN AddMessage(sold, <<g, a, "booked">>)
       ELSE SetRow(SetOrder(due, g, "ENDED", a, FALSE), g, "ENDED")

\* P after a decline.
Declined(db, job) ==
    LET g == job.guest
        tried == job.order.attempt
        state == IF tried < MaxAttempts THEN "HELD" ELSE "ENDED"
    IN IF job.order.state \in BeingPaid
       THEN SetRow(SetOrder(db, g, state, tried, FALSE), g, "ENDED")
       ELSE SetOrder(db, g, job.order.state, tried, FALSE)

Recorded(db, job, lost) ==
    IF job.result = "approved" THEN Approved(db, job, lost) ELSE Declined(db, job)

\* Whether the provider's answer changes anything. An approval is a row of payments, which are unique
\* by the provider's id.
IsNews(db, job) ==
    IF job.result = "approved"
    THEN db.charge[job.guest][job.attempt] = "none"
    ELSE /\ job.attempt = job.order.attempt
         /\ job.order.state \in BeingPaid \/ job.order.asking

\* E: the time to pay, or to try again, is over.
Ended(db, g) ==
    LET asking == db.order[g].state = "PAYING" /\ PaysAtPage
    IN SetRow(SetOrder(db, g, "ENDED", db.order[g].attempt, asking), g, "ENDED")

\* F and G.
RefundSent(db, g, a) == [db EXCEPT !.charge[g][a] = "sent"]
Refunded(db, g, a) ==
    AddMessage([db EXCEPT !.charge[g][a] = "refunded"], <<g, a, "refunded">>)

\* The standbys that have a commit when it is acknowledged: with ANY 1 at least one of them. It also
\* has every earlier commit, as a standby replays the log in its order. Before the acknowledgement
\* nobody sees the commit, so that both are one step.
Quorums == IF Standbys = {} THEN {{}} ELSE SUBSET Standbys \ {{}}
Committed(before, after) == IF after = before THEN before ELSE [after EXCEPT !.lsn = @ + 1]

-----------------------------------------------------------------------------
\* Redis. An operator with a seat as result is a script.

\* `synced` is the turn that Redis was told of, times 8, plus the code of its state.
EmptySeat == [state |-> "free", guest |-> NoGuest, synced |-> 0]
Code == [PAYING |-> 1, SOLD |-> 2, ENDED |-> 4]

\* A word to Redis: the state of the seat in a turn; turn 0 is not compared and not kept. PAYING,
\* SOLD and ENDED are sent by seat_sync, "decline" and "stop" by seat_unpay.
NoWord == [say |-> "", turn |-> 0, guest |-> NoGuest]

SeatSync(seat, word) ==
    LET news == word.turn * 8 + Code[word.say]
        is_its == seat.state \in {"paying", "sold"} /\ seat.guest = word.guest
        is_anothers == seat.state = "paying" /\ seat.guest # word.guest
    IN IF word.turn # 0 /\ news <= seat.synced THEN seat
       ELSE IF word.say = "ENDED"
       THEN [(IF is_its THEN EmptySeat ELSE seat) EXCEPT !.synced = news]
       ELSE IF is_anothers THEN seat
       ELSE [state |-> IF word.say = "SOLD" THEN "sold" ELSE "paying",
             guest |-> word.guest,
             synced |-> IF word.turn = 0 THEN seat.synced ELSE news]

SeatUnpay(seat, word) ==
    LET declines == word.say = "decline"
        over == word.turn * 8 + Code["ENDED"]
        has_turn == declines /\ word.turn # 0
        is_late == IF declines THEN has_turn /\ seat.synced >= over
                   ELSE seat.synced >= (word.turn + 1) * 8
    IN IF seat.guest # word.guest \/ seat.state # "paying" \/ (is_late /\ TurnInUnpay) THEN seat
       ELSE [state |-> "held", guest |-> seat.guest,
             synced |-> IF has_turn /\ over > seat.synced THEN over ELSE seat.synced]

Heard(seat, word) ==
    IF word.say = "" THEN seat
    ELSE IF word.say \in {"decline", "stop"} THEN SeatUnpay(seat, word)
    ELSE SeatSync(seat, word)

\* What a process tells Redis after its commit.
WordAfter(before, after, g) ==
    IF TurnOf(after, g) # 0
    THEN [say |-> after.owners[TurnOf(after, g)].state, turn |-> TurnOf(after, g), guest |-> g]
    ELSE IF TurnOf(before, g) # 0
    THEN [say |-> IF after.order[g].state = "HELD" THEN "decline" ELSE "ENDED",
          turn |-> TurnOf(before, g), guest |-> g]
    ELSE NoWord

\* What the comparison of Redis with PostgreSQL finds to tell: the living row, or that a payment has
\* none.
Repair(db, seat) ==
    LET last == LastTurn(db)
        turn == IF TurnInRepair THEN last ELSE 0
        row == db.owners[last]
        agrees == seat.guest = row.guest
                  /\ seat.state = (IF row.state = "SOLD" THEN "sold" ELSE "paying")
    IN IF Living(db) # {}
       THEN IF agrees THEN NoWord ELSE [say |-> row.state, turn |-> turn, guest |-> row.guest]
       ELSE IF seat.state = "paying"
       THEN [say |-> IF TurnInRepair THEN "stop" ELSE "decline", turn |-> turn,
             guest |-> seat.guest]
       ELSE NoWord

-----------------------------------------------------------------------------
\* What the provider answers about a payment: none, approved, declined, or returned (approved, and
\* refunded later).
Says(payment) == IF payment = "returned" THEN "approved" ELSE payment

NoJob == [guest |-> NoGuest, attempt |-> 0, result |-> "", order |-> NoOrder]
JobAbout(db, g, a, result) == [guest |-> g, attempt |-> a, result |-> result, order |-> db.order[g]]

(*--algorithm purchase
variables
    pg = EmptyStore,                           \* The primary.
    standby = [s \in Standbys |-> EmptyStore],
    acked = 0,                                 \* The LSN of the last acknowledged commit.
    isLost = FALSE,                            \* A promotion has lost an acknowledged commit.
    pgFailovers = 0,
    redis = EmptySeat,                         \* The master.
    replica = EmptySeat,
    redisFailovers = 0,
    provider = [g \in Guests |-> [a \in Attempts |-> "none"]],
    broker = {},                               \* Messages that it has yet to deliver.
    sent = {},                                 \* All messages that it ever got.
    told = {};                                 \* Guests who were told that the seat is theirs.

macro Commit(after) begin
    with reached \in Quorums, result = Committed(pg, after) do
        pg := result;
        standby := [s \in Standbys |-> IF s \in reached THEN result ELSE standby[s]];
        acked := result.lsn;
    end with;
end macro;

macro Forget() begin
    job := NoJob;
    word := NoWord;
end macro;

macro Crash() begin
    await Crashes;
    Forget();
    goto Work;
end macro;

\* The wait for a standby was cancelled: others see the commit, but no standby has it, and its
\* process learns only that the outcome is unknown.
macro CommitOnPrimary(after) begin
    await WaitsEnd;
    pg := Committed(pg, after);
    Forget();
    goto Work;
end macro;

macro Send(message) begin
    broker := broker \union {message};
    sent := sent \union {message};
end macro;

macro ToRecord() begin
    if PublishAfterCommit then goto Record; else goto SendEarly; end if;
end macro;

process payment \in Procs
variables job = NoJob, word = NoWord;
begin
Work:
    while TRUE do
    with g \in Guests do
        either
            \* The guest asks to pay for its hold. seat_pay stops the hold's clock.
            await redis.guest = g /\ redis.state \in {"held", "paying"};
            await MayRequest(pg.order[g]);
            redis.state := "paying";
            job := JobAbout(pg, g, 0, "");
            goto Request;
        or
            \* The guest is back from the provider's page.
            await pg.order[g].state = "PAYING";
            job := JobAbout(pg, g, pg.order[g].attempt, "");
            goto Confirm;
        or
            \* A webhook, the first or a repeated one. One that changes nothing is left out.
            with a \in Attempts, heard = JobAbout(pg, g, a, Says(provider[g][a])) do
                await a <= pg.order[g].attempt /\ heard.result # "none" /\ IsNews(pg, heard);
                job := heard;
            end with;
            ToRecord();
        or
            \* The answer to the confirm is missing.
            await pg.order[g].state = "CONFIRMING";
            Commit(SetOrder(pg, g, "UNKNOWN", pg.order[g].attempt, FALSE));
        or
            \* The provider is asked. A payment that it has not got it may end for good. While it
            \* does not, the answer is "pending", which changes nothing and is left out.
            await pg.order[g].state = "UNKNOWN" \/ pg.order[g].asking;
            with a = pg.order[g].attempt,
                 found = IF provider[g][a] = "none" THEN "declined" ELSE provider[g][a]
            do
                provider[g][a] := found;
                job := JobAbout(pg, g, a, Says(found));
            end with;
            ToRecord();
        or
            \* E.
            await pg.order[g].state \in {"PAYING", "HELD"};
            with after = Ended(pg, g) do
                word := WordAfter(pg, after, g);
                Commit(after);
            end with;
            goto Tell;
        or
            \* F: a refund that is due, or whose answer is missing.
            with a \in Attempts do
                await pg.charge[g][a] \in {"due", "sent"};
                job := [NoJob EXCEPT !.guest = g, !.attempt = a];
                Commit(RefundSent(pg, g, a));
            end with;
            goto Refund;
        or
            \* The guest is shown the order.
            await pg.order[g].state = "PAID" /\ g \notin told;
            told := told \union {g};
        or
            \* Redis is compared with PostgreSQL.
            await Watches /\ Repair(pg, redis) # NoWord;
            word := Repair(pg, redis);
            goto Tell;
        end either;
    end with;
    end while;

Request: \* R
    either Crash();
    or
        await MayRequest(pg.order[job.guest]) /\ (ClaimBeforeCharge => CanClaim(pg));
        with after = Requested(pg, job.guest) do
            word := WordAfter(pg, after, job.guest);
            Commit(after);
        end with;
        goto Tell;
    or
        await MayRequest(pg.order[job.guest]) /\ (ClaimBeforeCharge => CanClaim(pg));
        CommitOnPrimary(Requested(pg, job.guest));
    or
        \* Somebody else owns the seat: 409, and no money was asked for.
        await MayRequest(pg.order[job.guest]) /\ ClaimBeforeCharge /\ ~CanClaim(pg);
        word := [say |-> "stop", turn |-> LastTurn(pg), guest |-> job.guest];
        goto Tell;
    or
        \* Another call of the guest was faster.
        await ~MayRequest(pg.order[job.guest]);
        Forget();
        goto Work;
    end either;

Confirm: \* C
    either Crash();
    or
        await CompareAndSet => pg.order[job.guest].facts = job.order.facts;
        with after = ConfirmSent(pg, job) do
            job.order := after.order[job.guest];
            Commit(after);
        end with;
        goto Call;
    or
        await CompareAndSet => pg.order[job.guest].facts = job.order.facts;
        CommitOnPrimary(ConfirmSent(pg, job));
    or
        \* The order is no longer to be confirmed.
        await CompareAndSet /\ pg.order[job.guest].facts # job.order.facts;
        Forget();
        goto Work;
    end either;

Call: \* The provider decides the attempt; for a repeated call it has decided before.
    either Crash();
    or
        with known = provider[job.guest][job.attempt],
             outcome \in IF known = "none" THEN {"approved", "declined"} ELSE {known}
        do
            provider[job.guest][job.attempt] := outcome;
            job.result := Says(outcome);
        end with;
        ToRecord();
    end either;

SendEarly: \* Only without the guard PublishAfterCommit.
    either Crash();
    or
        if job.result = "approved" /\ IsBooked(pg, job, FALSE) then
            Send(<<job.guest, job.attempt, "booked">>);
        end if;
        goto Record;
    end either;

Record: \* P
    either Crash();
    or
        \* The order is read again.
        await CompareAndSet /\ pg.order[job.guest].facts # job.order.facts;
        job.order := pg.order[job.guest];
        goto Record;
    or
        await CompareAndSet => pg.order[job.guest].facts = job.order.facts;
        await IsNews(pg, job);
        with lost \in IF job.result = "approved" /\ ClaimsNow(job) THEN BOOLEAN ELSE {FALSE},
             after = Recorded(pg, job, lost)
        do
            word := WordAfter(pg, after, job.guest);
            Commit(after);
        end with;
        goto Tell;
    or
        await CompareAndSet => pg.order[job.guest].facts = job.order.facts;
        await IsNews(pg, job);
        CommitOnPrimary(Recorded(pg, job, FALSE));
    or
        await CompareAndSet => pg.order[job.guest].facts = job.order.facts;
        await ~IsNews(pg, job);
        Forget();
        goto Work;
    end either;

Tell: \* seat_sync or seat_unpay, after the commit.
    either Crash();
    or
        redis := Heard(redis, word);
        Forget();
        goto Work;
    end either;

Refund: \* The provider refunds the attempt; for a repeated call it has done so before.
    either Crash();
    or
        provider[job.guest][job.attempt] := "returned";
        goto Settle;
    end either;

Settle: \* G
    either Crash();
    or
        if pg.charge[job.guest][job.attempt] = "sent" then
            Commit(Refunded(pg, job.guest, job.attempt));
        end if;
        Forget();
        goto Work;
    end either;
end process;

process guest \in Guests
begin
Browse:
    while TRUE do
        either
            \* seat_select
            await redis.state = "free" /\ MayRequest(pg.order[self]);
            redis.state := "held" || redis.guest := self;
        or
            \* The guest pays at the provider's page. The provider needs no confirm.
            await PaysAtPage;
            with a \in Attempts do
                await a <= pg.order[self].attempt /\ provider[self][a] = "none";
                provider[self][a] := "approved";
            end with;
        end either;
    end while;
end process;

process redisServer = "redis"
begin
Redis:
    while TRUE do
        either
            \* seat_sweep, or the guest gives the seat back.
            await HoldsExpire /\ redis.state = "held";
            redis.state := "free" || redis.guest := NoGuest;
        or
            \* The replica catches up.
            await redisFailovers < RedisFailovers /\ replica # redis;
            replica := redis;
        or
            \* The replica takes over. What it does not have is lost.
            await redisFailovers < RedisFailovers;
            redisFailovers := redisFailovers + 1;
            redis := replica;
            replica := EmptySeat;
        end either;
    end while;
end process;

process database = "postgresql"
begin
Promote:
    while TRUE do
        \* The primary is lost and a standby promoted; the other standby is re-pointed to it. The
        \* one with the highest LSN has every acknowledged commit.
        await pgFailovers < PgFailovers;
        with best = {s \in Standbys : \A x \in Standbys : standby[s].lsn >= standby[x].lsn},
             chosen \in IF PromoteBest THEN best ELSE Standbys,
             promoted = standby[chosen]
        do
            isLost := isLost \/ promoted.lsn < acked;
            acked := promoted.lsn;
            pg := promoted;
            standby := [x \in Standbys |-> promoted];
        end with;
        pgFailovers := pgFailovers + 1;
    end while;
end process;

process publisher = "publisher"
begin
Publish:
    while TRUE do
        with message \in pg.outbox do
            either
                \* Sent once, and again if the publisher has died before it could delete the row.
                await message \notin sent \/ (Crashes /\ message \notin broker);
                Send(message);
            or
                await message \in sent;
                Commit([pg EXCEPT !.outbox = @ \ {message}]);
            end either;
        end with;
    end while;
end process;

process consumer = "consumer"
begin
Consume:
    while TRUE do
        with message \in broker do
            either
                \* The effect and its row of processed_events, in one transaction.
                await message \notin pg.processed;
                Commit([pg EXCEPT !.processed = @ \union {message}]);
            or
                \* The offset.
                await message \in pg.processed;
                broker := broker \ {message};
            end either;
        end with;
    end while;
end process;

end algorithm; *)
\* BEGIN TRANSLATION
VARIABLES pg, standby, acked, isLost, pgFailovers, redis, replica, 
          redisFailovers, provider, broker, sent, told, pc, job, word

vars == << pg, standby, acked, isLost, pgFailovers, redis, replica, 
           redisFailovers, provider, broker, sent, told, pc, job, word >>

ProcSet == (Procs) \cup (Guests) \cup {"redis"} \cup {"postgresql"} \cup {"publisher"} \cup {"consumer"}

Init == (* Global variables *)
        /\ pg = EmptyStore
        /\ standby = [s \in Standbys |-> EmptyStore]
        /\ acked = 0
        /\ isLost = FALSE
        /\ pgFailovers = 0
        /\ redis = EmptySeat
        /\ replica = EmptySeat
        /\ redisFailovers = 0
        /\ provider = [g \in Guests |-> [a \in Attempts |-> "none"]]
        /\ broker = {}
        /\ sent = {}
        /\ told = {}
        (* Process payment *)
        /\ job = [self \in Procs |-> NoJob]
        /\ word = [self \in Procs |-> NoWord]
        /\ pc = [self \in ProcSet |-> CASE self \in Procs -> "Work"
                                        [] self \in Guests -> "Browse"
                                        [] self = "redis" -> "Redis"
                                        [] self = "postgresql" -> "Promote"
                                        [] self = "publisher" -> "Publish"
                                        [] self = "consumer" -> "Consume"]

Work(self) == /\ pc[self] = "Work"
              /\ \E g \in Guests:
                   \/ /\ redis.guest = g /\ redis.state \in {"held", "paying"}
                      /\ MayRequest(pg.order[g])
                      /\ redis' = [redis EXCEPT !.state = "paying"]
                      /\ job' = [job EXCEPT ![self] = JobAbout(pg, g, 0, "")]
                      /\ pc' = [pc EXCEPT ![self] = "Request"]
                      /\ UNCHANGED <<pg, standby, acked, provider, told, word>>
                   \/ /\ pg.order[g].state = "PAYING"
                      /\ job' = [job EXCEPT ![self] = JobAbout(pg, g, pg.order[g].attempt, "")]
                      /\ pc' = [pc EXCEPT ![self] = "Confirm"]
                      /\ UNCHANGED <<pg, standby, acked, redis, provider, told, word>>
                   \/ /\ \E a \in Attempts:
                           LET heard == JobAbout(pg, g, a, Says(provider[g][a])) IN
                             /\ a <= pg.order[g].attempt /\ heard.result # "none" /\ IsNews(pg, heard)
                             /\ job' = [job EXCEPT ![self] = heard]
                      /\ IF PublishAfterCommit
                            THEN /\ pc' = [pc EXCEPT ![self] = "Record"]
                            ELSE /\ pc' = [pc EXCEPT ![self] = "SendEarly"]
                      /\ UNCHANGED <<pg, standby, acked, redis, provider, told, word>>
                   \/ /\ pg.order[g].state = "CONFIRMING"
                      /\ \E reached \in Quorums:
                           LET result == Committed(pg, (SetOrder(pg, g, "UNKNOWN", pg.order[g].attempt, FALSE))) IN
                             /\ pg' = result
                             /\ standby' = [s \in Standbys |-> IF s \in reached THEN result ELSE standby[s]]
                             /\ acked' = result.lsn
                      /\ pc' = [pc EXCEPT ![self] = "Work"]
                      /\ UNCHANGED <<redis, provider, told, job, word>>
                   \/ /\ pg.order[g].state = "UNKNOWN" \/ pg.order[g].asking
                      /\ LET a == pg.order[g].attempt IN
                           LET found == IF provider[g][a] = "none" THEN "declined" ELSE provider[g][a] IN
                             /\ provider' = [provider EXCEPT ![g][a] = found]
                             /\ job' = [job EXCEPT ![self] = JobAbout(pg, g, a, Says(found))]
                      /\ IF PublishAfterCommit
                            THEN /\ pc' = [pc EXCEPT ![self] = "Record"]
                            ELSE /\ pc' = [pc EXCEPT ![self] = "SendEarly"]
                      /\ UNCHANGED <<pg, standby, acked, redis, told, word>>
                   \/ /\ pg.order[g].state \in {"PAYING", "HELD"}
                      /\ LET after == Ended(pg, g) IN
                           /\ word' = [word EXCEPT ![self] = WordAfter(pg, after, g)]
                           /\ \E reached \in Quorums:
                                LET result == Committed(pg, after) IN
                                  /\ pg' = result
                                  /\ standby' = [s \in Standbys |-> IF s \in reached THEN result ELSE standby[s]]
                                  /\ acked' = result.lsn
                      /\ pc' = [pc EXCEPT ![self] = "Tell"]
                      /\ UNCHANGED <<redis, provider, told, job>>
                   \/ /\ \E a \in Attempts:
                           /\ pg.charge[g][a] \in {"due", "sent"}
                           /\ job' = [job EXCEPT ![self] = [NoJob EXCEPT !.guest = g, !.attempt = a]]
                           /\ \E reached \in Quorums:
                                LET result == Committed(pg, (RefundSent(pg, g, a))) IN
                                  /\ pg' = result
                                  /\ standby' = [s \in Standbys |-> IF s \in reached THEN result ELSE standby[s]]
                                  /\ acked' = result.lsn
                      /\ pc' = [pc EXCEPT ![self] = "Refund"]
                      /\ UNCHANGED <<redis, provider, told, word>>
                   \/ /\ pg.order[g].state = "PAID" /\ g \notin told
                      /\ told' = (told \union {g})
                      /\ pc' = [pc EXCEPT ![self] = "Work"]
                      /\ UNCHANGED <<pg, standby, acked, redis, provider, job, word>>
                   \/ /\ Watches /\ Repair(pg, redis) # NoWord
                      /\ word' = [word EXCEPT ![self] = Repair(pg, redis)]
                      /\ pc' = [pc EXCEPT ![self] = "Tell"]
                      /\ UNCHANGED <<pg, standby, acked, redis, provider, told, job>>
              /\ UNCHANGED << isLost, pgFailovers, replica, redisFailovers, 
                              broker, sent >>

Request(self) == /\ pc[self] = "Request"
                 /\ \/ /\ Crashes
                       /\ job' = [job EXCEPT ![self] = NoJob]
                       /\ word' = [word EXCEPT ![self] = NoWord]
                       /\ pc' = [pc EXCEPT ![self] = "Work"]
                       /\ UNCHANGED <<pg, standby, acked>>
                    \/ /\ MayRequest(pg.order[job[self].guest]) /\ (ClaimBeforeCharge => CanClaim(pg))
                       /\ LET after == Requested(pg, job[self].guest) IN
                            /\ word' = [word EXCEPT ![self] = WordAfter(pg, after, job[self].guest)]
                            /\ \E reached \in Quorums:
                                 LET result == Committed(pg, after) IN
                                   /\ pg' = result
                                   /\ standby' = [s \in Standbys |-> IF s \in reached THEN result ELSE standby[s]]
                                   /\ acked' = result.lsn
                       /\ pc' = [pc EXCEPT ![self] = "Tell"]
                       /\ job' = job
                    \/ /\ MayRequest(pg.order[job[self].guest]) /\ (ClaimBeforeCharge => CanClaim(pg))
                       /\ WaitsEnd
                       /\ pg' = Committed(pg, (Requested(pg, job[self].guest)))
                       /\ job' = [job EXCEPT ![self] = NoJob]
                       /\ word' = [word EXCEPT ![self] = NoWord]
                       /\ pc' = [pc EXCEPT ![self] = "Work"]
                       /\ UNCHANGED <<standby, acked>>
                    \/ /\ MayRequest(pg.order[job[self].guest]) /\ ClaimBeforeCharge /\ ~CanClaim(pg)
                       /\ word' = [word EXCEPT ![self] = [say |-> "stop", turn |-> LastTurn(pg), guest |-> job[self].guest]]
                       /\ pc' = [pc EXCEPT ![self] = "Tell"]
                       /\ UNCHANGED <<pg, standby, acked, job>>
                    \/ /\ ~MayRequest(pg.order[job[self].guest])
                       /\ job' = [job EXCEPT ![self] = NoJob]
                       /\ word' = [word EXCEPT ![self] = NoWord]
                       /\ pc' = [pc EXCEPT ![self] = "Work"]
                       /\ UNCHANGED <<pg, standby, acked>>
                 /\ UNCHANGED << isLost, pgFailovers, redis, replica, 
                                 redisFailovers, provider, broker, sent, told >>

Confirm(self) == /\ pc[self] = "Confirm"
                 /\ \/ /\ Crashes
                       /\ job' = [job EXCEPT ![self] = NoJob]
                       /\ word' = [word EXCEPT ![self] = NoWord]
                       /\ pc' = [pc EXCEPT ![self] = "Work"]
                       /\ UNCHANGED <<pg, standby, acked>>
                    \/ /\ CompareAndSet => pg.order[job[self].guest].facts = job[self].order.facts
                       /\ LET after == ConfirmSent(pg, job[self]) IN
                            /\ job' = [job EXCEPT ![self].order = after.order[job[self].guest]]
                            /\ \E reached \in Quorums:
                                 LET result == Committed(pg, after) IN
                                   /\ pg' = result
                                   /\ standby' = [s \in Standbys |-> IF s \in reached THEN result ELSE standby[s]]
                                   /\ acked' = result.lsn
                       /\ pc' = [pc EXCEPT ![self] = "Call"]
                       /\ word' = word
                    \/ /\ CompareAndSet => pg.order[job[self].guest].facts = job[self].order.facts
                       /\ WaitsEnd
                       /\ pg' = Committed(pg, (ConfirmSent(pg, job[self])))
                       /\ job' = [job EXCEPT ![self] = NoJob]
                       /\ word' = [word EXCEPT ![self] = NoWord]
                       /\ pc' = [pc EXCEPT ![self] = "Work"]
                       /\ UNCHANGED <<standby, acked>>
                    \/ /\ CompareAndSet /\ pg.order[job[self].guest].facts # job[self].order.facts
                       /\ job' = [job EXCEPT ![self] = NoJob]
                       /\ word' = [word EXCEPT ![self] = NoWord]
                       /\ pc' = [pc EXCEPT ![self] = "Work"]
                       /\ UNCHANGED <<pg, standby, acked>>
                 /\ UNCHANGED << isLost, pgFailovers, redis, replica, 
                                 redisFailovers, provider, broker, sent, told >>

Call(self) == /\ pc[self] = "Call"
              /\ \/ /\ Crashes
                    /\ job' = [job EXCEPT ![self] = NoJob]
                    /\ word' = [word EXCEPT ![self] = NoWord]
                    /\ pc' = [pc EXCEPT ![self] = "Work"]
                    /\ UNCHANGED provider
                 \/ /\ LET known == provider[job[self].guest][job[self].attempt] IN
                         \E outcome \in IF known = "none" THEN {"approved", "declined"} ELSE {known}:
                           /\ provider' = [provider EXCEPT ![job[self].guest][job[self].attempt] = outcome]
                           /\ job' = [job EXCEPT ![self].result = Says(outcome)]
                    /\ IF PublishAfterCommit
                          THEN /\ pc' = [pc EXCEPT ![self] = "Record"]
                          ELSE /\ pc' = [pc EXCEPT ![self] = "SendEarly"]
                    /\ word' = word
              /\ UNCHANGED << pg, standby, acked, isLost, pgFailovers, redis, 
                              replica, redisFailovers, broker, sent, told >>

SendEarly(self) == /\ pc[self] = "SendEarly"
                   /\ \/ /\ Crashes
                         /\ job' = [job EXCEPT ![self] = NoJob]
                         /\ word' = [word EXCEPT ![self] = NoWord]
                         /\ pc' = [pc EXCEPT ![self] = "Work"]
                         /\ UNCHANGED <<broker, sent>>
                      \/ /\ IF job[self].result = "approved" /\ IsBooked(pg, job[self], FALSE)
                               THEN /\ broker' = (broker \union {(<<job[self].guest, job[self].attempt, "booked">>)})
                                    /\ sent' = (sent \union {(<<job[self].guest, job[self].attempt, "booked">>)})
                               ELSE /\ TRUE
                                    /\ UNCHANGED << broker, sent >>
                         /\ pc' = [pc EXCEPT ![self] = "Record"]
                         /\ UNCHANGED <<job, word>>
                   /\ UNCHANGED << pg, standby, acked, isLost, pgFailovers, 
                                   redis, replica, redisFailovers, provider, 
                                   told >>

Record(self) == /\ pc[self] = "Record"
                /\ \/ /\ Crashes
                      /\ job' = [job EXCEPT ![self] = NoJob]
                      /\ word' = [word EXCEPT ![self] = NoWord]
                      /\ pc' = [pc EXCEPT ![self] = "Work"]
                      /\ UNCHANGED <<pg, standby, acked>>
                   \/ /\ CompareAndSet /\ pg.order[job[self].guest].facts # job[self].order.facts
                      /\ job' = [job EXCEPT ![self].order = pg.order[job[self].guest]]
                      /\ pc' = [pc EXCEPT ![self] = "Record"]
                      /\ UNCHANGED <<pg, standby, acked, word>>
                   \/ /\ CompareAndSet => pg.order[job[self].guest].facts = job[self].order.facts
                      /\ IsNews(pg, job[self])
                      /\ \E lost \in IF job[self].result = "approved" /\ ClaimsNow(job[self]) THEN BOOLEAN ELSE {FALSE}:
                           LET after == Recorded(pg, job[self], lost) IN
                             /\ word' = [word EXCEPT ![self] = WordAfter(pg, after, job[self].guest)]
                             /\ \E reached \in Quorums:
                                  LET result == Committed(pg, after) IN
                                    /\ pg' = result
                                    /\ standby' = [s \in Standbys |-> IF s \in reached THEN result ELSE standby[s]]
                                    /\ acked' = result.lsn
                      /\ pc' = [pc EXCEPT ![self] = "Tell"]
                      /\ job' = job
                   \/ /\ CompareAndSet => pg.order[job[self].guest].facts = job[self].order.facts
                      /\ IsNews(pg, job[self])
                      /\ WaitsEnd
                      /\ pg' = Committed(pg, (Recorded(pg, job[self], FALSE)))
                      /\ job' = [job EXCEPT ![self] = NoJob]
                      /\ word' = [word EXCEPT ![self] = NoWord]
                      /\ pc' = [pc EXCEPT ![self] = "Work"]
                      /\ UNCHANGED <<standby, acked>>
                   \/ /\ CompareAndSet => pg.order[job[self].guest].facts = job[self].order.facts
                      /\ ~IsNews(pg, job[self])
                      /\ job' = [job EXCEPT ![self] = NoJob]
                      /\ word' = [word EXCEPT ![self] = NoWord]
                      /\ pc' = [pc EXCEPT ![self] = "Work"]
                      /\ UNCHANGED <<pg, standby, acked>>
                /\ UNCHANGED << isLost, pgFailovers, redis, replica, 
                                redisFailovers, provider, broker, sent, told >>

Tell(self) == /\ pc[self] = "Tell"
              /\ \/ /\ Crashes
                    /\ job' = [job EXCEPT ![self] = NoJob]
                    /\ word' = [word EXCEPT ![self] = NoWord]
                    /\ pc' = [pc EXCEPT ![self] = "Work"]
                    /\ redis' = redis
                 \/ /\ redis' = Heard(redis, word[self])
                    /\ job' = [job EXCEPT ![self] = NoJob]
                    /\ word' = [word EXCEPT ![self] = NoWord]
                    /\ pc' = [pc EXCEPT ![self] = "Work"]
              /\ UNCHANGED << pg, standby, acked, isLost, pgFailovers, replica, 
                              redisFailovers, provider, broker, sent, told >>

Refund(self) == /\ pc[self] = "Refund"
                /\ \/ /\ Crashes
                      /\ job' = [job EXCEPT ![self] = NoJob]
                      /\ word' = [word EXCEPT ![self] = NoWord]
                      /\ pc' = [pc EXCEPT ![self] = "Work"]
                      /\ UNCHANGED provider
                   \/ /\ provider' = [provider EXCEPT ![job[self].guest][job[self].attempt] = "returned"]
                      /\ pc' = [pc EXCEPT ![self] = "Settle"]
                      /\ UNCHANGED <<job, word>>
                /\ UNCHANGED << pg, standby, acked, isLost, pgFailovers, redis, 
                                replica, redisFailovers, broker, sent, told >>

Settle(self) == /\ pc[self] = "Settle"
                /\ \/ /\ Crashes
                      /\ job' = [job EXCEPT ![self] = NoJob]
                      /\ word' = [word EXCEPT ![self] = NoWord]
                      /\ pc' = [pc EXCEPT ![self] = "Work"]
                      /\ UNCHANGED <<pg, standby, acked>>
                   \/ /\ IF pg.charge[job[self].guest][job[self].attempt] = "sent"
                            THEN /\ \E reached \in Quorums:
                                      LET result == Committed(pg, (Refunded(pg, job[self].guest, job[self].attempt))) IN
                                        /\ pg' = result
                                        /\ standby' = [s \in Standbys |-> IF s \in reached THEN result ELSE standby[s]]
                                        /\ acked' = result.lsn
                            ELSE /\ TRUE
                                 /\ UNCHANGED << pg, standby, acked >>
                      /\ job' = [job EXCEPT ![self] = NoJob]
                      /\ word' = [word EXCEPT ![self] = NoWord]
                      /\ pc' = [pc EXCEPT ![self] = "Work"]
                /\ UNCHANGED << isLost, pgFailovers, redis, replica, 
                                redisFailovers, provider, broker, sent, told >>

payment(self) == Work(self) \/ Request(self) \/ Confirm(self) \/ Call(self)
                    \/ SendEarly(self) \/ Record(self) \/ Tell(self)
                    \/ Refund(self) \/ Settle(self)

Browse(self) == /\ pc[self] = "Browse"
                /\ \/ /\ redis.state = "free" /\ MayRequest(pg.order[self])
                      /\ redis' = [redis EXCEPT !.state = "held",
                                                !.guest = self]
                      /\ UNCHANGED provider
                   \/ /\ PaysAtPage
                      /\ \E a \in Attempts:
                           /\ a <= pg.order[self].attempt /\ provider[self][a] = "none"
                           /\ provider' = [provider EXCEPT ![self][a] = "approved"]
                      /\ redis' = redis
                /\ pc' = [pc EXCEPT ![self] = "Browse"]
                /\ UNCHANGED << pg, standby, acked, isLost, pgFailovers, 
                                replica, redisFailovers, broker, sent, told, 
                                job, word >>

guest(self) == Browse(self)

Redis == /\ pc["redis"] = "Redis"
         /\ \/ /\ HoldsExpire /\ redis.state = "held"
               /\ redis' = [redis EXCEPT !.state = "free",
                                         !.guest = NoGuest]
               /\ UNCHANGED <<replica, redisFailovers>>
            \/ /\ redisFailovers < RedisFailovers /\ replica # redis
               /\ replica' = redis
               /\ UNCHANGED <<redis, redisFailovers>>
            \/ /\ redisFailovers < RedisFailovers
               /\ redisFailovers' = redisFailovers + 1
               /\ redis' = replica
               /\ replica' = EmptySeat
         /\ pc' = [pc EXCEPT !["redis"] = "Redis"]
         /\ UNCHANGED << pg, standby, acked, isLost, pgFailovers, provider, 
                         broker, sent, told, job, word >>

redisServer == Redis

Promote == /\ pc["postgresql"] = "Promote"
           /\ pgFailovers < PgFailovers
           /\ LET best == {s \in Standbys : \A x \in Standbys : standby[s].lsn >= standby[x].lsn} IN
                \E chosen \in IF PromoteBest THEN best ELSE Standbys:
                  LET promoted == standby[chosen] IN
                    /\ isLost' = (isLost \/ promoted.lsn < acked)
                    /\ acked' = promoted.lsn
                    /\ pg' = promoted
                    /\ standby' = [x \in Standbys |-> promoted]
           /\ pgFailovers' = pgFailovers + 1
           /\ pc' = [pc EXCEPT !["postgresql"] = "Promote"]
           /\ UNCHANGED << redis, replica, redisFailovers, provider, broker, 
                           sent, told, job, word >>

database == Promote

Publish == /\ pc["publisher"] = "Publish"
           /\ \E message \in pg.outbox:
                \/ /\ message \notin sent \/ (Crashes /\ message \notin broker)
                   /\ broker' = (broker \union {message})
                   /\ sent' = (sent \union {message})
                   /\ UNCHANGED <<pg, standby, acked>>
                \/ /\ message \in sent
                   /\ \E reached \in Quorums:
                        LET result == Committed(pg, ([pg EXCEPT !.outbox = @ \ {message}])) IN
                          /\ pg' = result
                          /\ standby' = [s \in Standbys |-> IF s \in reached THEN result ELSE standby[s]]
                          /\ acked' = result.lsn
                   /\ UNCHANGED <<broker, sent>>
           /\ pc' = [pc EXCEPT !["publisher"] = "Publish"]
           /\ UNCHANGED << isLost, pgFailovers, redis, replica, redisFailovers, 
                           provider, told, job, word >>

publisher == Publish

Consume == /\ pc["consumer"] = "Consume"
           /\ \E message \in broker:
                \/ /\ message \notin pg.processed
                   /\ \E reached \in Quorums:
                        LET result == Committed(pg, ([pg EXCEPT !.processed = @ \union {message}])) IN
                          /\ pg' = result
                          /\ standby' = [s \in Standbys |-> IF s \in reached THEN result ELSE standby[s]]
                          /\ acked' = result.lsn
                   /\ UNCHANGED broker
                \/ /\ message \in pg.processed
                   /\ broker' = broker \ {message}
                   /\ UNCHANGED <<pg, standby, acked>>
           /\ pc' = [pc EXCEPT !["consumer"] = "Consume"]
           /\ UNCHANGED << isLost, pgFailovers, redis, replica, redisFailovers, 
                           provider, sent, told, job, word >>

consumer == Consume

Next == redisServer \/ database \/ publisher \/ consumer
           \/ (\E self \in Procs: payment(self))
           \/ (\E self \in Guests: guest(self))

Spec == Init /\ [][Next]_vars

\* END TRANSLATION

-----------------------------------------------------------------------------
Symmetry == Permutations(Guests) \union Permutations(Procs) \union Permutations(Standbys)

Charged(g, a) == provider[g][a] \in {"approved", "returned"}

\* Nothing is under way and nothing is due. A webhook may still come, but nothing depends on it.
Quiet ==
    /\ \A p \in Procs : pc[p] = "Work"
    /\ \A g \in Guests :
        /\ pg.order[g].state \in {"NONE", "HELD", "PAID", "ENDED"}
        /\ ~pg.order[g].asking
        /\ \A a \in Attempts : pg.charge[g][a] \notin {"due", "sent"}

\* The invariants.

\* The seat has one owner in PostgreSQL, and one guest at most is told that it is theirs.
OneOwner == Cardinality(Living(pg)) <= 1 /\ Cardinality(told) <= 1

\* PostgreSQL has given the seat to an attempt before its guest is charged.
ClaimedBeforeCharged ==
    \A g \in Guests, a \in Attempts :
        Charged(g, a) => \E turn \in DOMAIN pg.owners :
            pg.owners[turn].guest = g /\ pg.owners[turn].attempt = a

\* Every approved payment ends as one booking or one refund. A booking has its seat, and its money
\* stays.
BookedOrRefunded ==
    \A g \in Guests :
        /\ Cardinality({a \in Attempts : pg.charge[g][a] = "booked"}) <= 1
        /\ \A a \in Attempts :
            /\ pg.charge[g][a] # "none" => Charged(g, a)
            /\ pg.charge[g][a] = "booked" =>
                /\ pg.order[g].state = "PAID"
                /\ \E turn \in Living(pg) :
                    pg.owners[turn].guest = g /\ pg.owners[turn].state = "SOLD"
            /\ provider[g][a] = "returned" => pg.charge[g][a] \in {"sent", "refunded"}
            /\ pg.charge[g][a] = "refunded" => provider[g][a] = "returned"
            /\ Quiet /\ Charged(g, a) => pg.charge[g][a] \in {"booked", "refunded"}

\* What the broker has got is true in PostgreSQL.
NoMessageWithoutCause ==
    \A message \in sent : pg.charge[message[1]][message[2]] = message[3]

\* What PostgreSQL has acknowledged, what a guest was told and what the broker need not deliver
\* again are in the primary.
NothingAcknowledgedLost ==
    /\ ~isLost
    /\ \A g \in told : \E a \in Attempts : pg.charge[g][a] = "booked"
    /\ \A message \in sent \ broker : message \in pg.processed

\* If Redis was told of the turn in which the seat is being paid or sold, it has its owner.
RedisFollows ==
    \A turn \in Living(pg) :
        redis.synced \in {turn * 8 + Code["PAYING"], turn * 8 + Code["SOLD"]} =>
            redis.guest = pg.owners[turn].guest /\ redis.state \in {"paying", "sold"}

\* A booking and a refund have their message: in the outbox, at the broker, or applied.
NoCauseWithoutMessage ==
    Messages /\ PublishAfterCommit =>
        \A g \in Guests, a \in Attempts :
            pg.charge[g][a] \in {"booked", "refunded"} =>
                <<g, a, pg.charge[g][a]>> \in pg.outbox \union broker \union pg.processed

\* What is not finished can be finished: a process at rest finds a step that changes an order.
NothingStuck ==
    (\A p \in Procs : pc[p] = "Work") /\ ~Quiet =>
        \E g \in Guests :
            LET order == pg.order[g]
                a == order.attempt
                known == IF provider[g][a] = "none" THEN "declined" ELSE Says(provider[g][a])
            IN \/ order.state \in {"PAYING", "CONFIRMING"}
               \/ /\ order.state = "UNKNOWN" \/ order.asking
                  /\ IsNews(pg, JobAbout(pg, g, a, known))
               \/ \E b \in Attempts : pg.charge[g][b] \in {"due", "sent"}

\* For a configuration without a guard: no other invariant breaks while the named one holds.
Holds == [
    OneOwner |-> OneOwner,
    ClaimedBeforeCharged |-> ClaimedBeforeCharged,
    BookedOrRefunded |-> BookedOrRefunded,
    NoMessageWithoutCause |-> NoMessageWithoutCause,
    NothingAcknowledgedLost |-> NothingAcknowledgedLost,
    RedisFollows |-> RedisFollows,
    NoCauseWithoutMessage |-> NoCauseWithoutMessage,
    NothingStuck |-> NothingStuck]
NothingElseBreaks == Holds[Breaks] => \A name \in DOMAIN Holds : Holds[name]
=============================================================================
