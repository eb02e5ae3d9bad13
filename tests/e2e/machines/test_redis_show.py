"""`onsale redis show` prints what is in Redis, with keys that exist, and changes nothing."""

import json
import subprocess

import pytest

from cluster import Cluster
from onsale import BINARY, Guest, eventually
from redis_nodes import RedisCluster, RedisNode, free_redis_port
from shop import DAY, EVENT

READING = {"smembers", "hget", "hmget", "hkeys", "zcard", "xlen", "get", "pttl", "getrange"}
# Sent by the client when it connects, and by this test.
CONNECTING = {"client|setname", "hello", "auth", "ping", "info", "select"}


def show(addresses, *arguments, mode="single", expect=0):
    done = subprocess.run(
        [BINARY, "redis", "show", *arguments, "--set", f"redis.mode={mode}", "--set",
         f"redis.nodes={','.join(addresses)}"], capture_output=True, text=True, timeout=30)
    assert done.returncode == expect, (done.returncode, done.stdout, done.stderr)
    return done.stdout if expect == 0 else done.stderr


def parts_of(redis, event=EVENT):
    """The parts of the JSON by name. The parts of a hall have the performance in their name."""
    shown = json.loads(show(redis.addresses, event, "--json"))
    assert shown["event"] == EVENT and shown["number"] == 1 and shown["lifecycle"] == "open"
    return {" ".join(filter(None, (part["part"], part.get("performance")))): part
            for part in shown["parts"]}


@pytest.fixture
def redis(tmp_path):
    node = RedisNode(tmp_path)
    yield node.start()
    node.close()


@pytest.fixture
def shop(tmp_path):
    roles = ("payment", "queue", "booking", "scheduler")
    with Cluster(tmp_path, redis=RedisNode(tmp_path), roles=roles) as running:
        yield running.open_shop()


def test_the_numbers_are_those_of_the_sale(shop):
    redis = shop.server.redis
    holding, buying = shop.buyer(), shop.buyer()
    holding.select("F1-A-1", "F1-A-2")
    buying.select("F2-B-1")
    leaving = Guest(shop.server)
    shop.server.admin("PATCH", f"/events/{EVENT}", {"rules": {"maxActive": 1}})
    eventually(lambda: redis.ask("HGET", "line:{1}", "max_active") == b"1")
    waiting = [Guest(shop.server) for _ in range(3)]
    for guest in (*waiting, leaving):
        assert guest.enter(EVENT)["status"] == "waiting"
    leaving.leave(EVENT)
    eventually(lambda: redis.ask("ZCARD", "queue:{1}") == 3)

    parts = parts_of(redis)
    assert parts["line"]["numbers"] == {"waiting": 3, "away": 1}
    assert parts["active"]["numbers"] == {"admitted": 2, "maxActive": 1}
    holds = parts[f"holds {DAY}"]["numbers"]
    assert holds == {"held": 3, "paying": 0, "sold": 0, "free": 17, "returned": 0, "blocked": 0,
                     "holders": 2}
    counts = parts["counts"]["numbers"]
    assert (counts["joined"], counts["admitted"], counts["completed"]) == (6, 2, 0)
    assert 0 < parts["scheduler"]["numbers"]["expiresInMs"] <= 4000
    assert "scheduler-1 has the lease" in parts["scheduler"]["notes"][0]
    assert parts["facts"]["numbers"]["entries"] == redis.ask("XLEN", "facts:{1}")
    assert parts_of(redis, event="1").keys() == parts.keys()

    # The last place of the queue, by the formula of the note.
    place = redis.ask("ZRANGE", "queue:{1}", -1, -1, "WITHSCORES")[1].decode()
    ahead = [redis.ask("ZCOUNT", key, "-inf", f"({place}") for key in ("queue:{1}", "away:{1}")]
    assert 1 + sum(ahead) == waiting[-1].status(EVENT)["position"] == 3

    text = show(redis.addresses, EVENT)
    assert "\nline: waiting 3, away 1\n" in text
    assert f"\nholds of {DAY}: held 3, paying 0, sold 0, free 17, " in text


