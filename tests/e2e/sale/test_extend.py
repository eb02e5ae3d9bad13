"""The extension: more time for the admission and the held seats, once, and durable."""

from datetime import datetime, timedelta

import pytest

from onsale import eventually
from shop import DAY, EVENT, Shop, terms

TWO_MINUTES = timedelta(minutes=2)
# A restarted server adds its downtime to deadlines, and times are rounded to milliseconds.
A_MOMENT = timedelta(milliseconds=50)


@pytest.fixture
def shop(server):
    return Shop(server).open()


def at(text):
    return datetime.fromisoformat(text)


def extend(buyer, expect=200, **fields):
    return buyer.post("/api/queue/extend", {"eventId": EVENT, **fields}, expect)


def left(buyer):
    return buyer.status(EVENT)["extensionsLeft"]


def test_admission_and_hold_end_two_minutes_later_and_the_next_press_is_refused(shop):
    buyer, other = shop.buyers(2)
    held = at(buyer.select("F1-A-1")["hold"]["until"])
    others = other.select("F1-A-2")["hold"]["until"]
    assert left(buyer) == 1
    told = extend(buyer, extension=1)
    assert abs(at(told["holdExpiresAt"]) - held - TWO_MINUTES) < A_MOMENT
    assert at(told["admissionExpiresAt"]) > at(told["serverTime"]) + TWO_MINUTES
    assert told["extensionsLeft"] == 0
    # A repeated call extends only once.
    assert extend(buyer, extension=1)["holdExpiresAt"] == told["holdExpiresAt"]
    assert extend(buyer, expect=409)["code"] == "EXTENSION_USED"
    assert left(buyer) == 0
    assert buyer.seats()["hold"]["until"] == told["holdExpiresAt"]
    assert other.seats()["hold"]["until"] == others and left(other) == 1


def test_other_seats_keep_the_later_deadline(shop):
    buyer = shop.buyer()
    buyer.select("F1-A-1")
    told = extend(buyer)
    assert buyer.select("F1-A-2", "F1-A-3")["hold"]["until"] == told["holdExpiresAt"]


def test_a_map_that_is_known_is_sent_again_with_the_new_deadline(shop):
    buyer = shop.buyer()
    buyer.select("F1-A-1")
    seen = eventually(lambda: (got := buyer.map()).json()["hold"] and got, 2)
    tag = {"If-None-Match": seen.header("ETag")}
    eventually(lambda: buyer.map(headers=tag).status == 304, 2)
    told = extend(buyer)
    again = buyer.map(headers=tag)
    assert again.status == 200 and again.json()["hold"]["until"] == told["holdExpiresAt"]


def test_it_survives_kill_9(shop):
    buyer = shop.buyer()
    buyer.select("F1-A-1")
    told = extend(buyer, extension=1)
    shop.server.kill()
    shop.server.start()
    eventually(lambda: buyer.seats()["hold"], 5)
    # The downtime is added to all deadlines.
    assert at(buyer.seats()["hold"]["until"]) >= at(told["holdExpiresAt"]) - A_MOMENT
    again = extend(buyer, extension=1)
    assert at(again["admissionExpiresAt"]) >= at(told["admissionExpiresAt"]) - A_MOMENT
    assert at(again["admissionExpiresAt"]) < at(told["admissionExpiresAt"]) + TWO_MINUTES
    assert again["extensionsLeft"] == 0
    assert extend(buyer, extension=2, expect=409)["code"] == "EXTENSION_USED"


def test_the_event_says_how_much_and_how_often(server):
    shop = Shop(server).open(line={"extension": "30s", "extensions": 2})
    event = server.get(f"/api/events/{EVENT}").json()["event"]
    assert (event["extension"], event["extensions"]) == (30, 2)
    buyer = shop.buyer()
    first = extend(buyer)
    assert "holdExpiresAt" not in first and first["extensionsLeft"] == 1
    second = extend(buyer)
    gained = at(second["admissionExpiresAt"]) - at(first["admissionExpiresAt"])
    assert abs(gained - timedelta(seconds=30)) < A_MOMENT
    shop.server.cli("line", "set", EVENT, "--extensions", "0")
    eventually(lambda: left(buyer) == 0, 2)
    other = shop.buyer()
    eventually(lambda: left(other) == 0, 2)
    assert extend(other, expect=409)["code"] == "EXTENSION_NOT_ALLOWED"
    rules = server.admin("GET", f"/events/{EVENT}")["event"]["rules"]
    assert (rules["extension"], rules["extensions"]) == ("30s", 0)


def test_without_an_admission_there_is_nothing_to_extend(shop):
    buyer = shop.buyer()
    buyer.leave(EVENT)
    refused = extend(buyer, expect=403)
    assert refused["code"] == "ENTRY_TOKEN_REQUIRED"


def test_a_payment_keeps_its_own_time(server):
    shop = Shop(server).open(prices=terms(rules={"payingCap": "2s"}))
    buyer = shop.buyer()
    buyer.select("F1-A-1")
    paying = buyer.request()["order"]
    told = extend(buyer)
    assert "holdExpiresAt" not in told
    assert buyer.shown()["deadline"] == paying["deadline"]
    assert buyer.until("ended")["reason"]
    shop.until_counts(DAY, paying=0)
