"""Redis loses all data, on three masters without replicas. Places are restored from their
tokens."""

import pytest

from cluster import Cluster
from onsale import eventually
from redis_nodes import RedisCluster
from shop import DAY, EVENT, Buyer

MAX_ACTIVE = 5
GUESTS = 40
ROLES = ("payment", "queue", "booking", "scheduler")


def masters(tmp_path, **options):
    return RedisCluster(tmp_path, replicas=0, **options)


@pytest.fixture
def shop(tmp_path):
    with Cluster(tmp_path, roles=ROLES, redis=masters(tmp_path),
                 settings={"redis.restore_wait": "5s"}) as running:
        yield running.open_shop(line={"maxActive": MAX_ACTIVE})


def lose_everything(shop):
    for node in shop.server.redis.nodes:
        node.ask("FLUSHALL")


def comes_back(guest):
    """The result of a poll after Redis knows the line again."""
    def poll():
        response = guest.call("GET", f"/api/queue/status?eventId={EVENT}")
        return response.status == 200 and response.json()
    return eventually(poll, 10)


def crowd(shop):
    """Guests 0 to 4 are admitted and hold one seat each. The others wait."""
    guests = [Buyer(shop.server) for _ in range(GUESTS)]
    for guest in guests:
        guest.enter(EVENT)
    for index, guest in enumerate(guests[:MAX_ACTIVE]):
        eventually(lambda: guest.status(EVENT)["canEnter"], 5)
        guest.select(f"F1-A-{index + 1}")
    return guests


def restoring(shop):
    return shop.admin("GET", "/line")["restoring"]


def test_who_polls_first_after_a_loss_is_not_let_in_before_those_inside(shop):
    guests = crowd(shop)
    assert restoring(shop) is None
    lose_everything(shop)
    eventually(lambda: restoring(shop), 10)

    def others_are_back():
        for guest in guests[30:]:
            assert comes_back(guest)["status"] == "waiting"
        return restoring(shop)["restored"] == 10

    eventually(others_are_back, 4)
    for guest in guests[:MAX_ACTIVE]:
        assert comes_back(guest)["status"] == "admitted"
    eventually(lambda: restoring(shop) is None, 30)
    assert [guest.status(EVENT)["status"] for guest in guests[:MAX_ACTIVE]] == (
        ["admitted"] * MAX_ACTIVE)
    for guest in guests[30:]:
        assert guest.status(EVENT)["status"] == "waiting"
    guests[0].select("F1-A-1")


def test_who_has_bought_is_not_in_line_again(shop):
    guests = crowd(shop)
    guests[0].pay()
    eventually(lambda: guests[0].status(EVENT)["status"] == "expired", 5)
    lose_everything(shop)
    eventually(lambda: restoring(shop), 10)
    told = comes_back(guests[0])
    assert (told["status"], told["reason"]) == ("expired", "completed")
    assert comes_back(guests[1])["status"] == "admitted"


def test_numbers_after_a_loss_are_those_of_guests(shop):
    guests = crowd(shop)
    lose_everything(shop)
    for guest in guests:
        comes_back(guest)
    line = shop.admin("GET", "/line")
    places = sum(line[name] for name in
                 ("waiting", "away", "leaving", "admitted", "recalled", "missed"))
    assert line["joined"] == GUESTS == places + sum(line["endedBy"].values())
    place = shop.server.master(EVENT).ask("STRLEN", "place:{1}")
    assert place < 20000, "a block that was lost is small"


def test_an_archived_event_leaves_redis(tmp_path):
    with Cluster(tmp_path, roles=("payment", "queue,booking,scheduler"), proxy=None,
                 redis=masters(tmp_path)) as running:
        shop = running.open_shop()
        master = running.master(EVENT)
        for action in ("close", "archive"):
            running.cli("event", action, EVENT)
        eventually(lambda: not [key for key in master.ask("KEYS", "*{1}*")], 30)
        summary = running.admin("GET", "/events")["events"][0]
        assert (summary["lifecycle"], summary["waiting"]) == ("archived", 0)


def restart_payment(shop, wait=True):
    payment = shop.server.payment
    payment.start(wait=False)
    return payment.until_ready() if wait else payment


def test_the_orders_of_an_archived_event_outlive_it_in_redis(shop):
    buyer = shop.sell("F1-A-1", "F1-A-2")
    server, master = shop.server, shop.server.master(EVENT)
    for action in ("close", "archive"):
        server.cli("event", action, EVENT)
    eventually(lambda: not [key for key in master.ask("KEYS", "*{1}*")], 30)
    server.payment.stop()
    payment = restart_payment(shop)

    (booking,) = eventually(lambda: buyer.bookings(), 10)
    assert (booking["eventId"], booking["performanceId"]) == (EVENT, DAY)
    assert sorted(line["seat"] for line in booking["quote"]["lines"]) == ["F1-A-1", "F1-A-2"]
    assert "Tour" in buyer.page()
    (summary,) = server.admin("GET", "/events")["events"]
    assert (summary["key"], summary["lifecycle"]) == (EVENT, "archived")
    assert [one["order"] for one in shop.admin("GET", "/orders")["orders"]] == [buyer.order]
    order = shop.order(buyer.order)
    assert (order["event"], order["performance"]) == (EVENT, DAY)
    assert buyer.order in server.cli("order", "export", EVENT)
    assert shop.admin("GET", "/report")["rows"][0]["performance"] == DAY

    assert buyer.refund("F1-A-1")["state"] == "paid"
    buyer.until_refunded()
    assert payment.process.poll() is None
    assert not master.ask("KEYS", "place:{1}"), "an archived event is not written again"


def test_the_payment_process_opens_when_redis_has_been_told_its_events_again(shop):
    buyer = shop.sell("F1-A-1")
    shop.server.payment.stop()
    lose_everything(shop)
    payment = restart_payment(shop, wait=False)

    def answered(path):
        try:
            answer = buyer.call("GET", path, port=payment.port)
        except OSError:  # The port is not open yet.
            assert payment.process.poll() is None, payment.read_log()
            return None
        assert answer.status in (200, 503), (answer.status, answer.body)
        return answer.status == 200 and answer.json()

    eventually(lambda: answered(f"/api/events/{EVENT}"), 20)
    assert answered(f"/api/orders/{buyer.order}")["eventId"] == EVENT


def test_a_sale_on_three_masters(shop):
    buyer = shop.sell("F1-A-1")
    (booking,) = buyer.bookings()
    assert [line["seat"] for line in booking["quote"]["lines"]] == ["F1-A-1"]
