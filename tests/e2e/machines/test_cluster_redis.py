"""Redis is down, loses its stream, or fails inside a script."""

import time

import pytest

from cluster import Cluster
from onsale import Guest, eventually
from redis_nodes import RedisNode
from shop import EVENT
from wire import crowd, statuses

LINE_ROLES = ("payment", "queue", "queue", "scheduler")


@pytest.fixture
def shop(tmp_path):
    with Cluster(tmp_path, redis=RedisNode(tmp_path)) as running:
        yield running.open_shop(line={"maxActive": 5})


@pytest.fixture
def line(tmp_path):
    with Cluster(tmp_path, redis=RedisNode(tmp_path), roles=LINE_ROLES, proxy=None) as running:
        running.create_event(EVENT, rules={"maxActive": 0})
        yield running


def assert_refused_in_time(guest, path, body):
    began = time.monotonic()
    response = guest.call("POST", path, body)
    assert response.status == 503, (response.status, response.body)
    assert response.code and int(response.header("Retry-After")) >= 1
    assert time.monotonic() - began < 3


def test_without_redis_polls_go_on_and_changes_are_refused_in_time(shop):
    buyers = shop.buyers(2)
    waiting = [Guest(shop.server) for _ in range(5)]
    for guest in waiting:
        guest.enter(EVENT)
    shop.server.redis.pause()
    newcomer = Guest(shop.server)
    newcomer.visit(EVENT)
    eventually(lambda: waiting[-1].status(EVENT).get("degraded"), 5)
    for guest in waiting:
        assert guest.status(EVENT)["status"] in ("waiting", "admitted")
    assert_refused_in_time(newcomer, "/api/queue/enter", {"eventId": EVENT})
    assert_refused_in_time(buyers[0], "/api/booking/seats/select", {
        "eventId": EVENT, "performanceId": "day-1", "seatIds": ["F1-A-1"]})
    for node in (*shop.server.of("queue"), *shop.server.of("booking")):
        assert node.get("/healthz").status == 200
        assert node.get("/readyz").status == 503
    shop.server.redis.resume()
    for node in shop.server.nodes.values():
        node.until_ready()
    # The process is ready, but the loop that serves this guest updates its own view slightly later.
    eventually(lambda: "degraded" not in waiting[-1].status(EVENT), 5)
    newcomer.enter(EVENT)
    buyers[0].buy("F1-A-1")


def test_an_emptied_redis_is_told_everything_again(line):
    tokens = crowd(line.of("queue")[0].port, EVENT, 50)
    line.redis.kill()
    line.redis.start()
    for node in line.nodes.values():
        node.until_ready()
    for node in line.of("queue"):
        eventually(lambda: {one["status"] for one in statuses(node.port, EVENT, tokens)}
                   == {"waiting"}, 15)
    positions = [one["position"] for one in statuses(line.of("queue")[0].port, EVENT, tokens)]
    assert positions == sorted(positions)


def test_a_node_that_missed_part_of_the_stream_starts_anew(line):
    first, second = line.of("queue")
    before = crowd(first.port, EVENT, 50)
    eventually(lambda: {one["status"] for one in statuses(second.port, EVENT, before)}
               == {"waiting"}, 5)
    second.pause()
    after = crowd(first.port, EVENT, 500)
    line.redis.ask("XTRIM", "facts:{1}", "MAXLEN", 1)
    second.resume()
    eventually(lambda: {one["status"] for one in statuses(second.port, EVENT, before + after)}
               == {"waiting"}, 10)
    here, there = (statuses(node.port, EVENT, before + after) for node in (first, second))
    assert [one["position"] for one in here] == [one["position"] for one in there]
    assert second.metric("onsale_redis_view_resyncs_total") >= 1


def test_a_script_that_fails_is_an_error_with_a_code_and_is_counted(line):
    crowd(line.of("queue")[0].port, EVENT, 5)
    line.redis.ask("SET", "number:{1}", "not a hash")
    guest = Guest(line.of("queue")[0])
    guest.visit(EVENT)
    response = guest.call("POST", "/api/queue/enter", {"eventId": EVENT})
    assert response.status in (500, 503) and response.code, response.body
    assert line.of("queue")[0].metric("onsale_redis_commands_total", command="line_enter",
                                      outcome="error") >= 1
