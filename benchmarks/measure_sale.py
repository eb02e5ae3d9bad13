"""Measures each figure of the sale. A measure takes the plan and yields the rows of its ids."""

import json
import math
import statistics
from contextlib import ExitStack

import load
from figures import row
from machine import Failed, eventually, run, say
from measure import check_rates
from paces import POLL_SHARE, POLLS_PER_SECOND, lowered, pace
from postgres import Postgres
from sale import DAY, Sale
from servers import EVENT, PROGRAMS, Redis, nginx

GUESTS = load.CONNECTIONS
BUYERS = 4_096  # A guest buys again only after all others have bought.
WAITING = 100_000
TOKENS = 16_384
# With more requests between two ticks, too many seats of the hall would still be waiting to become
# free again.
PARTIES_PER_ROUND = 2_400
ROUNDS_PER_SLICE = 4
GRADES = ("R", "S", "A")  # Large grades that always have room for a party of four.
# At this rate a paced stream is always behind its schedule, which makes it a closed loop.
AT_ONCE = 1_000_000
# The speed of a shared machine varies by the second. Short turns expose both sides to the same
# conditions.
TURN_SECONDS = 1
NOT_MODIFIED_BYTES_MAX = 1_000  # An answer that contains the map is many times longer.


def hold_requests(sale):
    """Each guest cycles through its own seats: every hold takes one and returns one."""
    seats = sale.seats()
    return [sale.select(i % GUESTS, [seat])
            for i, seat in enumerate(seats[:len(seats) // GUESTS * GUESTS])]


def holds(plan):
    """hold and hot-seat share the slices in which holds are spread over the hall."""
    sale = Sale(plan.folder / "hold", GUESTS + 1)
    spread = sale.write("holds", hold_requests(sale))
    with ExitStack() as stack:
        server = stack.enter_context(sale.server())
        sides = {"spread": lambda: spread_holds(server, spread, TURN_SECONDS)}
        load.wrk_requests(server.url, 1, spread)
        if "hold" in plan.wanted:
            redis = stack.enter_context(Redis(plan.folder / "redis-hold", "always"))
            redis.wait_until_ready()
            count = int(load.redis_holds(redis.port, 10_000)) * TURN_SECONDS
            sides["Redis"] = lambda: load.redis_holds(redis.port, count)
        if "hot-seat" in plan.wanted:
            sides["one seat"] = hot_seat(sale, server)
        rates = interleaved("hold", plan, sides, turns=plan.sale_seconds // TURN_SECONDS)
    if "Redis" in rates:
        yield row("hold", rates["spread"], rates["Redis"])
    if "one seat" in rates:
        yield row("hot-seat", rates["one seat"], rates["spread"])


def spread_holds(server, requests, seconds):
    server.wait_for_returns()
    before = server.map_version()
    done = load.wrk_requests(server.url, seconds, requests)
    eventually(lambda: server.map_version() - before >= done["requests"],
               "a change of the seat map for every hold", 5, 0.1)
    return rate(done)


def hot_seat(sale, server):
    """One guest holds the seat, which is in no request list, and all others try to take it."""
    seat = "FA-1"
    if server.select(GUESTS, [seat]).status != 200:
        raise Failed(f"seat {seat} was not free")
    requests = sale.write("hot", [sale.select(i, [seat]) for i in range(GUESTS)])

    def attempt():
        refusal = server.select(0, [seat])
        if refusal.status != 409 or refusal.code != "SEAT_TAKEN":
            raise Failed(f"the hot seat was answered {refusal.status} {refusal.body[:200]}")
        done = load.wrk_requests(server.url, TURN_SECONDS, requests, refused=True)
        return rate(done)
    return attempt


def purchases(plan):
    # One hall per slice, so that no hall sells out.
    sale = Sale(plan.folder / "purchase", BUYERS, performances=plan.slices + 1)
    seats = sale.folder / "seats"
    seats.write_text("".join(f"{seat}\n" for seat in sale.seats()))
    days = iter(range(1, plan.slices + 2))
    approving = {"demo_pay.answer": "approve"}
    with sale.server(approving) as server, Postgres(plan.folder / "postgres") as postgres:
        postgres.wait_until_ready()
        buy(server, f"day-{next(days)}", seats, 1)
        postgres.inserts(1)
        rates = interleaved("purchase", plan, {
            "ours": lambda: buy(server, f"day-{next(days)}", seats, plan.sale_seconds),
            "PostgreSQL": lambda: postgres.inserts(plan.sale_seconds)})
    yield row("purchase", rates["ours"], rates["PostgreSQL"])


def buy(server, day, seats, seconds):
    """Purchases per second. The hall must have sold one seat for each purchase."""
    done = json.loads(run([PROGRAMS / "onsale_bench_purchase", "--port", server.port,
                           "--event", EVENT, "--performance", day, "--guests",
                           server.line.guests_file, "--seats", seats, "--seconds", seconds,
                           "--connections", load.CONNECTIONS]))
    sold = server.counts(day)["sold"]
    if sold != done["bookings"]:
        raise Failed(f"{done['bookings']} purchases, but {sold} seats are sold")
    return done["purchases"] / done["seconds"]


def seat_maps(plan):
    sale = Sale(plan.folder / "seat-map", GUESTS)
    with sale.server() as server, nginx(plan.folder / "nginx-204", None) as peer:
        tag = server.seat_map(0).header("ETag")
        path = f"/api/booking/seats?eventId={EVENT}&performanceId={DAY}"
        requests = sale.write("maps", [
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: onsale-bench\r\n"
            f"X-Queue-Entry-Token: {token}\r\nIf-None-Match: {tag}\r\n\r\n"
            for token in sale.entry_tokens])
        # The first request for the map claims the admission.
        load.wrk_requests(server.url, 1, requests)
        rates = interleaved("seat-map", plan, {
            "ours": lambda: unchanged_maps(server, tag, requests, plan.sale_seconds),
            "nginx": lambda: rate(load.wrk_requests(peer.url, plan.sale_seconds, requests))})
    yield row("seat-map", rates["ours"], rates["nginx"])


def unchanged_maps(server, tag, requests, seconds):
    done = load.wrk_requests(server.url, seconds, requests)
    if server.seat_map(0, tag).status != 304:
        raise Failed("the seat map has changed")
    if done["bytes"] / done["requests"] > NOT_MODIFIED_BYTES_MAX:
        raise Failed("whole maps were sent")
    return rate(done)


def best_available(plan):
    """Runs many short rounds. Each begins when the seats returned by the previous round are free
    again."""
    sale = Sale(plan.folder / "best", GUESTS, half_sold=True)
    # A guest who repeats a request keeps the same seats, so each request asks for another grade.
    best = sale.write("best", [sale.best(i % GUESTS, GRADES[i // GUESTS % len(GRADES)])
                               for i in range(PARTIES_PER_ROUND)])
    plain = sale.write("plain", [sale.select(i % GUESTS, party) for i, party in
                                 enumerate(sale.whole_parties()[:PARTIES_PER_ROUND])])
    rounds = plan.slices * ROUNDS_PER_SLICE
    with sale.server() as server:
        parties(server, best)
        parties(server, plain)
        rates = interleaved("best", plan, {"best": lambda: parties(server, best),
                                           "select": lambda: parties(server, plain)}, rounds)
    yield row("best", rates["best"], rates["select"])


def parties(server, requests):
    """Holds of four seats per second."""
    server.release_all(range(GUESTS))
    server.wait_for_returns()
    before = server.map_version()
    report = load.paced(server, 30, hold_rate=AT_ONCE, holds=requests, connections=GUESTS,
                        once=True)
    if report["hold"]["answered"] != PARTIES_PER_ROUND:
        raise Failed(f"only {report['hold']['answered']} holds of {PARTIES_PER_ROUND}")
    eventually(lambda: server.map_version() - before >= PARTIES_PER_ROUND * 4,
               "a change of the seat map for every seat", 5, 0.1)
    return report["hold"]["rate"]


def polls_under_sale(plan):
    sale = Sale(plan.folder / "poll-under-sale", GUESTS, WAITING, TOKENS)
    requests = sale.write("holds", hold_requests(sale))
    ours, peer = [], []
    with sale.server() as server:
        load.wrk_requests(server.url, 1, requests)
        half = math.floor(spread_holds(server, requests, plan.sale_seconds) / 2)
        say(f"poll-under-sale: {half:,} holds/s are half of the peak")
        alone = rate(load.wrk_polls(server.url, 1, sale.tokens_file))
        polls = pace("poll-under-sale", "polls", POLLS_PER_SECOND, alone, POLL_SHARE)
        for index in range(plan.slices):
            peer.append(poll_p99(server, plan.sold_seconds, polls))
            server.wait_for_returns()
            ours.append(poll_p99(server, plan.sold_seconds, polls, half, requests))
            say(f"poll-under-sale: slice {index + 1} of {plan.slices}: p99 {ours[-1]:.0f} us with "
                f"holds, {peer[-1]:.0f} us without")
    yield row("poll-under-sale", ours, peer, lowered(("polls", polls, POLLS_PER_SECOND)))


def poll_p99(server, seconds, poll_rate, hold_rate=0, requests=None):
    report = load.paced(server, seconds, poll_rate, hold_rate=hold_rate, holds=requests)
    check_rates(report, poll=poll_rate, hold=hold_rate)
    return report["poll"]["p99_us"]


def interleaved(figure, plan, sides, rounds=None, turns=1):
    """Alternates between the sides. Returns a list of values by name; a value is the mean of
    several turns."""
    rates = {name: [] for name in sides}
    rounds = rounds or plan.slices
    for index in range(rounds):
        taken = [{name: turn() for name, turn in sides.items()} for _ in range(turns)]
        for name in sides:
            rates[name].append(statistics.mean(one[name] for one in taken))
        say(f"{figure}: slice {index + 1} of {rounds}: " + ", ".join(
            f"{name} {rates[name][-1]:,.0f}/s" for name in sides))
    return rates


def rate(done):
    return done["requests"] / done["seconds"]


MEASURES = [
    (("hold", "hot-seat"), holds),
    (("purchase",), purchases),
    (("seat-map",), seat_maps),
    (("best",), best_available),
    (("poll-under-sale",), polls_under_sale),
]
