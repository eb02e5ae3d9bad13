"""Redis or the payment process is down for some time: what operators see, and what is kept."""

import json
import subprocess
import time

import pytest

from cluster import Cluster
from onsale import BINARY, Guest, eventually
from redis_nodes import RedisCluster, RedisNode
from shop import EVENT, Buyer

ROLES = ("payment", "queue", "scheduler")
WHOLE = ("--cluster-require-full-coverage", "no")


@pytest.fixture
def sale(tmp_path):
    with Cluster(tmp_path, redis=RedisNode(tmp_path), roles=ROLES, proxy=None) as running:
        running.create_event(EVENT, rules={"maxActive": 5, "claimWithin": "0s"})
        yield running


@pytest.fixture
def on_cluster(tmp_path):
    redis = RedisCluster(tmp_path, *WHOLE)
    with Cluster(tmp_path, redis=redis, roles=ROLES, proxy=None) as running:
        running.create_event(EVENT, rules={"maxActive": 0})
        yield running


def until_gone(sale):
    eventually(lambda: not sale.payment.is_ready(), 10)


def line(sale):
    return json.loads(sale.cli("line", "show", EVENT, "--json"))


def guest_of(sale, role="queue"):
    return Guest(sale.of(role)[0])


# --- levers


def test_levers_pulled_without_redis_are_decided_shown_and_applied_later(sale):
    sale.redis.pause()
    until_gone(sale)
    assert "decided and saved" in sale.cli("line", "stop-joins", EVENT)
    # The second change neither causes a conflict nor reverts the first one.
    told = json.loads(sale.cli("line", "stop-admission", EVENT, "--json"))
    assert told["pending"] is True
    assert [one["code"] for one in told["effects"]][-1] == "applies_later"
    shown = line(sale)
    assert shown["pending"] is True
    assert shown["levers"]["joinsStopped"] and shown["levers"]["admissionStopped"]
    version = sale.admin("GET", f"/events/{EVENT}")["event"]["version"]
    sale.admin("PATCH", f"/events/{EVENT}", {"title": "Later", "version": version})
    sale.redis.resume()
    eventually(lambda: "pending" not in line(sale), 10)
    levers = line(sale)["levers"]
    assert levers["joinsStopped"] and levers["admissionStopped"]
    guest = guest_of(sale)
    guest.visit(EVENT)
    refused = eventually(lambda: (answer := guest.call(
        "POST", "/api/queue/enter", {"eventId": EVENT})).status == 409 and answer)
    assert refused.code == "JOINS_STOPPED"
    eventually(lambda: sale.admin("GET", f"/events/{EVENT}")["event"]["title"] == "Later")


def test_levers_of_the_sale_pulled_without_redis_do_not_undo_each_other(sale):
    levers = f"/events/{EVENT}/sale/levers"
    sale.redis.pause()
    until_gone(sale)
    assert sale.admin("PATCH", levers, {"holdsStopped": True})["pending"] is True
    sale.admin("PATCH", levers, {"messageHolding": "one moment"})
    shown = sale.admin("GET", f"/events/{EVENT}/sale")
    assert shown["levers"]["holdsStopped"] and shown["pending"] is True
    sale.redis.resume()
    eventually(lambda: "pending" not in sale.admin("GET", f"/events/{EVENT}/sale"), 10)
    shown = sale.admin("GET", f"/events/{EVENT}/sale")["levers"]
    assert shown["holdsStopped"] and shown["messageHolding"] == "one moment"


# --- what operators see


def test_without_redis_the_answering_process_is_not_silent_and_the_others_are_unknown(sale):
    def states():
        return {one["name"]: one for one in sale.admin("GET", "/parts")["processes"]}

    eventually(lambda: set(states()) == {"payment-1", "queue-1", "scheduler-1"}, 10)
    sale.redis.pause()
    until_gone(sale)
    eventually(lambda: states()["queue-1"]["state"] == "unknown", 10)
    own = states()["payment-1"]
    assert (own["state"], own["degraded"]) == ("degraded", "redis_gone")
    assert own["heardMs"] < 1000
    sale.redis.resume()
    eventually(lambda: {one["state"] for one in states().values()} == {"ready"}, 15)


def messages(node):
    lines = [json.loads(text) for text in node.read_log().splitlines() if text.startswith("{")]
    return [one["message"] for one in lines]


def test_a_restart_of_redis_is_told_in_a_few_lines(sale):
    eventually(lambda: "leases of lines changed hands" in messages(sale.nodes["scheduler-1"]), 10)
    payment = sale.payment
    told = messages(payment).count("lines were written to Redis again")
    sale.redis.kill()
    # The log is checked once a second. A shorter outage is visible only in its connections.
    eventually(lambda: '"level":"error","message":"Redis does not answer"' in payment.read_log(), 10)
    sale.redis.start()
    for node in sale.nodes.values():
        node.until_ready()
    eventually(lambda: messages(payment).count("lines were written to Redis again") > told, 10)
    for message in ("Redis does not answer", "Redis answers again",
                    "connections to Redis were lost", "connections to Redis were made again"):
        eventually(lambda: message in messages(payment), 5)
        assert messages(payment).count(message) <= 5
    eventually(lambda: "views were read again from Redis" in messages(sale.nodes["queue-1"]), 10)


def test_a_failover_names_the_masters(on_cluster):
    key = on_cluster.key_of(EVENT)
    master = on_cluster.redis.master_of(key)
    master.kill()
    on_cluster.redis.until_replaced(master, key)
    eventually(lambda: "Redis has other masters" in messages(on_cluster.payment), 20)


