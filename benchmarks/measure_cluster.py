"""Measures the figures of a sale on many machines."""

import json
import statistics
import subprocess
import time
from contextlib import ExitStack
from dataclasses import dataclass

import load
from cluster_line import FULL, INSIDE, LineCluster, on_server_core
from failover import seconds_of_failover
from figures import row
from machine import Failed, eventually, run, say
from measure import check_positions, tell
from measure_sale import interleaved, rate
from servers import EVENT
from wire import Wire, leave_request, status_request

WAITING = 100_000
TOKENS = 4_096
# The presence of each guest is reported to Redis once per this period. Shorter slices would count
# all of these reports or none.
PRESENCE_SECONDS = 30
# All guests have polled after this time. Without these polls a slice would begin with reports about
# the current period, and count those of the next one too.
FIRST_POLLS_SECONDS = 6
SETTLE_SECONDS = 2  # Redis has finished the work caused by the last polls after this time.
LAG_BAR_MS = 300
LAG_JOINS_IN_FLIGHT = 8  # Concurrent joins during the timed changes, so that the line grows.
PEER_SCRIPT = ("local n = redis.call('INCR', KEYS[1]) "
               "redis.call('ZADD', KEYS[2], n, ARGV[1]) return n")


def polls(plan):
    """redis-per-poll and cluster-poll use the same line."""
    roles = ("payment", "queue", "scheduler", "scheduler")
    with LineCluster(plan.folder / "cluster-poll", roles, FULL) as cluster:
        say(f"cluster: filling a line on Redis with {WAITING:,} guests")
        cluster.fill(INSIDE, 1)
        eventually(lambda: cluster.inside() == INSIDE, "as many inside as may be", 30, 0.1)
        everybody = cluster.fill(WAITING, WAITING)
        queue = PollNode(cluster, everybody)
        eventually(lambda: queue.sees_everybody(), "a view of the whole line", 30, 0.1)
        if "redis-per-poll" in plan.wanted:
            yield from redis_per_poll(plan, cluster, queue)
        if "cluster-poll" in plan.wanted:
            yield from cluster_poll(plan, queue)


class PollNode:
    """A queue process with the interface of a server and its line that the poll figures expect."""

    def __init__(self, cluster, tokens_file):
        self.node = cluster.of("queue")[0]
        self.url = f"http://127.0.0.1:{self.node.port}"
        self.line = self
        self.everybody = tokens_file
        self.tokens_file = tokens_file.with_name("some-tokens")
        with open(tokens_file) as lines:
            self.tokens_file.write_text("".join(line for line, _ in zip(lines, range(TOKENS))))

    def tokens(self):
        lines = self.tokens_file.read_text().splitlines()
        return [(token, int(number)) for token, number in map(str.split, lines)]

    def answer(self, token):
        return self.node.get(f"/api/queue/status?eventId={EVENT}", {"X-Queue-Token": token})

    def sees_everybody(self):
        try:
            check_positions(self)
            return True
        except Failed:
            return False

    def check_position(self, token, number):
        answer = self.answer(token)
        if answer.status != 200 or answer.json().get("position") != number - INSIDE:
            raise Failed(f"number {number} was answered {answer.status} {answer.body[:200]}")


def redis_per_poll(plan, cluster, queue):
    added, done = [], []
    for index in range(plan.long_slices):
        time.sleep(SETTLE_SECONDS)
        without = commands_during(cluster, lambda: time.sleep(PRESENCE_SECONDS))
        load.wrk_polls(queue.url, FIRST_POLLS_SECONDS, queue.everybody)
        beside = commands_during(cluster, lambda: done.append(
            load.wrk_polls(queue.url, PRESENCE_SECONDS, queue.everybody)["requests"]))
        added.append(max(0, (beside.a_second - without.a_second) * beside.seconds))
        say(f"redis-per-poll: slice {index + 1} of {plan.long_slices}: {beside.a_second:,.1f} "
            f"commands/s with polls, {without.a_second:,.1f} without, {done[-1]:,} polls")
    check_positions(queue)
    yield row("redis-per-poll", added, done)


@dataclass(frozen=True)
class Commands:
    a_second: float
    seconds: float


def commands_during(cluster, work):
    """Rate of commands that all Redis nodes process while `work` runs."""
    before, start = cluster.commands(), time.perf_counter()
    work()
    seconds = time.perf_counter() - start
    # The first INFO of each node is counted only after its answer, so it is subtracted here.
    return Commands((cluster.commands() - before - len(cluster.redis.nodes)) / seconds, seconds)


def cluster_poll(plan, queue):
    line = plan.line("cluster-poll-embedded", WAITING, TOKENS)
    with line.server() as embedded:
        load.wrk_polls(embedded.url, 1, line.tokens_file)
        load.wrk_polls(queue.url, 1, queue.tokens_file)
        rates = interleaved("cluster-poll", plan, {
            "cluster": lambda: rate(load.wrk_polls(queue.url, plan.seconds, queue.tokens_file)),
            "embedded": lambda: rate(load.wrk_polls(embedded.url, plan.seconds,
                                                    line.tokens_file))})
        check_positions(queue)
    yield row("cluster-poll", rates["cluster"], rates["embedded"])


