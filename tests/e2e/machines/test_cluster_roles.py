"""If all processes of a role are dead, only the work of that role stops, and this is reported."""

import time

import pytest

from cluster import Cluster
from onsale import Guest, eventually
from redis_nodes import RedisNode
from shop import EVENT, Buyer


@pytest.fixture
def shop(tmp_path):
    with Cluster(tmp_path, redis=RedisNode(tmp_path)) as running:
        yield running.open_shop()


def kill(shop, role):
    for node in shop.server.of(role):
        node.kill()


def restart(shop, role):
    for node in shop.server.of(role):
        node.start(wait=False)
    for node in shop.server.of(role):
        node.until_ready()


def assert_says_so(response):
    assert response.status == 503, (response.status, response.body)
    assert response.code and int(response.header("Retry-After")) >= 1


def test_without_the_payment_process_line_and_seats_go_on(shop):
    buyer = shop.buyer()
    kill(shop, "payment")
    buyer.select("F1-A-1")
    assert_says_so(buyer.call("POST", "/api/payment/request", {
        "eventId": EVENT, "performanceId": "day-1"}))
    newcomer = Buyer(shop.server).come_in()
    newcomer.select("F1-A-2")
    assert newcomer.seats()["states"].count("h") >= 1
    restart(shop, "payment")
    for one in (buyer, newcomer):
        eventually(lambda: one.call("GET", "/api/bookings").status == 200, 10)
        assert one.pay()["state"] == "paid"


def test_without_schedulers_nobody_is_let_in_and_everything_else_goes_on(shop):
    inside = shop.buyer()
    kill(shop, "scheduler")
    # While the last lease is valid, a new guest would still be admitted.
    time.sleep(5)
    outside = Guest(shop.server)
    assert outside.enter(EVENT)["status"] == "waiting"
    inside.buy("F1-A-1")
    assert outside.status(EVENT)["status"] == "waiting"
    restart(shop, "scheduler")
    eventually(lambda: outside.status(EVENT)["canEnter"], 10)


def test_without_booking_processes_the_line_goes_on(shop):
    buyer = shop.buyer()
    kill(shop, "booking")
    assert_says_so(buyer.call("POST", "/api/booking/seats/best", {
        "eventId": EVENT, "performanceId": "day-1", "count": 1}))
    newcomer = Buyer(shop.server).come_in()
    restart(shop, "booking")
    eventually(lambda: newcomer.map().status == 200, 10)
    newcomer.buy("F1-A-3")


def test_one_dead_process_of_a_role_is_hardly_noticed(shop):
    for role in ("queue", "booking", "scheduler"):
        shop.server.of(role)[0].kill()
    # The other scheduler waits until the lease of the dead one has expired.
    guests = [Guest(shop.server) for _ in range(5)]
    for guest in guests:
        guest.enter(EVENT)
    eventually(lambda: all(guest.status(EVENT)["canEnter"] for guest in guests), 10)
    Buyer(shop.server).come_in().buy("F1-A-1")