# --- shards


def test_a_lost_shard_without_a_key_of_ours_stops_nothing(on_cluster):
    redis = on_cluster.redis
    extra = redis.add_master()
    redis.begin_move("nobody-has-this-key", extra).finish()
    redis.until_whole()
    extra.kill()
    eventually(lambda: "cluster_slots_fail:1\r" in redis.nodes[0].text("CLUSTER", "INFO"), 20)
    for _ in range(20):
        guest_of(on_cluster).enter(EVENT)


def redis_check(sale):
    checks = json.loads(sale.cli("preflight", EVENT, "--json", expect=1))["checks"]
    return next(one for one in checks if one["name"] == "redis")


def test_preflight_looks_at_the_settings_of_redis(on_cluster):
    check = redis_check(on_cluster)
    assert (check["level"], check["code"]) == ("warning", "redis_not_saved")
    on_cluster.redis.nodes[1].ask("CONFIG", "SET", "cluster-require-full-coverage", "yes")
    check = redis_check(on_cluster)
    assert (check["level"], check["code"]) == ("no-go", "redis_setting_wrong")
    assert check["values"]["setting"] == "cluster-require-full-coverage"
    assert check["values"]["node"] == on_cluster.redis.nodes[1].addresses[0]


# --- payment


def ready_parts(node):
    answer = node.get("/readyz")
    assert answer.status == 200, answer.body  # Waiting guests are still served.
    return answer.json()["parts"]


def test_while_payment_is_gone_polls_and_readyz_say_so_and_the_time_is_given_back(sale):
    queue = sale.of("queue")[0]
    guest = guest_of(sale)
    guest.enter(EVENT)
    before = eventually(lambda: (answer := guest.status(EVENT))["status"] == "admitted" and answer)
    assert "degraded" not in before
    assert ready_parts(queue)["payment"] == "ok"
    sale.payment.kill()
    gone = time.monotonic()
    eventually(lambda: guest.status(EVENT).get("degraded") == "payment_gone", 10)
    eventually(lambda: ready_parts(queue)["payment"] == "gone", 5)
    assert "cluster" in advice_of_the_command_line(sale)
    away = time.monotonic() - gone
    sale.payment.start(wait=False).until_ready()
    eventually(lambda: "degraded" not in guest.status(EVENT), 10)
    assert ready_parts(queue)["payment"] == "ok"
    eventually(lambda: seconds(guest.status(EVENT)["keepUntil"])
               >= seconds(before["keepUntil"]) + int(away), 10)


HOLD_SECONDS = 10
SEAT = "F1-A-1"


@pytest.fixture
def halls(tmp_path):
    with Cluster(tmp_path, redis=RedisNode(tmp_path), roles=("payment", "queue,booking", "scheduler"),
                 proxy=None) as running:
        running.open_shop(rules={"holdTtl": f"{HOLD_SECONDS}s"})
        yield running


def outlive_the_hold(gone, buyer, held):
    """Waits for longer than the hold lasts. The guest still has its seat."""
    while time.monotonic() - gone < HOLD_SECONDS + 4:
        assert buyer.select(SEAT)["hold"]["until"] == held["until"]
        time.sleep(0.5)


def until_of(buyer):
    return seconds(buyer.select(SEAT)["hold"]["until"])


def test_a_hold_survives_a_longer_outage_of_payment_and_gets_the_time_back(halls):
    buyer = Buyer(halls.of("booking")[0]).come_in()
    held = buyer.select(SEAT)["hold"]
    halls.payment.kill()
    gone = time.monotonic()
    outlive_the_hold(gone, buyer, held)
    halls.payment.start(wait=False)
    away = time.monotonic() - gone
    halls.payment.until_ready()
    eventually(lambda: until_of(buyer) >= seconds(held["until"]) + int(away), 10)
    assert until_of(buyer) <= seconds(held["until"]) + int(time.monotonic() - gone) + 2
    # After the remaining time the seat is free.
    eventually(lambda: buyer.seats()["hold"] is None, HOLD_SECONDS + 10)


def test_a_hold_that_ends_before_the_outage_of_payment_is_noticed_survives_it(halls):
    buyer = Buyer(halls.of("booking")[0]).come_in()
    held = buyer.select(SEAT)["hold"]
    time.sleep(HOLD_SECONDS - 2.3)
    halls.payment.kill()
    gone = time.monotonic()
    time.sleep(6)
    assert buyer.seats()["hold"]["until"] == held["until"]
    halls.payment.start(wait=False)
    away = time.monotonic() - gone
    halls.payment.until_ready()
    eventually(lambda: until_of(buyer) >= seconds(held["until"]) + int(away), 10)


def test_payment_that_was_only_cut_off_gives_the_time_back_as_well(halls):
    buyer = Buyer(halls.of("booking")[0]).come_in()
    held = buyer.select(SEAT)["hold"]
    halls.payment.pause()
    gone = time.monotonic()
    outlive_the_hold(gone, buyer, held)
    halls.payment.resume()
    away = time.monotonic() - gone
    eventually(lambda: until_of(buyer) >= seconds(held["until"]) + int(away), 20)
    assert until_of(buyer) <= seconds(held["until"]) + int(away) + 6


def seconds(text):
    return time.mktime(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S"))


def advice_of_the_command_line(sale):
    done = subprocess.run([BINARY, "event", "list", "--data", str(sale.data)], text=True,
                          capture_output=True, timeout=30)
    assert done.returncode == 1
    return done.stderr
