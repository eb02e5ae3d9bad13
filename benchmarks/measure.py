"""Measures each figure. A measure takes the plan and yields the rows of its ids."""

import json
import socket
import time
import uuid
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import load
from figures import row
from machine import Failed, cpu_seconds, eventually, rss_bytes, run, say
from paces import JOIN_SHARE, JOINS_PER_SECOND, POLL_SHARE, POLLS_PER_SECOND, lowered, pace
from servers import EVENT, PROGRAMS, Line, Redis, nginx

MANY = 1_000_000
FEW = 10_000
TOKENS = 16_384  # Number of different guests who poll, spread over the line.
REDIS_BYTES_PER_WAITER = 283
IDLE_CONNECTIONS = 15_000
IDLE_CONNECTION_BYTES = 2048
JOINS_PER_SECOND_MAX = 150_000  # More joins than any slice can complete.


@dataclass
class Plan:
    folder: Path
    wanted: set
    slices: int
    seconds: int  # Length of one slice.
    joined_seconds: int  # Length of one slice with concurrent joins; a snapshot must fit into it.
    sale_seconds: int  # Length of one slice of the sale.
    sold_seconds: int  # Length of one slice with concurrent holds.
    long_slices: int  # Number of slices for figures that need long slices.
    _many: Line = None

    def many(self):
        """The line of a million guests, which is filled once per run."""
        if self._many is None:
            say(f"filling a line with {MANY:,} guests")
            # Includes the cookies for the second that measures the join rate without other load.
            cookies = (self.slices * (self.joined_seconds + 1) * JOINS_PER_SECOND +
                       JOINS_PER_SECOND_MAX)
            self._many = Line(self.folder / "many", MANY, TOKENS, cookies)
        return self._many

    def line(self, name, waiting, tokens=0, cookies=0):
        return Line(self.folder / name, waiting, tokens, cookies)


def polls(plan):
    """Measures poll, poll-cpu and poll-scale with the same slices."""
    with ExitStack() as stack:
        sides = {"ours": stack.enter_context(plan.many().server())}
        if "poll-scale" in plan.wanted:
            sides["few"] = stack.enter_context(plan.line("few", FEW, TOKENS).server())
        if plan.wanted & {"poll", "poll-cpu"}:
            body = body_of_mean_size(sides["ours"])
            sides["nginx"] = stack.enter_context(nginx(plan.folder / "nginx", body))
        rates, costs = poll_slices(plan, sides)
        check_positions(sides["ours"])
    if "nginx" in sides:
        yield row("poll", rates["ours"], rates["nginx"])
        yield row("poll-cpu", costs["ours"], costs["nginx"])
    if "few" in sides:
        yield row("poll-scale", rates["ours"], rates["few"])


def poll_slices(plan, sides):
    rates = {name: [] for name in sides}
    costs = {name: [] for name in sides}
    tokens = {name: getattr(side, "line", plan.many()).tokens_file for name, side in sides.items()}
    for name, side in sides.items():
        load.wrk_polls(side.url, 1, tokens[name])
    for index in range(plan.slices):
        for name, side in sides.items():
            pid = getattr(side, "worker", side.pid)
            before = cpu_seconds(pid)
            done = load.wrk_polls(side.url, plan.seconds, tokens[name])
            rates[name].append(done["requests"] / done["seconds"])
            costs[name].append((cpu_seconds(pid) - before) / done["requests"] * 1e6)
        tell("poll", plan, index, ", ".join(
            f"{name} {rates[name][-1]:,.0f}/s {costs[name][-1]:.2f} us" for name in sides))
    return rates, costs


def body_of_mean_size(server):
    """One of our answers, padded to the mean size of many answers."""
    answers = [server.status(token).body for token, _ in server.line.tokens()[:200]]
    mean = round(sum(map(len, answers)) / len(answers))
    shortest = min(answers, key=len).decode()
    return shortest[:-1] + " " * (mean - len(shortest)) + "}"


def check_positions(server):
    for token, number in server.line.tokens()[:100]:
        server.check_position(token, number)


