"""Two schedulers, of which one is paused until its lease has expired."""

import time

import pytest

from cluster import Cluster
from onsale import eventually
from redis_nodes import RedisNode
from shop import EVENT
from wire import crowd, number_of, statuses

LEASE_SECONDS = 4
MAX_ACTIVE = 30
TRIES = 4


@pytest.fixture
def line(tmp_path):
    roles = ("payment", "queue", "scheduler", "scheduler")
    with Cluster(tmp_path, redis=RedisNode(tmp_path), roles=roles, proxy=None) as running:
        running.create_event(EVENT, rules={
            "maxActive": MAX_ACTIVE, "admitPerSecond": 1000, "claimWithin": "5s",
            "activeAwayAfter": "5s", "awayAfter": "1h", "forgetAfter": "2h"})
        yield running


def holder(line):
    """The scheduler that holds the lease."""
    owner = line.redis.ask("GET", "admission:lock:{1}")
    name = owner.decode().rpartition(" ")[0] if owner else None
    return next((node for key, node in line.nodes.items() if key == name), None)


def sleep_past_the_lease(line):
    """Pauses the holder of the lease and returns it. When it resumes its work, another scheduler
    has the lease."""
    first = eventually(lambda: holder(line), 10)
    first.pause()
    eventually(lambda: holder(line) not in (None, first), LEASE_SECONDS + 5)
    first.resume()
    eventually(lambda: was_refused(first), 10)
    return first


def was_refused(node):
    return (node.metric("onsale_scheduler_stale_total")
            + node.metric("onsale_scheduler_leases_lost_total")) > 0


def test_a_scheduler_that_slept_past_its_lease_is_refused(line):
    tokens = crowd(line.of("queue")[0].port, EVENT, 300)
    # Usually its next step is an admission; sometimes it is a renewal of the lease.
    for _ in range(TRIES):
        if sleep_past_the_lease(line).metric("onsale_scheduler_stale_total") > 0:
            break
    stale = sum(node.metric("onsale_scheduler_stale_total") for node in line.of("scheduler"))
    assert stale >= 1
    assert_admitted_once_and_in_order(line, tokens)


def assert_admitted_once_and_in_order(line, tokens):
    """Slots become free repeatedly because nobody claims. The ledger must never exceed its
    limit."""
    redis, port = line.redis, line.of("queue")[0].port
    ever = set()
    until = time.monotonic() + 8
    while time.monotonic() < until:
        assert redis.ask("ZCARD", "active:{1}") <= MAX_ACTIVE
        told = zip(tokens, statuses(port, EVENT, tokens))
        ever |= {number_of(token) for token, one in told if one["status"] != "waiting"}
        time.sleep(0.2)
    assert len(ever) >= MAX_ACTIVE
    assert ever == set(sorted(map(number_of, tokens))[:len(ever)])
