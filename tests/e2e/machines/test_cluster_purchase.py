"""A whole purchase through nginx or HAProxy, by processes that share only Redis."""

import json

import pytest

from cluster import Cluster
from cluster_proxy import ClusterHaproxy, ClusterNginx
from onsale import Guest, eventually
from redis_nodes import RedisCluster, RedisNode
from shop import DAY, EVENT, Buyer, money_of
from wire import Wire


@pytest.fixture(scope="module", params=[(RedisCluster, ClusterNginx), (RedisNode, ClusterHaproxy)],
                ids=["cluster-nginx", "single-haproxy"])
def shop(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cluster")
    redis, proxy = request.param
    with Cluster(folder, redis=redis(folder), proxy=proxy) as running:
        yield running.open_shop()


def gets(buyer, seat):
    """Retries until the seat is free. A returned seat becomes free within a second."""
    eventually(lambda: buyer.call("POST", "/api/booking/seats/select", {
        "eventId": EVENT, "performanceId": DAY, "seatIds": [seat]}).status == 200, 5)


def test_a_guest_waits_chooses_pays_and_has_a_booking(shop):
    buyer = shop.buyer()
    assert buyer.select("F1-A-1", "F1-A-2")["seatIds"] == ["F1-A-1", "F1-A-2"]
    told = buyer.pay()
    assert told["state"] == "paid" and buyer.paying["amount"] == money_of("R", "R")
    (booking,) = buyer.bookings()
    assert [line["seat"] for line in booking["quote"]["lines"]] == ["F1-A-1", "F1-A-2"]
    assert shop.money(buyer.order) == (money_of("R", "R"), 0)
    shop.until_counts(sold=2)


def test_every_process_of_a_role_knows_what_another_did(shop):
    cluster = shop.server
    first, second = cluster.of("queue")
    guest = Guest(first)
    guest.enter(EVENT)
    guest.server = second
    eventually(lambda: guest.status(EVENT)["canEnter"], 5)
    ahead, behind = cluster.of("booking")
    buyer = Buyer(cluster, EVENT).come_in()
    buyer.server = ahead
    buyer.select("F1-A-5")
    other = Buyer(cluster, EVENT).come_in()
    other.server = behind
    assert other.select("F1-A-5", expect=409)["code"] == "SEAT_TAKEN"
    eventually(lambda: "h" in other.seats()["states"], 5)


def test_a_seat_given_back_is_free_again_and_a_sold_one_is_not(shop):
    first, second = shop.buyers(2)
    first.select("F2-B-1")
    first.release()
    gets(second, "F2-B-1")
    assert second.pay()["state"] == "paid"
    assert first.select("F2-B-1", expect=409)["code"] == "SEAT_TAKEN"


def test_a_refund_frees_the_seat_for_somebody_else(shop):
    first = shop.sell("F2-B-3")
    first.refund()
    first.until_refunded()
    second = shop.buyer()
    gets(second, "F2-B-3")
    assert second.pay()["state"] == "paid"


def test_a_declined_payment_leaves_the_seat_with_the_guest(shop):
    buyer = shop.buyer()
    buyer.select("F2-B-5")
    assert buyer.pay("decline")["state"] == "held"
    assert buyer.pay()["state"] == "paid"


def test_what_the_operator_changes_reaches_every_process(shop):
    buyer = shop.buyer()
    shop.house("block", seats=["F2-B-7"], reason="a pillar")
    for node in shop.server.of("booking"):
        buyer.server = node
        eventually(lambda: "b" in buyer.seats()["states"], 5)
        assert buyer.select("F2-B-7", expect=409)["code"] == "SEAT_TAKEN"
    shop.admin("PUT", "/levers", {"joinsStopped": True})
    for node in shop.server.of("queue"):
        guest = Guest(node)
        guest.visit(EVENT)
        eventually(lambda: guest.call("POST", "/api/queue/enter", {
            "eventId": EVENT}).json().get("code") == "JOINS_STOPPED", 5)
    shop.admin("PUT", "/levers", {"joinsStopped": False})


def test_a_guest_is_known_by_its_own_address_and_each_call_by_an_id(shop):
    cluster = shop.server
    with Wire(cluster.proxy.port, source=("127.0.0.2", 0)) as wire:
        status, headers, _ = wire.ask("GET", "/api/events/nothing")
    assert status == 404
    logs = "".join(node.read_log() for node in cluster.of("queue"))
    (line,) = [line for line in logs.splitlines() if dict(headers)["x-request-id"] in line]
    assert json.loads(line)["client"] == "127.0.0.2"