def joins(plan):
    cookies = plan.seconds * JOINS_PER_SECOND_MAX
    line = plan.line("join", 0, cookies=(plan.slices + 1) * cookies)
    ours, peer = [], []
    with line.server() as server, Redis(plan.folder / "redis-join", "always") as redis:
        redis.wait_until_ready()
        load.wrk_joins(server, 1, cookies)
        count = int(load.redis_zadds(redis.port, 10_000)) * plan.seconds
        for index in range(plan.slices):
            before = server.joined()
            done = load.wrk_joins(server, plan.seconds, cookies)
            if server.joined() - before < done["requests"]:
                raise Failed("fewer places than joins that were answered")
            ours.append(done["requests"] / done["seconds"])
            peer.append(load.redis_zadds(redis.port, count))
            tell("join", plan, index, f"ours {ours[-1]:,.0f}/s, Redis {peer[-1]:,.0f}/s")
    yield row("join", ours, peer)


def engine_joins(plan):
    say("join-engine: joins into the engine and one-row commits of SQLite, in turn")
    folder = plan.folder / "engine"
    output = json.loads(run([PROGRAMS / "onsale_bench_engine", "--folder", folder,
                             "--slices", plan.slices, "--seconds", plan.seconds / 2]))
    yield row("join-engine", output["ours"], output["peer"])


def waiter_memory(plan):
    line = plan.line("memory", 0, cookies=MANY)
    with line.server() as server:
        before = rss_bytes(server.pid)
        say(f"waiter-memory: {MANY:,} guests join over HTTP")
        report = load.paced(server, seconds=240, join_rate=MANY, joins=MANY)
        if report["join"]["answered"] != MANY or server.joined() != MANY:
            raise Failed(f"only {server.joined():,} joined")
        # A million facts trigger a snapshot. The memory that it needs must be released afterwards.
        eventually(lambda: server.journal_stats()["snapshotsTaken"] > 0, "a snapshot", 90, 0.2)
        grown = rss_bytes(server.pid) - before
    yield row("waiter-memory", grown / MANY, REDIS_BYTES_PER_WAITER)


def restart(plan):
    folder = plan.folder / "redis-restart"
    say("restart: filling two ZSets of Redis and rewriting its file")
    fill_redis(folder)
    ours, peer = [], []
    for index in range(plan.slices):
        ours.append(seconds_to_first_poll(plan.many()))
        peer.append(seconds_to_load(folder))
        tell("restart", plan, index, f"ours {ours[-1]:.3f} s, Redis {peer[-1]:.3f} s")
    yield row("restart", ours, peer)


def seconds_to_first_poll(line):
    token, number = line.tokens()[0]
    server = line.server()
    start = time.perf_counter()
    server.start(wait=False)
    try:
        eventually(lambda: server.status(token).json()["position"] == number, "a correct poll")
        return time.perf_counter() - start
    finally:
        server.kill()


def fill_redis(folder):
    """The data that a waiting room on Redis keeps: the order, and the last time of each guest."""
    batch = 1000
    with Redis(folder, "no").wait_until_ready() as redis:
        client = redis.client()
        for first in range(0, MANY, batch):
            guests = [str(uuid.uuid4()).encode() for _ in range(batch)]
            for key, score in (("line", first), ("seen", 1_700_000_000_000)):
                pairs = [word for i, guest in enumerate(guests) for word in (score + i, guest)]
                client.call("ZADD", key, *pairs)
        client.call("BGREWRITEAOF")
        eventually(lambda: "aof_rewrite_in_progress:0" in client.call("INFO", "persistence"),
                   "the rewritten file", 120, 0.1)
        client.close()


def seconds_to_load(folder):
    start = time.perf_counter()
    with Redis(folder, "no") as redis:
        def loaded():
            client = redis.client()
            try:
                return client.call("ZCARD", "seen") == f":{MANY}"
            finally:
                client.close()
        eventually(loaded, "the end of loading")
        return time.perf_counter() - start


