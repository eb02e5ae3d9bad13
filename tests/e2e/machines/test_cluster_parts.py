"""The operator's view of all processes and Redis nodes, and the cost of an idle event."""

import time

import pytest

from cluster import Cluster
from onsale import eventually
from redis_nodes import RedisNode
from shop import EVENT
from wire import crowd

SILENT_SECONDS = 6
IDLE_COMMANDS_PER_SECOND = 20
FULL_COMMANDS_PER_SECOND = 160  # Limit for all processes; twice the normal rate.
WATCHED_SECONDS = 5


@pytest.fixture
def sale(tmp_path):
    roles = ("payment", "queue", "scheduler")
    with Cluster(tmp_path, redis=RedisNode(tmp_path), roles=roles, proxy=None) as running:
        running.create_event(EVENT)
        yield running


def processes(sale):
    return {one["name"]: one for one in sale.admin("GET", "/parts")["processes"]}


def test_every_process_says_how_it_is_and_a_silent_one_is_seen(sale):
    eventually(lambda: set(processes(sale)) == {"payment-1", "queue-1", "scheduler-1"}, 10)
    eventually(lambda: all(one["state"] == "ready" for one in processes(sale).values()), 10)
    known = processes(sale)
    assert known["queue-1"]["roles"] == ["queue"]
    assert known["queue-1"]["viewAgeMs"] is not None
    assert all(one["heardMs"] < 4000 for one in known.values())
    eventually(lambda: processes(sale)["scheduler-1"]["leases"] == 1, 10)

    sale.nodes["queue-1"].kill()
    eventually(lambda: processes(sale)["queue-1"]["state"] == "silent", SILENT_SECONDS + 5)
    assert processes(sale)["scheduler-1"]["state"] == "ready"


def test_the_redis_node_and_the_parts_are_shown(sale):
    shown = sale.admin("GET", "/parts")
    assert shown["mode"] == "single"
    assert [node["role"] for node in shown["redisNodes"]] == ["master"]
    assert shown["redisNodes"][0]["address"] == sale.redis.addresses[0]
    parts = {one["part"]: one for one in shown["parts"]}
    assert {"journal", "writer", "view", "outbox", "disk", "provider", "redis"} <= set(parts)
    assert parts["journal"]["state"] == parts["redis"]["state"] == "ok"
    assert parts["clock"]["numbers"]["aheadMs"] is not None


def scripted(sale):
    """Commands of schedulers so far, including those of scripts."""
    return sum(int(line.split("calls=")[1].split(",")[0])
               for line in sale.redis.ask("INFO", "commandstats").decode().splitlines()
               if line.startswith(("cmdstat_evalsha", "cmdstat_zrange", "cmdstat_exists",
                                   "cmdstat_getrange", "cmdstat_hgetall", "cmdstat_zcard")))


def test_an_event_without_guests_costs_the_scheduler_little(sale):
    eventually(lambda: processes(sale).get("scheduler-1", {}).get("leases") == 1, 10)
    time.sleep(2)
    before, began = scripted(sale), time.monotonic()
    time.sleep(WATCHED_SECONDS)
    per_second = (scripted(sale) - before) / (time.monotonic() - began)
    assert per_second <= IDLE_COMMANDS_PER_SECOND


@pytest.fixture
def full_line(tmp_path):
    roles = ("payment", "queue", "scheduler", "scheduler")
    with Cluster(tmp_path, redis=RedisNode(tmp_path), roles=roles, proxy=None) as running:
        running.create_event(EVENT, rules={"maxActive": 2, "claimWithin": "0s"})
        yield running


def test_a_full_line_costs_little_though_guests_wait(full_line):
    redis = full_line.redis
    crowd(full_line.of("queue")[0].port, EVENT, 50)
    eventually(lambda: redis.ask("ZCARD", "active:{1}") == 2, 10)
    time.sleep(2)
    before, began = redis.calls(), time.monotonic()
    time.sleep(WATCHED_SECONDS)
    after, seconds = redis.calls(), time.monotonic() - began
    per_second = (sum(after.values()) - sum(before.values())) / seconds
    assert per_second <= FULL_COMMANDS_PER_SECOND
    assert redis.ask("ZCARD", "queue:{1}") == 48