def test_keys_have_the_printed_type_and_commands_read_them(shop):
    redis = shop.server.redis
    shop.buyer().buy("F1-A-1")
    holding = shop.buyer()
    holding.select("F1-A-2")
    eventually(lambda: parts_of(redis)["confirmed"]["numbers"]["sold"] == 1)
    guest = redis.ask("ZRANGE", "active:{1}", 0, 0)[0]
    number = redis.ask("HGET", "number:{1}", guest)
    known = {b"<guest>": guest, b"<number>": number, b"<performance>": DAY.encode()}
    existing = 0
    for name, part in parts_of(redis).items():
        seat = b"0" if name == "confirmed" else b"1"

        def filled(text):
            text = text.encode()
            for placeholder, value in {**known, b"<seat>": seat}.items():
                text = text.replace(placeholder, value)
            return text

        for key in part["keys"]:
            kind = redis.ask("TYPE", filled(key["key"]))
            assert kind in (key["type"], "none"), key
            existing += kind != "none"
            redis.ask(*[filled(word) for word in key["ask"].split()])
    # Nobody waits and nobody is away.
    assert existing == sum(len(part["keys"]) for part in parts_of(redis).values()) - 2


def test_it_changes_nothing_and_needs_no_process_of_onsale(shop):
    redis = shop.server.redis
    shop.buyer().select("F1-A-1")
    for node in shop.server.nodes.values():
        node.kill()
    before = redis.calls()
    assert parts_of(redis)[f"holds {DAY}"]["numbers"]["held"] == 1
    after = redis.calls()
    called = {name for name, count in after.items() if count > before.get(name, 0)}
    assert called - CONNECTING <= READING


def test_it_finds_the_event_in_a_cluster(tmp_path):
    redis = RedisCluster(tmp_path)
    with Cluster(tmp_path, redis=redis, roles=("payment", "queue"), proxy=None) as running:
        for key in ("first", "second"):
            running.create_event(key)
        for number, key in enumerate(("first", "second"), start=1):
            shown = json.loads(show(redis.addresses, key, "--json", mode="cluster"))
            assert (shown["event"], shown["number"]) == (key, number)
            numbers = {part["part"]: part["numbers"] for part in shown["parts"]}
            assert numbers["line"] == {"waiting": 0, "away": 0}
            assert numbers["scheduler"] == {} and numbers["facts"]["entries"] >= 1


def test_an_unknown_event_is_named_with_those_that_are_there(shop):
    told = show(shop.server.redis.addresses, "nosuch", expect=1)
    assert "nosuch: no such event in Redis" in told and f"it has {EVENT}" in told


def test_an_empty_redis_has_no_event(redis):
    assert "it has none" in show(redis.addresses, EVENT, expect=1)


def test_a_redis_that_does_not_answer_is_named():
    address = f"127.0.0.1:{free_redis_port()}"
    told = show([address], EVENT, expect=1)
    assert f"Redis at {address} does not answer" in told and "redis.nodes" in told


def test_without_redis_in_the_configuration_it_says_so():
    done = subprocess.run([BINARY, "redis", "show", EVENT], capture_output=True, text=True)
    assert done.returncode == 1 and "no Redis is configured" in done.stderr


def test_a_missing_password_is_said(tmp_path):
    node = RedisNode(tmp_path, "--requirepass", "secret")
    node.answers = lambda: True
    node.start()
    try:
        # Until the server has started, it does not answer.
        eventually(lambda: "NOAUTH" in show(node.addresses, EVENT, expect=1), 20)
        told = show(node.addresses, EVENT, expect=1)
        assert "refused to answer; check redis.user and its password" in told
    finally:
        node.kill()


def test_help_teaches():
    done = subprocess.run([BINARY, "redis", "show", "--help"], capture_output=True, text=True)
    assert done.returncode == 0
    for word in ("--config", "--json", "redis-cli", "changes nothing", "Example"):
        assert word in done.stdout, word