def polls_under_joins(plan):
    poll_rate, join_rate = paces_under_joins(plan)
    # The log reaches this limit more than once in every window.
    settings = {"engine.wal_limit": max(1 << 20, (4 << 20) * join_rate // JOINS_PER_SECOND),
                # A snapshot begins and ends in every window.
                "engine.snapshot_facts": join_rate * plan.joined_seconds // 3}
    ours, peer = [], []
    with plan.many().server(settings) as server:
        for index in range(plan.slices):
            peer.append(paced_p99(server, plan.joined_seconds, poll_rate))
            before = server.journal_stats()
            ours.append(paced_p99(server, plan.joined_seconds, poll_rate, join_rate))
            after = server.journal_stats()
            for count in ("snapshotsTaken", "checkpointsDone"):
                if after[count] <= before[count]:
                    raise Failed(f"{count} did not grow while guests joined")
            tell("poll-under-joins", plan, index,
                 f"p99 {ours[-1]:.0f} us with joins, {peer[-1]:.0f} us without")
    yield row("poll-under-joins", ours, peer,
              lowered(("polls", poll_rate, POLLS_PER_SECOND), ("joins", join_rate, JOINS_PER_SECOND)))


def paces_under_joins(plan):
    """Rates of polls and of joins for this machine, based on the rate that the server reaches for
    each alone."""
    line = plan.many()
    with line.server() as server:
        polled = load.wrk_polls(server.url, 1, line.tokens_file)
        joined = load.wrk_joins(server, 1, JOINS_PER_SECOND_MAX)
    rates = [done["requests"] / done["seconds"] for done in (polled, joined)]
    return (pace("poll-under-joins", "polls", POLLS_PER_SECOND, rates[0], POLL_SHARE),
            pace("poll-under-joins", "joins", JOINS_PER_SECOND, rates[1], JOIN_SHARE))


def paced_p99(server, seconds, poll_rate, join_rate=0):
    report = load.paced(server, seconds, poll_rate, join_rate, join_rate * (seconds + 1))
    check_rates(report, poll=poll_rate, join=join_rate)
    return report["poll"]["p99_us"]


def check_rates(report, **wanted):
    """Fails if the requested rate was not reached, because the p99 would then be meaningless."""
    for name, rate in wanted.items():
        if rate and report[name]["rate"] < 0.98 * rate:
            raise Failed(f"only {report[name]['rate']:,.0f} of {rate:,} {name}s/s got through")


def idle_connections(plan):
    line = plan.line("idle", FEW, TOKENS)
    with line.server() as server, ExitStack() as open_connections:
        request = (f"GET /api/queue/status?eventId={EVENT} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                   f"X-Queue-Token: {line.tokens()[0][0]}\r\n\r\n").encode()
        before = rss_bytes(server.pid)
        say(f"idle-connection: opening {IDLE_CONNECTIONS:,}")
        connections = []
        for _ in range(IDLE_CONNECTIONS):
            one = open_connections.enter_context(
                socket.create_connection(("127.0.0.1", server.port), timeout=10))
            one.sendall(request)
            if not one.recv(4096).startswith(b"HTTP/1.1 200 "):
                raise Failed(f"connection {len(connections)} was refused")
            connections.append(one)
        grown = rss_bytes(server.pid) - before
        for one in connections[::1000]:
            one.sendall(request)
            if not one.recv(4096).startswith(b"HTTP/1.1 200 "):
                raise Failed("an idle connection was lost")
    yield row("idle-connection", grown / IDLE_CONNECTIONS, IDLE_CONNECTION_BYTES)


def tell(figure, plan, index, text):
    say(f"{figure}: slice {index + 1} of {plan.slices}: {text}")


# The order matters: the line of a million is polled before more guests join it.
MEASURES = [
    (("poll", "poll-cpu", "poll-scale"), polls),
    (("join",), joins),
    (("join-engine",), engine_joins),
    (("waiter-memory",), waiter_memory),
    (("restart",), restart),
    (("poll-under-joins",), polls_under_joins),
    (("idle-connection",), idle_connections),
]