def joins(plan):
    seconds = plan.seconds / 2
    with LineCluster(plan.folder / "cluster-join", ("payment",)) as cluster:
        master = cluster.event_master
        sha = master.text("SCRIPT", "LOAD", PEER_SCRIPT)
        peer = ["EVALSHA", sha, 2, cluster.event_key("peer-number"), cluster.event_key("peer-line"),
                "__rand_int__"]
        count = int(load.redis_commands(master.port, 10_000, *peer) * seconds)
        joins_per_second(cluster, 0.5)
        rates = interleaved("cluster-join", plan, {
            "ours": lambda: joins_per_second(cluster, seconds),
            "Redis": lambda: load.redis_commands(master.port, count, *peer)})
    yield row("cluster-join", rates["ours"], rates["Redis"])


def joins_per_second(cluster, seconds):
    before = cluster.joined()
    done = json.loads(run(cluster.join_arguments("--seconds", seconds)))
    if cluster.joined() - before != done["joins"]:
        raise Failed(f"{done['joins']} joins, but {cluster.joined() - before} new numbers")
    return done["joins"] / done["seconds"]


def view_lag(plan):
    p99s = []
    with LineCluster(plan.folder / "view-lag", ("payment", "queue", "queue")) as cluster:
        # More changes than fit into the measured time: each takes two polls and a leave.
        changes = plan.slices * plan.seconds * 3_000
        lines = cluster.fill(changes, changes).read_text().splitlines()
        tokens = iter([line.split()[0] for line in lines])
        here, there = cluster.of("queue")
        with Wire(here.port) as changing, Wire(there.port) as watching:
            for index in range(plan.slices):
                with steady_joins(cluster, plan.seconds) as joining:
                    lags = lags_of(changing, watching, tokens, joining)
                p99s.append(percentile(lags, 99))
                tell("view-lag", plan, index,
                     f"{len(lags):,} changes, p50 {percentile(lags, 50):.1f} ms, "
                     f"p99 {p99s[-1]:.1f} ms, at most {max(lags):.1f} ms")
    yield row("view-lag", p99s, LAG_BAR_MS)


class steady_joins:
    """Lets a separate program join guests at low concurrency for `seconds`."""

    def __init__(self, cluster, seconds):
        self.arguments = [str(one) for one in cluster.join_arguments(
            "--in-flight", LAG_JOINS_IN_FLIGHT, "--seconds", seconds)]

    def __enter__(self):
        self.process = subprocess.Popen(self.arguments, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE)
        return self

    def goes_on(self):
        return self.process.poll() is None

    def __exit__(self, *error):
        if error[0]:
            self.process.kill()
        _, said = self.process.communicate(timeout=30)
        if self.process.returncode and not error[0]:
            raise Failed(said.decode().strip()[-300:])


def lags_of(changing, watching, tokens, joining):
    """Milliseconds from the moment before a guest leaves at one node until another node reports
    it."""
    lags = []
    while joining.goes_on():
        token = next(tokens)
        if not waits(watching, token):
            raise Failed("a guest was gone before it left")
        start = time.perf_counter()
        changing.send(leave_request(EVENT, token))
        while waits(watching, token):
            if time.perf_counter() - start > 10:
                raise Failed("a change was not seen within 10 s")
        lags.append((time.perf_counter() - start) * 1000)
        status, _, body = changing.answer()
        if status != 200:
            raise Failed(f"a leave was answered {status} {body[:200]}")
    return lags


def waits(wire, token):
    status, _, body = wire.send(status_request(EVENT, token)).answer()
    return status == 200 and json.loads(body)["status"] == "waiting"


def percentile(values, percent):
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def failover(plan):
    ours, peer = [], []
    with LineCluster(plan.folder / "failover", ("payment", "queue")) as cluster:
        for index in range(plan.long_slices):
            until_replicated(cluster)
            with ExitStack() as stack:
                joins_back, redis_back = seconds_of_failover(cluster, stack)
            ours.append(joins_back)
            peer.append(redis_back)
            say(f"failover: {index + 1} of {plan.long_slices}: joins were back after "
                f"{joins_back:.2f} s, Redis took writes after {redis_back:.2f} s")
    yield row("failover", ours, peer)


def until_replicated(cluster):
    """Restarts killed nodes and waits until the event's master has a synchronized replica."""
    for node in cluster.redis.nodes:
        if not node.is_up():
            with on_server_core():
                node.start()

    def has_heir():
        try:
            heir = cluster.redis.replica_of(cluster.event_master)
        except StopIteration:
            return False  # The other nodes still consider it dead.
        return heir.info("replication").get("master_link_status") == "up"
    eventually(has_heir, "a replica of the event's master", 30, 0.1)
    cluster.redis.until_whole()


MEASURES = [
    (("redis-per-poll", "cluster-poll"), polls),
    (("cluster-join",), joins),
    (("view-lag",), view_lag),
    (("failover",), failover),
]
