"""The clock of one machine is wrong by an hour, or steps. A sale uses only the time of Redis."""

import json
import time
from datetime import datetime

import pytest

from cluster import Cluster, clock_moved_by, clock_steps, stepping_clock
from onsale import Guest, eventually
from redis_nodes import RedisNode
from shop import EVENT

WRONG = ("queue-2", "booking-2", "scheduler-1")


@pytest.fixture(params=["+1h", "-1h"])
def shop(request, tmp_path):
    env = {name: clock_moved_by(request.param) for name in WRONG}
    with Cluster(tmp_path, redis=RedisNode(tmp_path), env=env) as running:
        yield running.open_shop()


def clock_error(node):
    """Clock error in seconds, according to a recent line of its log."""
    line = json.loads(node.read_log().splitlines()[0])
    return abs(datetime.fromisoformat(line["time"]).timestamp() - time.time())


def test_a_machine_whose_clock_is_an_hour_off_serves_like_the_others(shop):
    cluster = shop.server
    assert [clock_error(node) > 3000 for node in cluster.of("queue")] == [False, True]
    right, wrong = (Guest(node) for node in cluster.of("queue"))
    times = []
    for guest in (right, wrong):
        told = guest.enter(EVENT)
        times.append(datetime.fromisoformat(told["serverTime"]))
        eventually(lambda: guest.status(EVENT)["canEnter"], 10)
    assert abs((times[1] - times[0]).total_seconds()) < 30
    buyer = shop.buyer()
    buyer.server = cluster.of("booking")[1]
    held = buyer.select("F1-A-1")
    buyer.server = cluster.of("booking")[0]
    eventually(lambda: buyer.seats().get("hold", {}).get("until") == held["hold"]["until"], 5)
    buyer.server = cluster
    assert buyer.pay()["state"] == "paid"


def test_a_clock_that_steps_is_logged_and_serves_like_the_others(tmp_path):
    env, move = stepping_clock(tmp_path)
    with Cluster(tmp_path, redis=RedisNode(tmp_path), env={"queue-2": env}) as cluster:
        shop = cluster.open_shop()
        right, stepped = cluster.of("queue")
        inside = shop.buyer()
        for count, offset in enumerate(("+3600", "-3600"), 1):
            move(offset)
            eventually(lambda: len(clock_steps(stepped)) == count)
            times = []
            for node in (right, stepped):
                inside.server = node
                told = inside.status(EVENT)
                assert told["canEnter"]
                times.append(datetime.fromisoformat(told["serverTime"]))
            assert abs((times[1] - times[0]).total_seconds()) < 30
        assert [round(step / 3600_000) for step in clock_steps(stepped)] == [1, -2]
        assert clock_steps(right) == []
